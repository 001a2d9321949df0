import { randomUUID } from "node:crypto";
import { catchError, defer, map, type Observable, of, switchMap } from "rxjs";
import { type ErrorKind, SourceError, toSourceError } from "../../errors.ts";
import { type Document, readingIn, sharedReader } from "../../reading/reader.ts";
import type { Upstream } from "../../upstream/types.ts";
import { limitedRendering } from "../rendering/limited.ts";
import { type Measured, mayRender, type Outcome, readRendered } from "../rendering/rendering.ts";
import type { Discovery, Entry } from "./discovery.ts";
import { type FetchedPage, fetchPage } from "./fetch-page.ts";
import type { Arrival } from "./frontier.ts";
import type { CrawlOptions } from "./options.ts";
import type { Pace } from "./port.ts";
import type { Links, Reading, ReadingTask } from "./reading.ts";
import type { CrawledPage, FailedPage } from "./response.ts";
import { AGENT, type RobotsRules, robotsReader } from "./robots.ts";

/** Pages are read elsewhere, so that the thread that serves stays free. */
const READING = readingIn<ReadingTask, Reading>(import.meta.url, "read-page", "readPage");

/** Requests to one host at once, where nothing else is said. */
export const HOST_CONCURRENCY = 6;

/** What fails a crawl by its first page: nothing was fetched. */
const REFUSED: ReadonlySet<ErrorKind> = new Set(["bad-query", "forbidden-target"]);

/** Reads bodies elsewhere; unsubscribing stops it. */
interface PageReader {
  read(reading: typeof READING, task: ReadingTask, document: Document): Observable<Reading>;
}

export interface VisitDeps {
  /** Without `render` no page is rendered. */
  readonly upstream: Pick<Upstream, "httpStream" | "client"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Default: the process's own. */
  readonly reader?: PageReader;
  /** The product token that robots.txt files know us by; default `tributary`. */
  readonly agent?: string;
  /** Reads robots.txt files; default: one of this crawl's own. */
  readonly robots?: (url: URL) => Observable<RobotsRules>;
  /** Requests to one host at once; default 6. */
  readonly hostConcurrency?: number;
  /** Milliseconds between two requests to one host; default 0. A host's own `Crawl-delay` is obeyed besides. */
  readonly spacingMs?: number;
  /** Milliseconds for one page; default: the door's. */
  readonly pageTimeoutMs?: number;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Told of what is our own fault, for the log: `failed_results` holds the sentence only. */
  readonly onFailure?: (url: string, error: SourceError) => void;
}

/** What tells a page's content from another's. */
interface ContentKeys {
  /** Of the whole text. */
  readonly textKey: bigint;
  /** Absent where the text is too short for one. */
  readonly simHash: bigint | undefined;
}

/** A visit's outcome. Without `page` the address only led elsewhere, or robots.txt forbids it. */
export interface Visit<Page = CrawledPage> {
  readonly entry: Entry;
  readonly page?: Page | FailedPage;
  /** Absent where pages of the same content are all wanted. */
  readonly content?: ContentKeys;
  readonly disallowed?: true;
}

/** What a fetched page came to, and where it leads. */
interface Made<Page = CrawledPage> {
  readonly page: Page | FailedPage;
  readonly content?: ContentKeys;
  readonly links: Links;
}

/** An entry that is visited. */
interface Visited extends Entry {
  /** It is the crawl's first page. */
  readonly first: boolean;
}

/** Makes what a crawl keeps out of a fetched page; `sites` are those whose links are wanted, all where it is undefined. */
export type MakePage<Page> = (
  entry: Visited,
  fetched: FetchedPage,
  sites: readonly string[] | undefined,
) => Observable<Made<Page>>;

/**
 * How a crawl visits an address: fetches it, makes a page of it, and says where it leads. Each visit emits one arrival,
 * which settles it. Fails only where the first address is none (`bad-query`) or may not be reached (`forbidden-target`).
 */
export function visitor(
  request: CrawlOptions & Pick<ReadingTask, "exact">,
  deps: VisitDeps,
  discovery: Discovery,
): (entry: Entry) => Observable<Arrival<Entry, Visit>> {
  return visitorOf(deps, discovery, extraction(request, deps));
}

