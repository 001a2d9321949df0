import { defaultIfEmpty, map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, concurrentSteps } from "../kit/compose/steps.ts";
import { html } from "../kit/readers/html.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import type { Reader } from "../source.ts";
import { AppItem, PACKAGE } from "./item.ts";

/* The search is a page; the API knows a package's versions only. No recording of the page is known. */

const Options = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, "a language code")
    .default("en")
    .describe("language of the texts"),
  details: z.stringbool().default(false).describe("also ask for the versions of each hit: one more request each"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const searching = html({
  pages: ({ text: q, lang, page }: Asked & PageRequest) => get("https://search.f-droid.org/", { q, page, lang }),
  rows: "a.package-header",
  item: (row) => {
    const url = row.link();
    const id = /\/packages\/([\w.]+)\/?$/.exec(url ?? "")?.[1];
    const title = row.text(".package-name");
    return url && id && title
      ? {
          title,
          url,
          id,
          snippet: row.text(".package-summary"),
          license: row.text(".package-license"),
          icon: row.link("img.package-icon", "src"),
          free: true,
        }
      : undefined;
  },
  // A page without a hit has nothing but its form to be known by.
  empty: ['form input[name="q"]'],
  next: furtherOn("page", 1, 'a[href*="page="]'),
});

const Package = z.object({
  packageName: z.string(),
  suggestedVersionCode: Count.nullish(),
  packages: z.array(z.object({ versionName: z.string().nullish(), versionCode: Count.nullish() })),
});

/** A package's versions, the newest first. The suggested one need not be among them. */
const versions = json({
  request: ({ id }: { readonly id: string }) => get(`https://f-droid.org/api/v1/packages/${encodeURIComponent(id)}`),
  judge: emptyOn(404),
  body: Package,
  items: ({ packageName, suggestedVersionCode, packages }) => [
    {
      title: packageName,
      url: `https://f-droid.org/packages/${packageName}/`,
      id: packageName,
      version: packages[0]?.versionName,
      versionCode: packages[0]?.versionCode,
      suggestedVersionCode,
      versions: packages.flatMap(({ versionName }) => versionName ?? []),
      free: true,
    },
  ],
});

interface Hit {
  readonly title: string;
  readonly url: string;
  readonly id: string;
}

/** A hit with its versions; the hit alone where the API does not know it. */
const withVersions = <Found extends Hit>(hit: Found, context: Parameters<Reader<Hit, unknown>>[1]) =>
  versions(hit, context).pipe(
    map(({ title: _title, url: _url, ...known }) => ({ ...known, ...hit })),
    defaultIfEmpty(hit),
  );

export const fdroid = defineSource({
  id: "fdroid",
  title: "F-Droid search",
  docs: "https://f-droid.org/docs/All_our_APIs/",
  terms: "free software only; a service of volunteers",
  query: query({
    describe: "words to search the programs for; a package's name (com.termux) reads its versions",
    example: "termux",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: AppItem.extend({
    versionCode: Count.optional().describe("number of the newest version"),
    suggestedVersionCode: Count.optional().describe("number of the version that F-Droid suggests"),
    versions: z.array(z.string()).optional().describe("names of the versions that are kept, the newest first"),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: branch(
    ({ text }: Asked) => PACKAGE.test(text),
    ({ text }, context) => versions({ id: text }, context),
    branch(({ details }: Asked) => details, concurrentSteps(2, searching, withVersions), searching),
  ),
});
