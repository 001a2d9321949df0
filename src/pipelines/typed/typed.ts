import { concatMap, defer, last, map, type Observable, of, switchMap } from "rxjs";
import { SourceError } from "../../errors.ts";
import { type Reader, sharedReader } from "../../reading/reader.ts";
import type { Upstream } from "../../upstream/types.ts";
import { type ChatMessage, type LanguageModel, write } from "../research/language-model.ts";
import { checkedBy, type JsonSchema, usable } from "./json-schema.ts";
import { beginningOf, CUT, messagesFor } from "./prompts.ts";

export interface Wanted {
  /** What the data must be; without it any JSON object. */
  readonly schema?: JsonSchema | undefined;
  /** What is wanted, in words. */
  readonly prompt?: string | undefined;
  /** How the model is to go about it. */
  readonly systemPrompt?: string | undefined;
}

export interface ModelDeps {
  readonly model: LanguageModel;
  readonly upstream: Pick<Upstream, "httpStream">;
  readonly reader?: Pick<Reader, "read">;
}

/** Data that fits what was wanted, and what there is to say of it. */
export interface Typed {
  readonly data: unknown;
  readonly warnings: readonly string[];
}

const ANY_OBJECT: JsonSchema = { type: "object" };

const TASK =
  "You take data out of a web page. Answer with one JSON value and nothing else: no words around it, no code fence. Where the page does not say a value, leave the field out, or write null where it may be null.";

/** The data that a language model wrote did not fit the schema, twice. */
export class UnfitError extends SourceError {
  constructor(reason: string) {
    super("changed", `The language model's data does not fit the schema: ${reason}.`, { rests: false });
  }
}

/**
 * Takes typed data out of a text by a language model. What it writes is checked against the schema; where it does not fit, it
 * is asked once more with the errors. Errors: `bad-query` for a schema that is none, those of the model, `UnfitError`.
 *
 *     schema: -s|
 *     model:    --x|   --d|       x does not fit
 *     typed:  -----------d|
 */
export function typedData(page: string, wanted: Wanted, deps: ModelDeps): Observable<Typed> {
  const { schema = ANY_OBJECT, prompt, systemPrompt } = wanted;
  const { reader = sharedReader() } = deps;
  return defer(() => {
    const { text, cut } = beginningOf(page);
    const said = `JSON schema of your answer:\n${JSON.stringify(schema)}`;
    const asked = messagesFor(systemPrompt ? `${TASK} ${systemPrompt}` : TASK, text, [
      prompt && `What is wanted: ${prompt}`,
      said,
    ]);
    const warnings = cut ? [CUT] : [];
    return usable(schema, reader).pipe(
      switchMap(() => written(asked, schema, deps)),
      concatMap((first) =>
        checkedBy(schema, first, reader).pipe(
          switchMap((checked): Observable<Typed> => {
            if (checked.ok) return of({ data: checked.value, warnings });
            return written(again(asked, first, checked.errors), schema, deps).pipe(
              concatMap((second) => checkedBy(schema, second, reader)),
              map((rechecked) => {
                if (rechecked.ok) return { data: rechecked.value, warnings };
                throw new UnfitError(rechecked.errors[0] ?? "it is another");
              }),
            );
          }),
        ),
      ),
    );
  });
}

const again = (asked: readonly ChatMessage[], answer: string, errors: readonly string[]): readonly ChatMessage[] => [
  ...asked,
  {
    role: "user",
    content: `Your answer was:\n${answer.slice(0, 4_000)}\n\nIt does not fit the schema:\n${errors.map((error) => `- ${error}`).join("\n")}\n\nWrite it again, so that it fits.`,
  },
];

/** All that a model writes; one that was cut off is not whole. */
function written(
  messages: readonly ChatMessage[],
  schema: JsonSchema,
  { model, upstream }: ModelDeps,
): Observable<string> {
  return write(model, messages, upstream, schema).pipe(
    last(),
    map(({ text, finish }) => {
      if (finish === "length")
        throw new SourceError("changed", "The language model's data was cut off at its length limit.", {
          rests: false,
        });
      return text;
    }),
  );
}

const SUMMARY =
  "Summarise a web page in at most 150 words, in the language of the page. Answer with the summary alone.";
const QUESTION =
  "Answer a question from passages of a web page, briefly, in the language of the question. Where they do not answer it, say so.";

/** A page in few words. */
export const summaryOf = (
  page: string,
  deps: ModelDeps,
): Observable<{ readonly text: string; readonly warnings: readonly string[] }> =>
  defer(() => {
    const { text, cut } = beginningOf(page);
    return prose(messagesFor(SUMMARY, text, []), deps).pipe(
      map((words) => ({ text: words, warnings: cut ? [CUT] : [] })),
    );
  });

/** What passages of a page say to a question. */
export const answerOf = (passages: string, question: string, deps: ModelDeps): Observable<string> =>
  defer(() => prose(messagesFor(QUESTION, passages, [`Question: ${question}`]), deps));

const prose = (messages: readonly ChatMessage[], { model, upstream }: ModelDeps): Observable<string> =>
  write(model, messages, upstream).pipe(
    last(),
    map(({ text }) => text.trim()),
  );
