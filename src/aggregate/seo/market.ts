import { regionOf } from "../parameters.ts";
import { languageOf } from "./keyword.ts";

/** Where a search is made. */
export interface Market {
  readonly language: string;
  readonly region: string | undefined;
}

/** The language and region that a request names, else those that its phrase is of. */
export function marketOf(
  q: string,
  { language, region }: { readonly language?: string | undefined; readonly region?: string | undefined },
): Market {
  const spoken = languageOf(language, q);
  return { language: spoken, region: region ?? regionOf(spoken) };
}
