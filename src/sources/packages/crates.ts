import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { Crate, itemOf } from "./crates-record.ts";
import { PackageItem } from "./item.ts";

const PER_PAGE = 50;

export const crates = defineSource({
  id: "crates",
  title: "crates.io",
  docs: "https://crates.io/data-access#api",
  terms: "no key; one request a second, with a User-Agent that names the application and a contact",
  query: text(
    "a crate's name or words to search for",
    "async http client",
    z.object({
      sort: z.enum(["relevance", "downloads", "recent-downloads", "recent-updates", "new"]).default("relevance"),
    }),
  ),
  item: PackageItem.extend({ exactMatch: z.boolean().optional().describe("whether the name is the one asked for") }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, sort, page }) =>
      get("https://crates.io/api/v1/crates", { q: text, sort, per_page: PER_PAGE, page }),
    body: z.object({
      crates: z.array(Crate),
      meta: z.object({ next_page: z.string().nullish() }).nullish(),
    }),
    items: (body) => body.crates.map(itemOf),
    next: ({ meta }) => (meta?.next_page ? undefined : null),
  }),
});
