import { catchError, concatMap, map, merge, type Observable, of, reduce } from "rxjs";
import { type SourceError, toSourceError } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";
import { takeUntilDeadline } from "../../operators/takeUntilDeadline.ts";
import type { Upstream } from "../../upstream/types.ts";
import { type ExtractRequest, type ExtractResponse, extract } from "../extract.ts";
import { limitedRendering } from "../rendering/limited.ts";
import { type FoundText, foundText } from "./answer.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { ResearchRequest, ResearchResponse, ResearchResult } from "./request.ts";

export interface ReadingDeps {
  readonly upstream: Pick<Upstream, "http"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Reads pages. */
  readonly extract?: (request: ExtractRequest) => Observable<StreamEvent<ExtractResponse>>;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Told of what is our own fault, for the log. */
  readonly onFailure?: ((who: string, error: SourceError) => void) | undefined;
}

type PageEvent = Extract<StreamEvent<ResearchResponse>, { event: "page" }>;

/** Pages that are read at most, and of one host. */
const MAX_PAGES = { mini: 3, pro: 8 };
const MAX_PAGES_A_HOST = 2;
/** Pages that one order has a browser render. */
const MOST_RENDERED = 5;
/** Milliseconds in which they are read, and in which the first of them may come; what is not there is answered from snippets. */
const READ_MS = { mini: { all: 1500, first: 4000 }, pro: { all: 60_000, first: 60_000 } };

/** What the answer is to be made from. */
export interface EvidenceStep {
  readonly event: "evidence";
  /** In the results' order. */
  readonly found: readonly FoundText[];
  readonly passages: readonly Passage[];
  /** What pages say of their date, by their result's place. */
  readonly dates: ReadonlyMap<number, string>;
  readonly warnings: readonly string[];
}

export const isEvidence = (step: PageEvent | EvidenceStep): step is EvidenceStep => step.event === "evidence";

/** The passages of pages read, and the snippets of the other results. */
export function passagesFrom(
  results: readonly ResearchResult[],
  { model }: ResearchRequest,
  deps: ReadingDeps,
  leftMs: number,
): Observable<PageEvent | EvidenceStep> {
  if (results.length === 0) return of(evidenceOf(results, [], model));
  const [all, first] = [Math.min(READ_MS[model].all, leftMs), Math.min(READ_MS[model].first, leftMs)];
  return reading(results, MAX_PAGES[model], deps).pipe(
    takeUntilDeadline(all, first, ({ text }) => text !== undefined),
    fork((pages$) =>
      merge(
        pages$.pipe(map((page): PageEvent => ({ event: "page", data: page.shown }))),
        pages$.pipe(
          reduce((all: readonly PageRead[], page) => [...all, page], []),
          map((pages) => evidenceOf(results, pages, model)),
        ),
      ),
    ),
  );
}

function evidenceOf(
  results: readonly ResearchResult[],
  pages: readonly PageRead[],
  model: ResearchRequest["model"],
): EvidenceStep {
  const read = new Map(pages.map((page) => [page.n, page]));
  const found = results.map((result, index) => foundText(index + 1, result, read.get(index + 1)?.text));
  const passages = found.flatMap(({ n, text, from }) => passagesOf(n, text, from));
  const failed = pages.filter(({ text }) => !text).length;
  const warnings =
    model === "pro" && pages.length > 0 && failed === pages.length
      ? ["None of the best pages could be read; the answer is from snippets."]
      : [];
  const dates = new Map(pages.flatMap(({ n, date }) => (date === undefined ? [] : [[n, date] as const])));
  return { event: "evidence", found, passages, dates, warnings };
}

/** One of the best pages, read or not. */
interface PageRead {
  /** Its result's place, 1-based. */
  readonly n: number;
  readonly text?: string | undefined;
  readonly date?: string | undefined;
  /** As the event tells of it. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Reads the best pages, no more than two of one host, each as it arrives. */
function reading(results: readonly ResearchResult[], count: number, deps: ReadingDeps): Observable<PageRead> {
  const { http } = deps.upstream;
  const upstream = { http, ...limitedRendering(deps.upstream, MOST_RENDERED, "The research") };
  const { extract: pagesOf = (request) => extract(request, { upstream, ...reporting(deps) }) } = deps;
  const places = new Map(bestPages(results, count).map(({ url, n }) => [url, n]));
  const request: ExtractRequest = {
    urls: [...places.keys()],
    includeImages: false,
    includeRawContent: true,
    format: "text",
  };
  return pagesOf(request).pipe(
    // A single page that may not be reached fails its extraction; research goes on from the snippets.
    catchError((thrown: unknown) => {
      const { kind, message } = toSourceError(thrown);
      return of<StreamEvent<ExtractResponse>>({
        event: "page",
        data: { url: request.urls[0], error: message, code: kind },
      });
    }),
    concatMap((event) => (event.event === "page" ? pageRead(event.data, places) : [])),
  );
}

const reporting = ({ onFailure, now }: ReadingDeps) => ({
  ...(now && { now }),
  ...(onFailure && { onFailure: (url: string, error: SourceError) => onFailure(url, error) }),
});

function bestPages(
  results: readonly ResearchResult[],
  count: number,
): readonly { readonly url: string; readonly n: number }[] {
  const perHost = new Map<string, number>();
  return results
    .map(({ url }, index) => ({ url: URL.parse(url), n: index + 1 }))
    .flatMap(({ url, n }) => {
      if (!url) return [];
      const before = perHost.get(url.host) ?? 0;
      perHost.set(url.host, before + 1);
      return before < MAX_PAGES_A_HOST ? [{ url: url.href, n }] : [];
    })
    .slice(0, count);
}

function pageRead(data: Readonly<Record<string, unknown>>, places: ReadonlyMap<string, number>): readonly PageRead[] {
  const { url, title, raw_content, published_date, error, code } = data;
  const n = typeof url === "string" ? places.get(url) : undefined;
  if (n === undefined) return [];
  if (error !== undefined) return [{ n, shown: { url, error, code } }];
  const content = text(raw_content);
  return [
    {
      n,
      text: content,
      date: text(published_date),
      shown: { url, ...(title !== undefined && { title }), passages: passagesOf(n, content ?? "", "page").length },
    },
  ];
}

export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;
