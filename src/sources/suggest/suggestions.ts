import { z } from "zod";
import type { HttpRequest, HttpResponse } from "../../upstream/types.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, jsonp } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import type { Reader } from "../source.ts";
import type { SuggestInput } from "./item.ts";

/**
 * `["what was typed", ["suggestion", …], …]`, and whatever else an engine adds:
 * https://github.com/dewitt/opensearch/blob/master/mediawiki/Specifications/OpenSearch/Extensions/Suggestions/1.1/Draft%201.wiki
 */
export const OpenSearch = z.tuple([z.string(), z.array(z.unknown())]).rest(z.unknown());

interface Suggestion {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string | undefined;
  readonly rank: number;
}

interface SuggestionsSpec<Body, More extends object> {
  readonly request: (ask: SuggestInput & PageRequest) => HttpRequest;
  readonly body: z.ZodType<Body>;
  /** The list of suggestions, each a text, a list that begins with it, or an object that holds it. */
  readonly list: (body: Body) => readonly unknown[];
  /** The address of the engine's results for a suggestion. */
  readonly results: (phrase: string, input: SuggestInput) => string;
  /** What else the answer says of the suggestion at a place of the list; may replace the address. */
  readonly more?: (body: Body, place: number) => More;
  readonly refused?: (json: unknown, response: HttpResponse) => Verdict;
}

/** Reads an engine's suggestions, in its order and each once; a JSONP wrapper is taken off. */
export function suggestions<Body, More extends object>(
  spec: SuggestionsSpec<Body, More>,
): Reader<SuggestInput, Suggestion & Partial<More>> {
  return json({
    request: spec.request,
    within: jsonp,
    ...(spec.refused && { refused: spec.refused }),
    body: spec.body,
    items: (body, input) => {
      const seen = new Set<string>();
      return spec.list(body).flatMap((entry, place) => {
        const title = phraseOf(entry);
        if (!title || seen.has(title)) return [];
        seen.add(title);
        const more: Partial<More> = spec.more?.(body, place) ?? {};
        return [{ title, url: spec.results(title, input), rank: seen.size, ...more }];
      });
    },
  });
}

const Phrase = z.object({
  q: z.string().optional(),
  phrase: z.string().optional(),
  value: z.string().optional(),
});

/** The suggested text out of an entry, without highlighting. */
function phraseOf(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry.includes("<") ? textOfHtml(entry) : entry.trim() || undefined;
  if (Array.isArray(entry)) return phraseOf(entry.find((part) => typeof part === "string" && part.trim()));
  const read = Phrase.safeParse(entry);
  return read.success ? phraseOf(read.data.q ?? read.data.phrase ?? read.data.value ?? []) : undefined;
}

/** An address with one parameter: where an engine shows its results. */
export const resultsAt =
  (address: string, parameter: string) =>
  (phrase: string): string =>
    `${address}?${new URLSearchParams({ [parameter]: phrase })}`;
