import { pid } from "node:process";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { askedAgain } from "../kit/asked-again.ts";
import { json, numeric } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { wallIn } from "../kit/refusals.ts";
import { get } from "../kit/request.ts";
import { unixSeconds } from "../kit/values.ts";
import { marketOf } from "./asking.ts";
import { BROWSER, type SearchInput, SearchItem, searchText } from "./item.ts";

const SAFE = { off: 0, moderate: 1, strict: 2 } as const;

/** The test group a visitor is put in: 1 to 3, the same as long as the process lives. */
const TEST_GROUP = 1 + (pid % 3);

function localeOf(input: SearchInput): string {
  const { language, region } = marketOf(input) ?? { language: "en", region: "US" };
  return `${language}_${region}`;
}

/** Its parameters are sent in the order of its own page. */
function request(ask: SearchInput & PageAsk) {
  if (ask.page > 5) return undefined;
  return get(
    "https://api.qwant.com/v3/search/web",
    {
      q: ask.text,
      count: 10,
      locale: localeOf(ask),
      offset: (ask.page - 1) * 10,
      tgp: TEST_GROUP,
      device: "desktop",
      safesearch: SAFE[ask.safe ?? "moderate"],
      displayed: true,
      llm: true,
    },
    { session: "qwant", headers: { origin: "https://www.qwant.com", referer: "https://www.qwant.com/" } },
  );
}

const Refusal = z.object({
  status: z.literal("error"),
  data: z
    .object({ error_code: numeric.nullish(), message: z.union([z.string(), z.array(z.string())]).nullish() })
    .nullish(),
});

/** 22 and 24 stand for a country or a visitor that is not served, 27 for a captcha. */
function refused(body: unknown): SourceError | undefined {
  const read = Refusal.safeParse(body);
  if (!read.success) return undefined;
  const { error_code: code, message } = read.data.data ?? {};
  const said = [message ?? []].flat().join(" ") || `error ${code}`;
  if (code === 24) return new SourceError("rate-limited", `Qwant says too many requests: ${said}.`);
  if (code === 22 || code === 27) return new SourceError("blocked", `Qwant refuses to answer: ${said}.`);
  return new SourceError("unreachable", `Qwant failed: ${said}.`);
}

const Web = z.object({
  title: z.string(),
  url: z.string(),
  desc: z.string().nullish(),
  source: z.string().nullish(),
  date: numeric.nullish(),
});

/** Web results among rows of advertisements, images, videos and news. */
const Row = z.union([
  z.object({ type: z.literal("web"), items: z.array(Web) }),
  z.object({ type: z.string().refine((type) => type !== "web") }).transform(() => ({ items: [] })),
]);

const Body = z.object({
  data: z.object({ result: z.object({ items: z.object({ mainline: z.array(Row).nullish() }) }) }),
});

export const qwant = defineSource({
  id: "qwant",
  title: "Qwant",
  docs: "https://help.qwant.com/en/docs/overview/",
  terms: "no official API; one request a second; served in some countries only",
  query: searchText("words to search the web for", "rxjs backpressure"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing",
  // The first answer to a new visitor is a refusal that sets a cookie.
  read: askedAgain(
    (response) => response.setCookie.some((cookie) => cookie.startsWith("datadome=")) && wallIn(response) !== undefined,
    json({
      pages: request,
      refused,
      body: Body,
      items: ({ data }) =>
        (data.result.items.mainline ?? [])
          .flatMap(({ items }) => items)
          .map(({ title, url, desc, source, date }) => ({
            title,
            url,
            snippet: desc,
            displayUrl: source,
            publishedAt: unixSeconds(date),
          })),
    }),
  ),
});
