import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { unixMillis } from "../kit/values.ts";

/** A package as the index answers it. */
export const Doc = z.object({
  id: z.string(),
  g: z.string(),
  a: z.string(),
  latestVersion: z.string().nullish(),
  v: z.string().nullish(),
  p: z.string().nullish(),
  versionCount: Count.nullish(),
  timestamp: z.number().nullish(),
});

/** What the index says of a package. */
export const itemOf = (doc: z.output<typeof Doc>) => ({
  title: doc.id,
  name: doc.id,
  url: `https://central.sonatype.com/artifact/${doc.g}/${doc.a}`,
  snippet: [doc.p, doc.versionCount && `${doc.versionCount} versions`].filter(Boolean).join(", "),
  version: doc.latestVersion || doc.v,
  publishedAt: unixMillis(doc.timestamp),
  group: doc.g,
  artifact: doc.a,
  packaging: doc.p,
  versionCount: doc.versionCount,
});