/** The same with pages of another making. */
export function visitorOf<Page>(
  deps: VisitDeps,
  discovery: Discovery,
  make: MakePage<Page>,
): (entry: Entry) => Observable<Arrival<Entry, Visit<Page>>> {
  const { upstream, onFailure, pageTimeoutMs, now = () => performance.now() } = deps;
  const fetching = {
    upstream,
    robots: deps.robots ?? robotsReader(upstream, deps.agent ?? AGENT),
    admit: discovery.admit,
    hostConcurrency: deps.hostConcurrency ?? HOST_CONCURRENCY,
    spacingMs: deps.spacingMs ?? 0,
    session: `crawl ${randomUUID()}`,
    pageTimeoutMs,
  };
  type Arrived = Arrival<Entry, Visit<Page>>;

  return (entry) =>
    defer(() => {
      const begin = now();
      const visited = { ...entry, first: discovery.isFirst(entry) };
      let spacingMs = fetching.spacingMs;
      const pace = (): Pace => ({ answeredMs: now() - begin, ...(spacingMs > 0 && { spacingMs }) });
      return fetchPage(entry, fetching).pipe(
        switchMap((fetched): Observable<Arrived> => {
          spacingMs = fetched.spacingMs;
          const answered = pace();
          if (fetched.kind === "moved") return of({ outcome: { entry }, pace: answered });
          if (fetched.kind === "disallowed") {
            const refused =
              visited.first && failed(entry.url, "disallowed", "The site's robots.txt forbids this page.");
            return of({ outcome: { entry, disallowed: true, ...(refused && { page: refused }) }, pace: answered });
          }
          return make(visited, fetched, discovery.sites()).pipe(
            map(({ page, content, links }) => ({
              outcome: { entry, page, ...(content && { content }) },
              found: discovery.found(links, entry),
              pace: answered,
            })),
          );
        }),
        catchError((thrown: unknown) => {
          const error = toSourceError(thrown);
          if (visited.first && REFUSED.has(error.kind)) throw error;
          if (error.kind === "internal") onFailure?.(entry.url, error);
          const { retryAfterMs } = error;
          return of<Arrived>({
            outcome: { entry, page: failed(entry.url, error.kind, error.message) },
            pace: { ...pace(), ...(retryAfterMs !== undefined && { retryAfterMs }) },
          });
        }),
      );
    });
}

/** The crawl's own pages: the extracted content, rendered where it takes that, as far as the limit of renderings goes. */
function extraction(
  {
    include_images: images,
    content_format,
    render,
    render_limit,
    debug = false,
    exact = false,
  }: CrawlOptions & Pick<ReadingTask, "exact">,
  { reader = sharedReader(), upstream, now }: Pick<VisitDeps, "reader" | "upstream" | "now">,
): MakePage<CrawledPage> {
  const markdown = content_format === "markdown";
  const scripting = mayRender(render, upstream);
  const limited = limitedRendering(upstream, render_limit, "The crawl");
  return ({ depth }, { head, pieces, bytes }, sites) => {
    const response = { ...head, body: Buffer.alloc(0) };
    return readRendered(
      {
        url: head.url,
        response,
        whole: () => ({ ...head, body: Buffer.concat(pieces) }),
        mode: render,
        read: (document) => {
          const { url, status, headers } = document;
          return reader.read(
            READING,
            { url, status, headers, markdown, images, scripting, exact, ...(sites && { sites }) },
            { url, pieces: document === response ? pieces : [document.body], client: upstream.client },
          );
        },
        measure: measured,
      },
      { upstream: limited, ...(now && { now }) },
    ).pipe(map((outcome) => made({ depth, bytes, images, debug }, outcome)));
  };
}

const measured = (reading: Reading): Measured => ({
  words: reading.words ?? (reading.ok ? reading.content.length : 0),
  scripting: reading.scripting,
  refusal: reading.ok || reading.code === "empty" ? undefined : new SourceError(reading.code, reading.error),
});

function made(
  {
    depth,
    bytes,
    images,
    debug,
  }: { readonly depth: number; readonly bytes: number; readonly images: boolean; readonly debug: boolean },
  outcome: Outcome<Reading>,
): Made {
  const { read: reading, response, rendered, renderMs, reason, warnings } = outcome;
  const url = withoutFragment(response.url);
  const links = { links: reading.links, keys: reading.keys };
  if (!reading.ok) return { links, page: failed(url, reading.code, reading.error) };
  const { title, favicon, content, textKey, simHash } = reading;
  return {
    links,
    content: { textKey, simHash },
    page: {
      url,
      ...(title !== undefined && { title }),
      raw_content: content,
      ...(favicon !== undefined && { favicon }),
      ...(images && { images: reading.images }),
      ...(rendered !== undefined && { rendered }),
      ...(renderMs !== undefined && { render_ms: renderMs }),
      ...(debug && reason && { render_reason: reason }),
      ...(warnings.length > 0 && { warnings }),
      depth,
      bytes,
    },
  };
}

const failed = (url: string, code: FailedPage["code"], error: string): FailedPage => ({ url, error, code });

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "");
