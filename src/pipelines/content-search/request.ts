import type { SourceError } from "../../errors.ts";
import type { SourceOutcome } from "../../events.ts";
import type { PageImage } from "../../extraction/page.ts";
import type { RenderMode, Upstream } from "../../upstream/types.ts";
import type { ExtractRequest, FailedResult } from "../extract.ts";
import type { LanguageModel } from "../research/index.ts";
import type { Engine } from "../search/engine.ts";
import type { DomainPattern } from "./domains.ts";
import type { Extracting } from "./pages.ts";

/**
 * How hard to look: `ultra-fast` stops at the first engines that bring enough; `fast` asks a few fast engines; `basic`
 * asks every engine, none longer than eight seconds; `advanced` asks every engine, and reads the pages.
 */
export type SearchDepth = "ultra-fast" | "fast" | "basic" | "advanced";

export interface ContentSearchRequest {
  readonly query: string;
  /** Results in the answer at most; 0: none. */
  readonly limit: number;
  readonly depth: SearchDepth;
  /** `news` asks the news sources too. */
  readonly topic: "general" | "news" | "finance";
  readonly timeRange?: "day" | "week" | "month" | "year" | undefined;
  /** ISO 8601 days, both included. Results that say no date stay, and are told of. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Two letters each. */
  readonly language?: string | undefined;
  readonly region?: string | undefined;
  readonly safe?: "strict" | undefined;
  readonly includeDomains: readonly DomainPattern[];
  /** `prefer`: others may come too, after them. */
  readonly domainsMode: "restrict" | "prefer";
  readonly excludeDomains: readonly DomainPattern[];
  /** Only results that show every phrase the query has in quotation marks. */
  readonly exactMatch: boolean;
  /** Passages that a result's content is made of, from its page; absent: the engines' snippet. */
  readonly chunks?: number | undefined;
  /** The pages' whole text. */
  readonly rawContent?: ExtractRequest["format"] | undefined;
  readonly images: boolean;
  /** The web engines to ask, by id; absent: those of the depth. */
  readonly engines?: readonly string[] | undefined;
  readonly answer?: "basic" | "advanced" | undefined;
  /** Whether a browser runs the pages' scripts first; default: the configuration's. */
  readonly render?: RenderMode | undefined;
  /** Milliseconds for reading pages; default 10,000. */
  readonly pagesMs?: number | undefined;
}

/** A search of the web without filters, pages' texts or pictures. */
export const PLAIN_SEARCH = {
  depth: "basic",
  topic: "general",
  includeDomains: [],
  domainsMode: "restrict",
  excludeDomains: [],
  exactMatch: false,
  images: false,
} as const satisfies Partial<ContentSearchRequest>;

export interface ContentSearchDeps {
  /** The web engines that are ready, in the order in which the answer reports them. */
  readonly engines: readonly Engine[];
  /** News and image sources that are ready. */
  readonly news: readonly Engine[];
  readonly pictures: readonly Engine[];
  readonly upstream: Pick<Upstream, "http" | "httpStream"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Writes the answer; absent: it is made of the sources' own sentences. */
  readonly model?: LanguageModel | undefined;
  /** Milliseconds that one engine may take. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds after which the answer is made of what there is; default: `OPERATION_MS`. */
  readonly timeMs?: number | undefined;
  /** Results are shown as they come: every engine is waited for. */
  readonly streamed?: boolean;
  /** Reads pages; default: `extract`. */
  readonly extract?: Extracting | undefined;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Told of an engine's, page's or model's failure, for the log. */
  readonly onFailure?: ((who: string, error: SourceError) => void) | undefined;
}

export interface ContentResult {
  readonly title: string;
  readonly url: string;
  /** The snippet, or the page's best passages in the page's order, joined by ` [...] `; "" where neither is known. */
  readonly content: string;
  /** 0–1; the best first. */
  readonly score: number;
  /** The engine of its best rank. */
  readonly source: string;
  /** ISO 8601. */
  readonly published_date?: string;
  /** The page's whole text; absent where it was not asked for or the page could not be read. */
  readonly raw_content?: string;
  /** What the page declares, where it was read; else where browsers look. */
  readonly favicon: string;
  /** The page's own; empty where they were not asked for. */
  readonly images: readonly PageImage[];
}

export interface ContentSearchResponse {
  readonly query: string;
  /** Each statement with `[n]`, which names `results[n - 1]`; absent where it was not asked for. */
  readonly answer?: string;
  readonly results: readonly ContentResult[];
  /** The image sources' first, then the pages' own. */
  readonly images: readonly FoundImage[];
  /** Pages that could not be read; their results stand with the snippet. */
  readonly failed_results: readonly FailedResult[];
  readonly sources: readonly SourceOutcome[];
  readonly warnings: readonly string[];
  readonly time_ms: number;
}

export interface FoundImage {
  readonly url: string;
  readonly description?: string;
}
