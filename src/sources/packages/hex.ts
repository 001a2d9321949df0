import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Package } from "./hex-record.ts";
import { PackageItem } from "./item.ts";

/** The upstream's own page size; it knows no parameter for it. */
const PER_PAGE = 100;

export const hex = defineSource({
  id: "hex",
  title: "Hex.pm (Erlang/Elixir)",
  docs: "https://hexpm.docs.apiary.io/",
  terms: "no key; 100 requests a minute an address",
  query: text("a package's name or words to search for; name:phx* for wildcards", "phoenix live"),
  item: PackageItem,
  polite: { concurrency: 1, minIntervalMs: 600 },
  read: json({
    pages: ({ text, page }) => get("https://hex.pm/api/packages", { search: text, sort: "recent_downloads", page }),
    body: z.array(Package),
    items: (found) => found.map(itemOf),
    next: (found) => (found.length < PER_PAGE ? null : undefined),
  }),
});
