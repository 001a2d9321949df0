import type { CostClass } from "./classes.ts";

/** Sources that have a page drawn. */
const DRAWN: ReadonlySet<string> = new Set(["page/screenshot", "page/pagespeed"]);
/** Categories whose sources ask engines. */
const SEARCHED: ReadonlySet<string> = new Set(["search", "serp"]);

/** What asking one source costs. */
export function costOfSource({ category, id }: { readonly category: string; readonly id: string }): CostClass {
  if (DRAWN.has(`${category}/${id}`)) return "browser";
  return SEARCHED.has(category) ? "search" : "extract";
}
