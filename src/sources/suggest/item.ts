import { z } from "zod";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { BaseItem, HttpUrl } from "../kit/values/fields.ts";

/** A search that an engine suggests for what was typed so far. */
export const SuggestItem = BaseItem.extend({
  title: z.string().describe("the suggested search"),
  url: HttpUrl.describe("the engine's results for it"),
  rank: z.int().positive().describe("its place in the engine's list, from 1"),
});

const SuggestOptions = SearchOptions.pick({ language: true, region: true });

/** What is asked for. */
export type SuggestInput = { readonly text: string } & z.output<typeof SuggestOptions>;

/** What was typed so far: `{ text, language?, region? }`. An engine that cannot honour an option ignores it. */
export const typed = (example: string, describe = "the beginning of a search") =>
  text(describe, example, SuggestOptions);
