import { map, type Observable, of } from "rxjs";
import { regionOf } from "../parameters.ts";
import { languageOfText } from "../prompt/language.ts";

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
  (language === undefined ? languageOfText(q) : of(language)).pipe(
    map((spoken) => ({ language: spoken, region: region ?? regionOf(spoken) })),
  );
