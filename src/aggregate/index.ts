import { defer, firstValueFrom, from, type Observable, shareReplay } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Analysis } from "./define.ts";

/*
 * Every analysis by its path, in the order of the documentation. What one does is imported when it is first asked. Each stands
 * between blank comments, so that lines of several branches merge.
 */
const LOADERS: Readonly<Record<string, () => Promise<Analysis>>> = {
  // seo
  "/seo/content": async () => (await import("./seo/content/index.ts")).content,
  //
  "/seo/opengraph": async () => (await import("./seo/opengraph/index.ts")).opengraph,
  //
  "/seo/robots-txt": async () => (await import("./seo/robots-txt.ts")).robotsTxt,
  // france
  "/france/living": async () => (await import("./france/living/index.ts")).living,
  //
  "/france/company": async () => (await import("./france/company/index.ts")).company,
  // realestate, product, social
  "/realestate/estimate": async () => (await import("./realestate/estimate/index.ts")).estimate,
  //
  "/product/intelligence": async () => (await import("./product/intelligence/index.ts")).intelligence,
  //
  "/social/sentiment": async () => (await import("./social/sentiment/index.ts")).sentiment,
  // finance, tech
  // travel, culture, health
  // research, monitor
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
