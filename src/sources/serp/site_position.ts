import { concatMap, defer, from, type Observable, reduce, take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { siteOf } from "../../standards/addresses.ts";
import { defineSource } from "../define.ts";
import { tolerateFailure } from "../kit/compose/partial-failures.ts";
import { readingOf } from "../kit/compose/steps.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { type SearchInput, SearchOptions } from "../kit/requests/search.ts";
import { Count } from "../kit/values/fields.ts";
import { bingWeb } from "../kit/web/bing.ts";
import { braveWeb } from "../kit/web/brave.ts";
import { duckduckgoWeb } from "../kit/web/duckduckgo.ts";
import { googleWeb } from "../kit/web/google.ts";
import type { ReadContext, Reader } from "../source.ts";
import { SerpItem } from "./item.ts";

/** A result as the engines' readers give it: advertisements and blocks of other kinds are not among them. */
interface Result {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string | null | undefined;
}

const READERS: Readonly<Record<string, Reader<SearchInput, Result>>> = {
  bing: readingOf("bing", bingWeb),
  duckduckgo: readingOf("duckduckgo", duckduckgoWeb),
  brave: readingOf("brave", braveWeb),
  google: readingOf("google", googleWeb),
};
const NAMES = Object.keys(READERS);
const PER_PAGE = 10;

const Options = SearchOptions.pick({ language: true, region: true }).extend({
  site: z.string().optional().describe("the site to look for: a domain or URL; or write site:… into q"),
  engines: z
    .string()
    .default("bing,duckduckgo,brave")
    .describe(`of ${NAMES.join(", ")}`),
  depth: z.coerce.number().int().min(1).max(100).default(30).describe("results to examine per engine"),
  exactHost: z.stringbool().default(false).describe("only this very host, not its whole domain"),
});

interface Wanted {
  readonly search: SearchInput;
  readonly site: string;
  readonly engines: readonly string[];
  readonly depth: number;
  readonly exactHost: boolean;
}

function wantedOf(q: string, { site, engines, depth, exactHost, ...market }: z.output<typeof Options>): Wanted {
  const written = /(?:^|\s)site:(\S{1,300})/i.exec(q);
  const words = q
    .replace(written?.[0] ?? "", " ")
    .replace(/\s+/g, " ")
    .trim();
  const wanted = site ?? written?.[1];
  if (!wanted)
    throw new SourceError("bad-query", "site is missing: the domain to look for, for example site=nike.com.");
  if (!words) throw new SourceError("bad-query", "q is missing: the words under which the site is looked for.");
  const names = engines
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown || names.length === 0)
    throw new SourceError("bad-query", `engines: “${unknown ?? ""}” is none of ${NAMES.join(", ")}.`);
  return {
    search: { ...market, text: words },
    site: parseDomain(wanted),
    engines: [...new Set(names)],
    depth,
    exactHost,
  };
}

const bare = (host: string): string => host.replace(/^www\./, "");

/** By the registrable domain, so that subdomains count too. */
function isOf(url: string, { site, exactHost }: Wanted): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return exactHost ? bare(host) === bare(site) : siteOf(host) === siteOf(site);
}

/** Where a site stands at one engine, each of its results an item; one that says so where it is not found. */
function positionsAt(engine: string, wanted: Wanted, context: ReadContext) {
  const { site, depth, search } = wanted;
  return defer((): Observable<Result> => {
    const reader = READERS[engine];
    if (!reader) throw new SourceError("bad-query", `engines: “${engine}” is not known.`);
    return reader(search, { ...context, pages: Math.ceil(depth / PER_PAGE) });
  }).pipe(
    take(depth),
    reduce((all: readonly Result[], result) => [...all, result], []),
    concatMap((results) => {
      const checked = results.length;
      const found = results.flatMap(({ title, url, snippet }, index) =>
        isOf(url, wanted)
          ? [
              {
                engine,
                site,
                found: true,
                checked,
                title,
                url,
                snippet,
                position: index + 1,
                page: Math.floor(index / PER_PAGE) + 1,
              },
            ]
          : [],
      );
      return found.length > 0 ? from(found) : [{ engine, site, found: false, checked }];
    }),
  );
}

export const site_position = defineSource({
  id: "site_position",
  title: "Position of a site",
  docs: "https://help.bing.microsoft.com/",
  terms: "one request a second and engine; engines refuse addresses that ask much",
  query: query({
    describe: "words to search for, with the site to look for as site=… or site:… among them",
    example: "running shoes site:nike.com",
    options: Options,
    parse: wantedOf,
  }),
  item: SerpItem.extend({
    site: z.string().describe("the site that was looked for"),
    found: z.boolean(),
    page: z.int().min(1).optional().describe("of ten results each"),
    checked: Count.describe("results that were examined, without advertisements"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: (wanted, context) =>
    tolerateFailure(
      wanted.engines.map((engine) => positionsAt(engine, wanted, context)),
      wanted.engines.length,
      context,
    ),
});
