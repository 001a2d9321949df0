import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { linkNamed } from "./item.ts";

/** A package as the search answers it. */
export const Package = z.object({
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
export const itemOf = ({ name, meta, downloads, ...rest }: z.output<typeof Package>) => ({
  title: name,
  name,
  url: rest.html_url || `https://hex.pm/packages/${name}`,
  snippet: meta.description,
  version: rest.latest_stable_version || rest.latest_version,
  createdAt: isoDate(rest.inserted_at),
  updatedAt: isoDate(rest.updated_at),
  license: meta.licenses?.join(", "),
  repository: repositoryUrl(linkNamed(meta.links, /git|source|repo|code/i)),
  homepage: webUrl(linkNamed(meta.links, /home|site/i) ?? linkNamed(meta.links, /./)),
  documentation: webUrl(rest.docs_html_url),
  downloadsTotal: downloads?.all,
  downloadsLastWeek: downloads?.week,
  downloadsLast90Days: downloads?.recent,
  maintainers: meta.maintainers,
});
