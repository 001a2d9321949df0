import { of } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { concurrentSteps, fallback } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { PackageItem } from "./item.ts";

const headers = { accept: "application/vnd.pub.v2+json" };

interface Named {
  readonly name: string;
}

/** The search answers names only. */
const names = json({
  pages: ({ text, page }: { text: string } & PageRequest) =>
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

const bare = ({ name }: Named) => ({ title: name, name, url: `https://pub.dev/packages/${name}` });

/** What the registry says of one package. */
const details = json({
  request: ({ name }: Named & PageRequest) =>
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
function nameOnly(named: Named, context: ReadContext) {
  context.notice({ kind: "note", text: `pub.dev did not tell the details of ${named.name}` });
  return of(bare(named));
}

export const pub = defineSource({
  id: "pub",
  title: "pub.dev (Dart/Flutter)",
  docs: "https://pub.dev/help/api",
  terms: "no key; asks for a User-Agent that names the application",
  query: text("a package's name or words to search for; publisher:, topic: and sdk: pass through", "http client"),
  item: PackageItem.extend({
    issues: HttpUrl.optional().describe("where bugs are reported"),
    discontinued: z.boolean().optional(),
    replacement: z.string().optional().describe("the package to use instead of a discontinued one"),
  }),
  polite: { concurrency: 5 },
  read: concurrentSteps(
    5,
    names,
    fallback(details, nameOnly, ["not-found", "blocked", "changed", "unreachable", "timeout", "rate-limited"]),
  ),
});
