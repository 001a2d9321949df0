import { of } from "rxjs";
import { z } from "zod";
import { json } from "../kit/json.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import type { ReadContext } from "../source.ts";

const headers = { accept: "application/vnd.pub.v2+json" };

interface Named {
  readonly name: string;
}

const bare = ({ name }: Named) => ({ title: name, name, url: `https://pub.dev/packages/${name}` });

/** The search answers names only. */
export const names = json({
  pages: ({ text, page }: { text: string } & PageAsk) =>
    get("https://pub.dev/api/search", { q: text, page }, { headers }),
  body: z.object({ packages: z.array(z.object({ package: z.string() })), next: z.string().nullish() }),
  items: ({ packages }): Named[] => packages.map((found) => ({ name: found.package })),
  next: ({ next }) => (next ? undefined : null),
});

const Pubspec = z.object({
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  repository: z.string().nullish(),
  documentation: z.string().nullish(),
  issue_tracker: z.string().nullish(),
  topics: z.array(z.string()).nullish(),
});

/** What the registry says of one package. */
export const details = json({
  request: ({ name }: Named & PageAsk) =>
    get(`https://pub.dev/api/packages/${encodeURIComponent(name)}`, {}, { headers }),
  body: z.object({
    latest: z.object({ version: z.string(), published: z.string().nullish(), pubspec: Pubspec }),
    isDiscontinued: z.boolean().nullish(),
    replacedBy: z.string().nullish(),
  }),
  items: ({ latest: { version, published, pubspec }, isDiscontinued, replacedBy }, named) => [
    {
      ...bare(named),
      snippet: pubspec.description,
      version,
      publishedAt: isoDate(published),
      repository: repositoryUrl(pubspec.repository),
      homepage: webUrl(pubspec.homepage),
      documentation: webUrl(pubspec.documentation),
      keywords: pubspec.topics,
      issues: webUrl(pubspec.issue_tracker),
      discontinued: isDiscontinued,
      replacement: replacedBy,
    },
  ],
});

/** A package whose details cannot be had is still one that was found. */
export function nameOnly(named: Named, context: ReadContext) {
  context.notice({ kind: "note", text: `pub.dev did not tell the details of ${named.name}` });
  return of(bare(named));
}
