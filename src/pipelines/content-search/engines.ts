import { engineNamed } from "../../sources/by-name.ts";
import type { Ask } from "../../sources/run.ts";
import { MINI_ENGINES } from "../research/index.ts";
import type { Engine } from "../search/engine.ts";
import { withSites } from "./domains.ts";
import type { ContentSearchDeps, ContentSearchRequest, SearchDepth } from "./request.ts";

/** Engines that pass `site:` and `-site:` on to an index that knows them. */
const KNOW_SITES: ReadonlySet<string> = new Set([
  "bing",
  "brave",
  "duckduckgo",
  "ecosia",
  "google",
  "mojeek",
  "searxng",
  "startpage",
  "yahoo",
  "bing_news",
  "duckduckgo_news",
  "google_news",
]);

/** Whom a search asks, and how. */
export interface Asking {
  readonly ask: Ask;
  readonly engines: readonly Engine[];
  readonly deadlineMs: number | undefined;
  /** Distinct pages that are enough to stop. */
  readonly enough?: number;
  /** See `leaveBehind`. */
  readonly settledResults?: number;
}

const MOST_MS: Readonly<Record<SearchDepth, number>> = {
  "ultra-fast": 3_000,
  fast: 5_000,
  basic: 8_000,
  advanced: Number.POSITIVE_INFINITY,
};

/** Pages that `ultra-fast` waits for at least, so that there is something to rank. */
const ENOUGH = 10;

export function askingOf(request: ContentSearchRequest, deps: ContentSearchDeps): Asking {
  const { query, depth, language, region, includeDomains, domainsMode, excludeDomains } = request;
  const only = domainsMode === "restrict" ? includeDomains : [];
  const q = withSites(query, only, excludeDomains);
  const chosen = [
    ...(request.topic === "news" ? deps.news : []),
    ...(request.engines ? request.engines.map((id) => engineNamed(id, deps.engines)) : webEngines(depth, deps.engines)),
  ];
  const able = chosen.filter(({ id }) => KNOW_SITES.has(id));
  const asked = only.length > 0 && able.length > 0 ? able : chosen;
  const most = Math.min(MOST_MS[depth], deps.deadlineMs ?? Number.POSITIVE_INFINITY);
  return {
    ask: {
      q: query,
      pagecount: 1,
      noCache: false,
      options: {
        ...(language !== undefined && { language }),
        ...(region !== undefined && { region }),
        ...(request.safe !== undefined && { safe: request.safe }),
        ...(request.timeRange !== undefined && { time_range: request.timeRange }),
      },
    },
    engines: asked.map((engine) => (q !== query && KNOW_SITES.has(engine.id) ? asking(engine, q) : engine)),
    deadlineMs: Number.isFinite(most) ? most : undefined,
    ...(!deps.streamed && !isFiltered(request) && { settledResults: request.limit }),
    ...(depth === "ultra-fast" && { enough: Math.max(ENOUGH, 2 * request.limit) }),
  };
}

/** Whether results may be left out or put in another order after the search, so that its first ones say little. */
const isFiltered = ({ includeDomains, excludeDomains, from, until, exactMatch }: ContentSearchRequest): boolean =>
  includeDomains.length > 0 || excludeDomains.length > 0 || from !== undefined || until !== undefined || exactMatch;

function webEngines(depth: SearchDepth, engines: readonly Engine[]): readonly Engine[] {
  const fast = depth === "fast" || depth === "ultra-fast" ? engines.filter(({ id }) => MINI_ENGINES.includes(id)) : [];
  return fast.length > 0 ? fast : engines;
}

/** The engine, asked other words than those that its results are scored by. */
const asking = (engine: Engine, q: string): Engine => ({
  ...engine,
  run: (ask, onNotice) => engine.run({ ...ask, q }, onNotice),
});
