import type { Category } from "../../sources/define.ts";
import { readySources } from "../../sources/ready.ts";
import type { RunEnv } from "../../sources/run.ts";
import type { Runnable } from "../../sources/source.ts";
import { engineOf } from "../search/engine.ts";
import type { ContentSearchDeps } from "./request.ts";

/** The web, news and image sources that are ready: those that lack no key. */
export function contentSources(
  categories: readonly Category<Runnable>[],
  env: RunEnv,
): Pick<ContentSearchDeps, "engines" | "news" | "pictures"> {
  const ready = (category: string) =>
    readySources(categories.find(({ id }) => id === category)?.sources ?? [], env).map((source) =>
      engineOf(source, env),
    );
  return { engines: ready("search"), news: ready("news"), pictures: ready("images") };
}
