import type { HttpRequest } from "../../upstream/types.ts";
import { duckduckgoMarket, FROM_DUCKDUCKGO, type WithToken } from "./duckduckgo.ts";
import type { PageAsk } from "./paged.ts";
import { get } from "./request.ts";

/** Moderate is said by silence. */
const SAFE = { off: "-2", moderate: undefined, strict: "1" } as const;

interface Asked {
  readonly text: string;
  readonly language?: string | undefined;
  readonly region?: string | undefined;
  readonly safe?: keyof typeof SAFE | undefined;
}

/** The second step of DuckDuckGo's pictures (`i.js`) and videos (`v.js`), paged by the offset that the body before names. */
export const duckduckgoMedia =
  (script: "i.js" | "v.js") =>
  ({ text, language, region, safe, vqd, page, cursor }: WithToken<Asked> & PageAsk): HttpRequest | undefined => {
    if (page > 1 && !cursor) return undefined;
    const p = safe && SAFE[safe];
    return get(
      `https://duckduckgo.com/${script}`,
      {
        o: "json",
        q: text.slice(0, 499),
        u: "bing",
        l: duckduckgoMarket(language, region),
        bpia: 1,
        vqd,
        a: "h_",
        ct: "EN",
        p,
        s: cursor ?? 0,
      },
      { headers: { ...FROM_DUCKDUCKGO, ...(p && { cookie: `p=${p}` }) } },
    );
  };
