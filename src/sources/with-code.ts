import { type Observable, switchMap } from "rxjs";
import type { ListedSource, Source } from "./source.ts";

/** What a listed source's code comes to; the code is not waited for where it is here. */
export const withCode = <T>(
  { code, loaded }: Pick<ListedSource, "code" | "loaded">,
  use: (source: Source) => Observable<T>,
): Observable<T> => {
  const here = loaded();
  return here ? use(here) : code.pipe(switchMap(use));
};
