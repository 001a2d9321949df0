import { catchError, EMPTY, ignoreElements, merge, type Observable } from "rxjs";
import { tokenizer$ } from "../pipelines/budget/tokens.ts";
import type { Upstream } from "../upstream/types.ts";
import type { McpDeps } from "./tool.ts";

/** Where what is to be loaded is found. */
interface Loadable extends Pick<McpDeps, "onFailure"> {
  readonly categories: readonly {
    readonly id: string;
    readonly sources: readonly { readonly code: Observable<unknown> }[];
  }[];
  readonly env: { readonly upstream: Pick<Upstream, "loading"> };
}

/** The category that `web_search` asks, which is what most clients call first. */
const SEARCH = "search";

/**
 * Loads what a first call needs, while its client still reads the list of tools: the tokenizer, the code of the engines, and the
 * HTTP client. Each takes as long as a search. A load error is logged, and fails the call that needs the module.
 */
export const warmed = ({ categories, env, onFailure }: Loadable): Observable<never> => {
  const engines$ = categories.find(({ id }) => id === SEARCH)?.sources[0]?.code ?? EMPTY;
  const parts$ = [tokenizer$, engines$, env.upstream.loading() ?? EMPTY].map((part$: Observable<unknown>) =>
    part$.pipe(
      ignoreElements(),
      catchError((error: unknown) => {
        onFailure?.("what a first call needs could not be loaded", error);
        return EMPTY;
      }),
    ),
  );
  return merge(...parts$);
};
