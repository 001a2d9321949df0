import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { linkNamed, PackageItem } from "./item.ts";

/** A package as the search answers it. */
const Package = z.object({
  name: z.string(),
  html_url: z.string().nullish(),
  docs_html_url: z.string().nullish(),
  latest_version: z.string().nullish(),
  latest_stable_version: z.string().nullish(),
  inserted_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  downloads: z.object({ all: Count.nullish(), recent: Count.nullish(), week: Count.nullish() }).nullish(),
  meta: z.object({
    description: z.string().nullish(),
    licenses: z.array(z.string()).nullish(),
    links: z.record(z.string(), z.string().nullable()).nullish(),
    maintainers: z.array(z.string()).nullish(),
  }),
});

/** What the registry says of a package. */
const itemOf = ({ name, meta, downloads, ...rest }: z.output<typeof Package>) => ({
  title: name,
  name,
  url: rest.html_url || `https://hex.pm/packages/${name}`,
  snippet: meta.description,
  version: rest.latest_stable_version || rest.latest_version,
  createdAt: isoDate(rest.inserted_at),
  updatedAt: isoDate(rest.updated_at),
  license: meta.licenses?.join(", "),
  repository: repositoryUrl(linkNamed(meta.links, /git|source|repo|code/i)),
  homepage: webUrl(linkNamed(meta.links, /home|site/i)),
  documentation: webUrl(rest.docs_html_url),
  downloadsTotal: downloads?.all,
  downloadsLastWeek: downloads?.week,
  downloadsLast90Days: downloads?.recent,
  maintainers: meta.maintainers,
});

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
