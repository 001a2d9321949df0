import { defer, firstValueFrom, from, type Observable, shareReplay } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Analysis } from "./define.ts";

/* Every analysis by its path, in the order of the documentation. What one does is imported when it is first asked. */
const LOADERS: Readonly<Record<string, () => Promise<Analysis>>> = {
  // seo
  "/seo/corpus": async () => (await import("./seo/corpus/index.ts")).corpus,
  "/seo/audit": async () => (await import("./seo/audit/index.ts")).audit,
  "/seo/competitors": async () => (await import("./seo/competitors/index.ts")).competitors,
  "/seo/content": async () => (await import("./seo/content/index.ts")).content,
  "/seo/pagespeed": async () => (await import("./seo/pagespeed/index.ts")).pagespeed,
  "/seo/serp-features": async () => (await import("./seo/serp-features/index.ts")).serpFeatures,
  "/seo/hreflang": async () => (await import("./seo/hreflang/index.ts")).hreflang,
  "/seo/opengraph": async () => (await import("./seo/opengraph/index.ts")).opengraph,
  "/seo/robots-txt": async () => (await import("./seo/robots-txt.ts")).robotsTxt,
  "/seo/kwvolume": async () => (await import("./seo/kwvolume/index.ts")).kwvolume,
  // france
  "/france/living": async () => (await import("./france/living/index.ts")).living,
  "/france/company": async () => (await import("./france/company/index.ts")).company,
  // realestate, product, social
  "/realestate/estimate": async () => (await import("./realestate/estimate/index.ts")).estimate,
  "/product/intelligence": async () => (await import("./product/intelligence/index.ts")).intelligence,
  "/social/sentiment": async () => (await import("./social/sentiment/index.ts")).sentiment,
  // finance, tech
  "/finance/portfolio": async () => (await import("./finance/portfolio/index.ts")).portfolio,
  "/tech/trends": async () => (await import("./tech/trends/index.ts")).trends,
  // travel, culture, health
  "/travel/trip": async () => (await import("./travel/trip/index.ts")).trip,
  "/culture/events": async () => (await import("./culture/events/index.ts")).events,
  "/health/drugs": async () => (await import("./health/drugs/index.ts")).drugs,
  // research, monitor
  "/research/literature": async () => (await import("./research/literature/index.ts")).literature,
  "/monitor/track": async () => (await import("./monitor/track/index.ts")).track,
};

/** An analysis as it is listed: its path, and its code, imported by the first who subscribes. */
export interface ListedAnalysis {
  readonly path: string;
  /** Fails with `internal` where the code cannot be loaded, and tries again then. */
  readonly code: Observable<Analysis>;
}

export const analyses: readonly ListedAnalysis[] = Object.entries(LOADERS).map(([path, load]) => ({
  path,
  code: defer(() => from(loaded(path, load))).pipe(shareReplay(1)),
}));

async function loaded(path: string, load: () => Promise<Analysis>): Promise<Analysis> {
  try {
    return await load();
  } catch (cause) {
    throw new SourceError("internal", `What answers ${path} could not be loaded.`, { cause });
  }
}

/** An analysis by its path. */
export const findAnalysis = (path: string): ListedAnalysis | undefined =>
  analyses.find((listed) => listed.path === path);

/** The code of them all. */
export const allAnalyses = (): Promise<readonly Analysis[]> =>
  Promise.all(analyses.map(({ code }) => firstValueFrom(code)));
