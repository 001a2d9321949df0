import { map, type Observable } from "rxjs";
import { regionOf } from "../parameters.ts";
import { languageOf } from "./keyword.ts";

/** Where a search is made. */
export interface Market {
  readonly language: string;
  readonly region: string | undefined;
}

/** The language and region that a request names, else those that its phrase is of. */
export const marketOf = (
  q: string,
  { language, region }: { readonly language?: string | undefined; readonly region?: string | undefined },
): Observable<Market> =>
  languageOf(language, q).pipe(map((spoken) => ({ language: spoken, region: region ?? regionOf(spoken) })));
