import { z } from "zod";
import { instanceOf } from "../kit/instance.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { SearchOptions } from "./item.ts";

/** A public instance; most of these answer programs with a refusal, so that one's own is the way. */
const PUBLIC = "https://searx.be";

const SAFE = { off: 0, moderate: 1, strict: 2 } as const;

/** Further restrictions of a search. */
export const Options = SearchOptions.extend({
  categories: z.string().max(200).optional().describe("comma-separated categories of the instance, e.g. science,it"),
  engines: z.string().max(200).optional().describe("comma-separated engines of the instance, e.g. bing,wikipedia"),
});

/** What is asked for. */
export type Input = { readonly text: string } & z.output<typeof Options>;

/** One page of a search at the instance. */
export function request({ text, language, region, time_range, safe, categories, engines, page, key }: Input & PageAsk) {
  return get(`${instanceOf("SEARXNG_URL", key, PUBLIC)}/search`, {
    q: text,
    format: "json",
    pageno: page,
    language: language && (region ? `${language}-${region}` : language),
    time_range,
    safesearch: safe && SAFE[safe],
    categories,
    engines,
  });
}
