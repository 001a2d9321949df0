import { z } from "zod";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { either, otherwise } from "../kit/compose.ts";
import { Count, HttpUrl } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { page } from "./cran-page.ts";
import { Description, itemOf } from "./cran-record.ts";
import { hitsOf } from "./hits.ts";
import { PackageItem, type Wanted, wantsOne, wordsOrName } from "./item.ts";

const PER_PAGE = 50;

const search = json({
  pages: ({ text, page }: Wanted & PageAsk) =>
    get("https://search.r-pkg.org/package/_search", { q: text, size: PER_PAGE, from: (page - 1) * PER_PAGE }),
  body: hitsOf(z.object({ _id: z.string(), _source: Description })),
  items: ({ hits: { hits } }) => hits.map(({ _id, _source }) => itemOf(_id, _source)),
  next: ({ hits: { hits, total } }, _input, response) => rowsRemain(response, "from", hits.length, total),
});

const one = json({
  request: ({ text }: Wanted & PageAsk) => get(`https://crandb.r-pkg.org/${encodeURIComponent(text)}`),
  judge: emptyOn(404),
  body: Description.extend({ Package: z.string() }),
  items: (found) => [itemOf(found.Package, found)],
});

/** Only a name has a page. */
const isName = ({ text }: Wanted): boolean => /^[A-Za-z][\w.]{0,100}$/.test(text);

export const cran = defineSource({
  id: "cran",
  title: "CRAN (R)",
  docs: "https://r-hub.github.io/pkgsearch/",
  terms: "no key; METACRAN's open index, and CRAN's own page of a package where that is down",
  query: wordsOrName("words to search for, or a package's name", "spatial kriging"),
  item: PackageItem.extend({
    description: z.string().optional(),
    issues: HttpUrl.optional().describe("where bugs are reported"),
    reverseDependencies: Count.optional().describe("packages that depend on it"),
  }),
  polite: { concurrency: 2 },
  read: either(wantsOne, otherwise(one, page), either(isName, otherwise(search, page), search)),
});
