import { SourceError } from "../../../errors.ts";
import type { HttpRequest } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";
import type { PageRequest } from "../readers/paged.ts";
import { plain } from "../readers/plain.ts";
import { get } from "../requests/request.ts";
import type { Judge } from "../responses/answer.ts";
import { changed } from "../responses/answer.ts";
import { wallIn } from "../responses/refusals.ts";

/** What DuckDuckGo's modules (news, images, videos) have in common: each wants the token that the search's page holds. */

/** What is asked for, with the token that belongs to these words and to the User-Agent that asked. */
export type WithToken<Input> = Input & { readonly vqd: string };

/** 202 and 418 stand for the captcha, 403 for a token or an address that DuckDuckGo does not like. */
export const duckduckgoRefusal: Judge = ({ status }) =>
  status === 202 || status === 418 || status === 403
    ? new SourceError("blocked", `DuckDuckGo takes us for a bot and does not answer (HTTP ${status}).`)
    : undefined;

/** The first step: the page of the search, and the token in it. */
export const duckduckgoToken = <Input extends { readonly text: string }>(
  module: "news" | "images" | "videos",
): Reader<Input, WithToken<Input>> =>
  plain<Input, WithToken<Input>>({
    request: ({ text }) =>
      get(
        "https://duckduckgo.com/",
        { q: text.slice(0, 499), iar: module, t: "h_" },
        { headers: { accept: "text/html" } },
      ),
    judge: duckduckgoRefusal,
    items: (page, input, response) => {
      const vqd = /\bvqd=["']?(\d[\d-]{8,200})/.exec(page)?.[1];
      if (!vqd) throw wallIn(response) ?? changed("DuckDuckGo", "no vqd in its page");
      return [{ ...input, vqd }];
    },
  });

/** Headers of the second step. */
export const FROM_DUCKDUCKGO = { accept: "*/*", referer: "https://duckduckgo.com/" } as const;

/** DuckDuckGo's market, `us-en`; `wt-wt` is the whole world. */
export const duckduckgoMarket = (language: string | undefined, region: string | undefined): string =>
  region ? `${region.toLowerCase()}-${language ?? "en"}` : "wt-wt";

/** The offset out of a body's `next` (`news.js?q=…&s=30&…`) as the next page's cursor; null where there is no further page. */
export const duckduckgoNext = (next: string | null | undefined): string | null =>
  new URLSearchParams(next?.replace(/^[^?]*\?/, "")).get("s");

/** What a module is asked for. */
export interface DuckduckgoSearch {
  readonly text: string;
  readonly language?: string | undefined;
  readonly region?: string | undefined;
}

/** The parameters that every module's second step begins with. */
export const duckduckgoParams = ({ text, language, region, vqd }: WithToken<DuckduckgoSearch>) => ({
  o: "json",
  q: text.slice(0, 499),
  u: "bing",
  l: duckduckgoMarket(language, region),
  bpia: 1,
  vqd,
  a: "h_",
  ct: "EN",
});

/** Moderate is said by silence. */
const SAFE = { off: "-2", moderate: undefined, strict: "1" } as const;

interface Careful extends DuckduckgoSearch {
  readonly safe?: keyof typeof SAFE | undefined;
}

/** The second step of DuckDuckGo's pictures (`i.js`) and videos (`v.js`), paged by the offset that the body before names. */
export const duckduckgoMedia =
  (script: "i.js" | "v.js") =>
  (ask: WithToken<Careful> & PageRequest): HttpRequest | undefined => {
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
