import type { HttpRequest } from "../../upstream/types.ts";
import { type DuckduckgoSearch, duckduckgoParams, FROM_DUCKDUCKGO, type WithToken } from "./duckduckgo.ts";
import type { PageAsk } from "./paged.ts";
import { get } from "./request.ts";

/** Moderate is said by silence. */
const SAFE = { off: "-2", moderate: undefined, strict: "1" } as const;

interface Careful extends DuckduckgoSearch {
  readonly safe?: keyof typeof SAFE | undefined;
}

/** The second step of DuckDuckGo's pictures (`i.js`) and videos (`v.js`), paged by the offset that the body before names. */
export const duckduckgoMedia =
  (script: "i.js" | "v.js") =>
  (ask: WithToken<Careful> & PageAsk): HttpRequest | undefined => {
    const { safe, page, cursor } = ask;
    if (page > 1 && !cursor) return undefined;
    const p = safe && SAFE[safe];
    return get(
      `https://duckduckgo.com/${script}`,
      {
        ...duckduckgoParams(ask),
        p,
        s: cursor ?? 0,
      },
      { headers: { ...FROM_DUCKDUCKGO, ...(p && { cookie: `p=${p}` }) } },
    );
  };
