import { z } from "zod";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { either } from "../kit/compose.ts";
import { rowsRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { hitsOf } from "./hits.ts";
import { PackageItem, type Wanted, wantsOne, wordsOrName } from "./item.ts";
import { FIELDS, itemOf, Release, Resources } from "./metacpan-record.ts";

const API = "https://fastapi.metacpan.org/v1/release";

const PER_PAGE = 50;

/** Lucene's own signs as plain text. */
const escaped = (text: string): string => text.replace(/[+\-!(){}[\]^"~*?:\\/&|]/g, "\\$&");

const search = json({
  pages: ({ text, page }: Wanted & PageAsk) =>
    get(`${API}/_search`, {
      q: `${escaped(text)} AND status:latest`,
      size: PER_PAGE,
      from: (page - 1) * PER_PAGE,
      fields: FIELDS,
    }),
  body: hitsOf(z.object({ fields: Release.nullish(), _source: Release.nullish() })),
  items: ({ hits: { hits } }) => hits.flatMap(({ fields, _source }) => itemOf(fields ?? _source ?? Release.parse({}))),
  next: ({ hits: { hits, total } }, _input, response) => rowsRemain(response, "from", hits.length, total),
});

const latest = json({
  request: ({ text }: Wanted & PageAsk) => get(`${API}/${encodeURIComponent(text.replaceAll("::", "-"))}`),
  judge: emptyOn(404),
  body: Release.extend({ resources: Resources.nullish() }),
  items: ({ resources, ...found }) =>
    itemOf({
      ...found,
      "resources.homepage": resources?.homepage,
      "resources.repository.url": resources?.repository?.web ?? resources?.repository?.url,
    }),
});

export const metacpan = defineSource({
  id: "metacpan",
  title: "MetaCPAN (Perl)",
  docs: "https://github.com/metacpan/metacpan-api/blob/master/docs/API-docs.md",
  terms: "no key; asks for moderation, without a number",
  query: wordsOrName("words to search for, or a distribution's name", "json schema"),
  item: PackageItem,
  polite: { concurrency: 2 },
  read: either(wantsOne, latest, search),
});
