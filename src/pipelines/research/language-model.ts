import { concat, defer, filter, map, type Observable, of, scan, switchMap, takeWhile, throwError, toArray } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { sseData } from "../../operators/sseData.ts";
import type { HttpStream, Upstream } from "../../upstream/types.ts";
import { type OpenAiServer, postTo, statusError } from "./openai-server.ts";

/** A model that writes. */
export interface LanguageModel extends OpenAiServer {
  /** Milliseconds for a whole answer. */
  readonly timeoutMs: number;
}

export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

/** What a model has written so far. */
export interface Writing {
  readonly text: string;
  /** How it ended; absent while it goes on. `length`: it was cut off at the model's own limit. */
  readonly finish?: "stop" | "length";
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_EVENT_CHARS = 1024 * 1024;
/** More is no answer, but a model that does not stop. */
const MAX_ANSWER_CHARS = 20_000;

const Choice = z.object({
  delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
  message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
});
const Chunk = z.object({
  choices: z.array(Choice).default([]),
  error: z.unknown().optional(),
});

/**
 * Asks a model, and emits what it has written so far whenever more has arrived; the last value has `finish`. Unsubscribing
 * closes the connection, which stops the model. Errors: those of the connection, `missing-key` (401, 403),
 * `rate-limited` (429), `blocked` (the model refuses), `unreachable` (other statuses), `changed` (no answer in the form
 * of the OpenAI API, or one that broke off), `timeout`. With a `schema` its answer is asked for as JSON: by the schema where the
 * server knows that, else as any JSON object, so that the messages have to hold the schema too.
 */
export function write(
  languageModel: LanguageModel,
  messages: readonly ChatMessage[],
  upstream: Pick<Upstream, "httpStream">,
  schema?: Readonly<Record<string, unknown>>,
): Observable<Writing> {
  return defer(() => {
    const knowsSchemas = schema !== undefined && !WITHOUT_SCHEMAS.has(nameOf(languageModel));
    const asked$ = asking(languageModel, messages, upstream, schema && formatFor(schema, knowsSchemas));
    return asked$.pipe(
      switchMap((answer) => {
        if (answer.status === 200) return written(answer);
        if (answer.status !== REFUSED_FIELD || !knowsSchemas) return refused(answer);
        WITHOUT_SCHEMAS.add(nameOf(languageModel));
        return asking(languageModel, messages, upstream, formatFor(schema, false)).pipe(
          switchMap((again) => (again.status === 200 ? written(again) : refused(again))),
        );
      }),
    );
  });
}

/** A server says so that it does not know a field of the request. */
const REFUSED_FIELD = 400;
/** Servers that answer in JSON, but not by a schema; learned as they say so. */
const WITHOUT_SCHEMAS = new Set<string>();
const nameOf = ({ baseUrl, model }: LanguageModel): string => `${baseUrl} ${model}`;

const formatFor = (schema: Readonly<Record<string, unknown>>, bySchema: boolean): object =>
  bySchema ? { type: "json_schema", json_schema: { name: "answer", schema, strict: false } } : { type: "json_object" };

const asking = (
  languageModel: LanguageModel,
  messages: readonly ChatMessage[],
  upstream: Pick<Upstream, "httpStream">,
  responseFormat: object | undefined,
): Observable<HttpStream> =>
  upstream.httpStream({
    ...postTo(languageModel, "/chat/completions", "text/event-stream, application/json;q=0.9", {
      model: languageModel.model,
      messages,
      stream: true,
      temperature: 0,
      ...(responseFormat && { response_format: responseFormat }),
    }),
    maxBytes: MAX_BYTES,
    timeoutMs: languageModel.timeoutMs,
    pace: { key: "language model", concurrency: 16, minIntervalMs: 0 },
  });

const written = (answer: HttpStream): Observable<Writing> =>
  defer(() => {
    const isJson = /^application\/json/i.test(answer.headers["content-type"] ?? "");
    const data$ = isJson ? whole(answer) : answer.body.pipe(sseData(MAX_EVENT_CHARS, tooLong));
    const parts$ = data$.pipe(
      map(partOf),
      filter(({ text, finish }) => text !== "" || finish !== undefined),
    );
    return concat(parts$, of(undefined)).pipe(
      scan(
        (sofar: Writing, part) => {
          if (part) return { ...sofar, text: sofar.text + part.text, ...(part.finish && { finish: part.finish }) };
          if (!sofar.finish) throw new SourceError("changed", "The language model's answer broke off.");
          return sofar;
        },
        { text: "" },
      ),
      map((sofar): Writing => (sofar.text.length > MAX_ANSWER_CHARS ? { text: sofar.text, finish: "length" } : sofar)),
      takeWhile(({ finish }) => finish === undefined, true),
      map((sofar) => {
        if (sofar.finish && !sofar.text.trim())
          throw new SourceError("changed", "The language model answered with nothing.");
        return sofar;
      }),
    );
  });

function partOf(data: string): Writing {
  if (data.trim() === "[DONE]") return { text: "", finish: "stop" };
  const { choices, error } = read(data);
  if (error !== undefined && error !== null)
    throw new SourceError("unreachable", "The language model reported an error in the middle of its answer.");
  const [choice] = choices;
  const said = choice?.delta ?? choice?.message;
  const finish = choice?.finish_reason ?? undefined;
  if (said?.refusal || finish === "content_filter")
    throw new SourceError("blocked", "The language model refused to answer.");
  const text = said?.content ?? "";
  return finish === undefined ? { text } : { text, finish: finish === "length" ? "length" : "stop" };
}

function read(data: string): z.output<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data));
  } catch (cause) {
    throw new SourceError("changed", "The language model did not answer in the form of the OpenAI API.", { cause });
  }
}

/** A server that does not stream answers in one piece. */
const whole = ({ body }: HttpStream): Observable<string> =>
  body.pipe(
    toArray(),
    map((chunks) => Buffer.concat(chunks).toString("utf8")),
  );

const refused = ({ status }: HttpStream): Observable<never> =>
  throwError(() => statusError("The language model", status));

const tooLong = (): SourceError => new SourceError("too-large", "The language model sent an event that is too long.");
