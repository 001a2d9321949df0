import { keysOf, missingKey, type RunEnv } from "./run.ts";
import type { Runnable } from "./source.ts";

/** Categories of which a list of names in `ENGINES` leaves only those that it names. */
const CHOSEN_BY_NAME: ReadonlySet<string> = new Set(["search", "suggest"]);

type Known = Pick<Runnable, "id" | "category" | "key">;

/**
 * Whether the operator's `ENGINES` lets searches ask a source. `-baidu` leaves out `baidu` and what else is its own
 * (`baidu_suggest`). A list with names limits web engines and suggestions to these; news, images and other fields have no list
 * of their own, and lose only what a minus leaves out.
 */
export function mayAsk({ id, category }: Pick<Known, "id" | "category">, { engines = [] }: RunEnv): boolean {
  const isLeftOut = engines.some((name) => name.startsWith("-") && `${id}_`.startsWith(`${name.slice(1)}_`));
  const named = engines.filter((name) => !name.startsWith("-"));
  return !isLeftOut && (named.length === 0 || named.includes(id) || !CHOSEN_BY_NAME.has(category));
}

/** A source that would ask a public instance of software that anybody can host, since the operator names no instance. */
export const asksPublicInstance = (source: Known, env: RunEnv): boolean =>
  source.key?.instance !== undefined && !keysOf(source, env)[source.key.instance];

/**
 * The sources of a search that names none: those that lack no key, that the operator lets searches ask, and that ask no
 * public instance; in the order of `ENGINES`, then in their own.
 */
export function readySources<S extends Known>(sources: readonly S[], env: RunEnv): readonly S[] {
  const place = ({ id }: S): number => {
    const at = env.engines?.indexOf(id) ?? -1;
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return sources
    .filter((source) => !missingKey(source, env) && mayAsk(source, env) && !asksPublicInstance(source, env))
    .toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}
