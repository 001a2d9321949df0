import { catchError, concatMap, defer, distinct, from, map, mergeMap, type Observable, of, reduce, take } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { JsonSchema } from "../typed/json-schema.ts";
import { type ModelDeps, typedData } from "../typed/typed.ts";
import { withoutRequired } from "../typed/without-required.ts";

export interface DataRequest {
  /** One that ends in `/*` stands for the pages of that site. */
  readonly urls: readonly string[];
  readonly schema?: JsonSchema | undefined;
  readonly prompt?: string | undefined;
  readonly systemPrompt?: string | undefined;
  /** Pages that are found for the prompt are read too. */
  readonly webSearch: boolean;
}

export interface DataDeps extends ModelDeps {
  /** A page's Markdown. */
  markdown(url: string): Observable<string>;
  /** A site's addresses, those that fit the words best first. */
  site(url: string, words: string, most: number): Observable<string>;
  /** Addresses that are found for words. */
  found(words: string, most: number): Observable<string>;
}

/** Data that was taken out of several pages. */
export interface PagesData {
  readonly data: unknown;
  /** The pages that it was taken from. */
  readonly urls: readonly string[];
  /** By field, the pages that say it. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly warnings: readonly string[];
}

const MAX_PAGES = 50;
const MAX_FOUND = 5;
const AT_ONCE = 5;

const MERGE =
  "The page holds answers that were taken from several pages, as JSON. Merge them into one answer: put lists together without repetition; where they contradict each other, take what most of them say, or else the first.";

/** What one page came to. */
type Outcome =
  | { readonly place: number; readonly url: string; readonly data: unknown; readonly warnings: readonly string[] }
  | { readonly place: number; readonly url: string; readonly failure: SourceError };

/**
 * Takes data out of pages by a language model, five at once, and merges what they say; of one page it is that page's. A page
 * that fails is told in `warnings`. Errors: that of the first page where every page failed, `UnfitError`, those of the model.
 *
 *     pages:  --a---b|
 *     typed:    --A   --B|
 *     merged:            --m|
 */
export function extractData(request: DataRequest, deps: DataDeps): Observable<PagesData> {
  const { schema, prompt, systemPrompt } = request;
  return addressesOf(request, deps).pipe(
    reduce((all: readonly string[], url) => [...all, url], []),
    concatMap((urls) => {
      const wanted = { schema: urls.length > 1 && schema ? withoutRequired(schema) : schema, prompt, systemPrompt };
      return from(urls.entries()).pipe(
        mergeMap(
          ([place, url]) =>
            defer(() => deps.markdown(url)).pipe(
              concatMap((markdown) => typedData(markdown, wanted, deps)),
              map(({ data, warnings }): Outcome => ({ place, url, data, warnings })),
              catchError((thrown: unknown) => of<Outcome>({ place, url, failure: toSourceError(thrown) })),
            ),
          AT_ONCE,
        ),
        reduce((all: readonly Outcome[], outcome) => [...all, outcome], []),
        concatMap((outcomes) =>
          merged(
            outcomes.toSorted((a, b) => a.place - b.place),
            urls.length,
            request,
            deps,
          ),
        ),
      );
    }),
  );
}

const addressesOf = ({ urls, prompt = "", webSearch }: DataRequest, { site, found }: DataDeps): Observable<string> =>
  from([...urls, ...(webSearch ? [undefined] : [])]).pipe(
    concatMap((url) => {
      if (url === undefined) return found(prompt, MAX_FOUND);
      return url.endsWith("/*") ? site(url.slice(0, -1), prompt, MAX_PAGES) : of(url);
    }),
    distinct(),
    take(MAX_PAGES),
  );

function merged(
  outcomes: readonly Outcome[],
  asked: number,
  { schema, prompt, systemPrompt }: DataRequest,
  deps: DataDeps,
): Observable<PagesData> {
  const read = outcomes.flatMap((outcome) => ("data" in outcome ? [outcome] : []));
  const failed = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome] : []));
  const [only] = read;
  if (!only) throw failed[0]?.failure ?? new SourceError("not-found", "No page was found to take the data from.");
  const beside = {
    urls: read.map(({ url }) => url),
    sources: sourcesOf(read),
    warnings: [
      ...new Set(read.flatMap(({ warnings }) => warnings)),
      ...failed.map(({ url, failure }) => `${url} was left out: ${failure.message}`),
    ],
  };
  if (asked === 1) return of({ data: only.data, ...beside });
  const answers = JSON.stringify(read.map(({ url, data }) => ({ url, data })));
  const how = [MERGE, systemPrompt].filter(Boolean).join(" ");
  return typedData(answers, { schema, prompt, systemPrompt: how }, deps).pipe(
    map(({ data, warnings }) => ({ data, ...beside, warnings: [...beside.warnings, ...warnings] })),
  );
}

function sourcesOf(read: readonly { readonly url: string; readonly data: unknown }[]): PagesData["sources"] {
  const said = read.flatMap(({ url, data }) =>
    Object.entries(Object(data))
      .filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0))
      .map(([field]) => ({ field, url })),
  );
  return Object.fromEntries(
    [...Map.groupBy(said, ({ field }) => field)].map(([field, all]) => [field, all.map(({ url }) => url)]),
  );
}
