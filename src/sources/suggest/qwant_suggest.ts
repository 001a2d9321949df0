import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { numeric } from "../kit/readers/json.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { FROM_QWANT } from "../kit/services/qwant.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

const Entry = z.object({ suggestType: numeric.nullish() });
const Answer = z.object({ status: z.literal("success"), data: z.object({ items: z.array(z.unknown()) }) });

const Failed = z.object({
  status: z.literal("error"),
  data: z.object({ error_code: z.union([z.int(), z.string()]).nullish() }).nullish(),
});

/** Error 24 is "too many requests"; the others are captchas and refusals. */
function refusal(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body);
  if (!failed.success) return undefined;
  const code = failed.data.data?.error_code;
  const because = code === null || code === undefined ? "" : ` (error ${code})`;
  return Number(code) === 24
    ? new SourceError("rate-limited", `Qwant says too many requests${because}.`)
    : new SourceError("blocked", `Qwant refuses to answer${because}.`);
}

const itemsOf = (body: z.output<typeof Answer> | z.output<typeof OpenSearch>) =>
  Array.isArray(body) ? body[1] : body.data.items;

export const qwantSuggest = defineSource({
  id: "qwant_suggest",
  title: "Qwant search suggestions",
  docs: "https://help.qwant.com/en/docs/overview/",
  terms: "no key, the endpoint of the search page itself; moderate use",
  query: typed("sail"),
  item: SuggestItem.extend({
    suggestType: z.int().optional().describe("Qwant's number for the kind of the suggestion"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500, userAgent: BROWSER },
  read: suggestions({
    request: ({ text, language, region }) =>
      get(
        "https://api.qwant.com/v3/suggest",
        { q: text, locale: language && region ? `${language}_${region}` : "en_US", version: 2 },
        { headers: FROM_QWANT },
      ),
    refused: refusal,
    body: z.union([Answer, OpenSearch]),
    list: itemsOf,
    results: resultsAt("https://www.qwant.com/", "q"),
    more: (body, place) => ({ suggestType: Entry.safeParse(itemsOf(body)[place]).data?.suggestType ?? undefined }),
  }),
});
