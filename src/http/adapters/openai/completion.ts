import { concatMap, defer, map, type Observable, type OperatorFunction, of } from "rxjs";
import type { StreamEvent } from "../../../events.ts";
import { tokenizer$ } from "../../../pipelines/budget/tokens.ts";
import type { ResearchResponse, ResearchResult } from "../../../pipelines/research/index.ts";
import type { Asked } from "./messages.ts";

export interface Completing extends Pick<Asked, "prompt" | "model" | "includeUsage" | "warnings"> {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** What an answer is made of: `[n]` in its text names the n-th of both. */
const sourcesOf = (results: readonly ResearchResult[]) => ({
  citations: results.map(({ url }) => url),
  search_results: results.map(({ title, url, published_date, content }) => ({
    title: title ?? url,
    url,
    ...(published_date !== undefined && { date: published_date }),
    ...(content !== undefined && { snippet: content }),
  })),
});

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

const usageOf = (prompt: string, answer: string): Observable<Usage> =>
  tokenizer$.pipe(
    map((count) => {
      const [prompt_tokens, completion_tokens] = [count(prompt), count(answer)];
      return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
    }),
  );

/** A whole completion. */
const completionOf = (
  { id, created, model, warnings }: Completing,
  content: string,
  usage: Usage,
  sources: object,
) => ({
  id,
  object: "chat.completion",
  created,
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage,
  ...sources,
  ...(warnings.length > 0 && { warnings }),
});

/** Gives research the shape of a chat's completion. */
export const completion = (
  completing: Completing,
): OperatorFunction<StreamEvent<ResearchResponse>, StreamEvent<object>> =>
  concatMap((event): Observable<StreamEvent<object>> => {
    if (event.event !== "done") return of(event);
    const { answer } = event.data;
    return usageOf(completing.prompt, answer).pipe(
      map((usage) => ({ event: "done", data: completionOf(completing, answer, usage, sourcesOf(event.data.results)) })),
    );
  });

/** A text that needed no research, as a completion. */
export const saying = (completing: Completing, text: string): Observable<StreamEvent<object>> =>
  usageOf(completing.prompt, text).pipe(
    map((usage) => ({ event: "done", data: completionOf(completing, text, usage, {}) })),
  );

const END = "data: [DONE]\n\n";

const writer = ({ id, created, model }: Completing) => {
  const piece = (choices: readonly object[], more: object = {}): string =>
    `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices, ...more })}\n\n`;
  return {
    delta: (delta: object, more: object = {}): string => piece([{ index: 0, delta, finish_reason: null }], more),
    end: (more: object): string => piece([{ index: 0, delta: {}, finish_reason: "stop" }], more),
    usage: (usage: Usage): string => piece([], { usage }),
  };
};

/**
 * Research as the chunks of a chat's completion, in server-sent events: what it is made of, the text as it is written, the
 * sources with what their pages said, what it took where that is wanted, then `[DONE]`. `found`: the results, once they are known.
 *
 *     events: --s--r--p--a---a'--done|
 *     chunks: --------R--t---t'--(tSUD|)     R: the role and the sources' addresses; t: text; S: sources; U: tokens; D: [DONE]
 *
 * Text that was sent cannot be taken back: where an answer is begun anew, the new one follows after a blank line.
 */
export const completionChunks = (
  completing: Completing,
  found: () => readonly ResearchResult[],
): OperatorFunction<StreamEvent<ResearchResponse>, string> => {
  const write = writer(completing);
  return (events$) =>
    defer(() => {
      let sent = "";
      let begun = false;
      const first = (): readonly string[] => {
        if (begun) return [];
        begun = true;
        // Clients read the sources off the first chunk.
        return [write.delta({ role: "assistant", content: "" }, sourcesOf(found()))];
      };
      const further = (text: string): readonly string[] => {
        const rest = text.startsWith(sent) ? text.slice(sent.length) : `\n\n${text}`;
        sent = text;
        return rest ? [write.delta({ content: rest })] : [];
      };
      return events$.pipe(
        concatMap((event): Observable<string> | readonly string[] => {
          switch (event.event) {
            case "page":
              return first();
            case "answer":
              return [...first(), ...further(event.data.text)];
            case "done": {
              const { answer, results } = event.data;
              return ending(write, completing, answer, [...first(), ...further(answer)], sourcesOf(results));
            }
            default:
              return [];
          }
        }),
      );
    });
};

/** The chunks of a text that needed no research. */
export const sayingChunks = (completing: Completing, text: string): Observable<string> => {
  const write = writer(completing);
  return ending(write, completing, text, [write.delta({ role: "assistant", content: text })], {});
};

const ending = (
  write: ReturnType<typeof writer>,
  { prompt, includeUsage, warnings }: Completing,
  answer: string,
  pieces: readonly string[],
  sources: object,
): Observable<string> =>
  usageOf(prompt, answer).pipe(
    concatMap((usage) => [
      ...pieces,
      write.end({ ...sources, usage, ...(warnings.length > 0 && { warnings }) }),
      ...(includeUsage ? [write.usage(usage)] : []),
      END,
    ]),
  );
