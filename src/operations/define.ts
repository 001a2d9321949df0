import { defer, type Observable } from "rxjs";
import { z } from "zod";
import type { Config } from "../config.ts";
import { checked } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import type { CountTokens } from "../pipelines/budget/tokens.ts";
import { cutOffAfter, SPARE_MS } from "../pipelines/deadlines.ts";
import { type Freshness, fresh } from "../sources/run.ts";
import type { Scope } from "./scope.ts";

/** How an answer becomes rows of CSV and XML. */
interface Rows {
  /** The field that holds the answer's main list. */
  readonly list: string;
  /** The schemas of the list's entries: their fields are the columns. Absent: the entries' own fields are. */
  readonly entry?: readonly z.ZodObject[];
}

/** What of an answer a caller of few tokens wants. */
export interface Size {
  readonly offset: number;
  readonly max_tokens: number;
  /** Absent: as much as fits. */
  readonly limit?: number | undefined;
}

interface Limits<Input> {
  /** Milliseconds, where the caller gives none. */
  readonly ms: number | ((config: Config, input: Input, scope: Scope) => number);
  /** It leaves by itself with what it has when its time is up; else it fails with `timeout`. */
  readonly leaves?: boolean;
}

/** What the service does, once for every face: REST, its streams, MCP, the command line and the library translate names and shapes. */
export interface Operation<Input extends z.ZodObject, Answer extends object> {
  /** Its route is `/<name>`, its tool `web_<name>`, its command `<name>`. */
  readonly name: string;
  /** For people, in a few words. */
  readonly title: string;
  /** For those who choose among operations. */
  readonly description: string;
  /** The field of the input that says what is asked: `q` over REST, the words of a command. */
  readonly subject: keyof Input["shape"] & string;
  /** As JSON; the text of a query's parameters or of a command's options is put into its types first. */
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly limits: Limits<z.output<Input>>;
  /** Cold; cancelled by unsubscribing. */
  run(input: z.output<Input>, scope: Scope): Observable<StreamEvent<Answer>>;
  readonly rows: Rows;
  /** Makes an answer fit a model's tokens; absent: its list from `offset` on, as many entries as fit. */
  shorten?(answer: Answer, size: Size, count: CountTokens): Readonly<Record<string, unknown>>;
}

/** Returns an operation as it is written, its input typed by its schema. */
export const defineOperation = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
): Operation<Input, Answer> => operation;

/** How old an answer may be: every operation's. */
const Age = z.object({
  no_cache: z.boolean({ error: "must be true or false" }).optional(),
  max_age: z.number().optional(),
});

/**
 * Begins an operation whose input is checked already: bounds its time, and lets held answers serve as `age` allows. Throws
 * where what is given names nothing that is there.
 */
export function begun<Input extends z.ZodObject, Answer extends object>(
  { limits, run }: Operation<Input, Answer>,
  input: z.output<Input>,
  scope: Scope,
  age: Freshness = {},
): Observable<StreamEvent<Answer>> {
  const env = fresh(scope.env, age);
  const ms = scope.timeoutMs ?? (typeof limits.ms === "number" ? limits.ms : limits.ms(scope.config, input, scope));
  return run(input, { ...scope, env }).pipe(cutOffAfter<StreamEvent<Answer>>(limits.leaves ? ms + SPARE_MS : ms));
}

/** Checks what is given and begins an operation. Throws `bad-query` where it does not fit. */
export const asked = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  scope: Scope,
): Observable<StreamEvent<Answer>> =>
  begun(
    operation,
    checked(operation.input, given),
    scope,
    checked(Age, { no_cache: given["no_cache"], max_age: given["max_age"] }),
  );

/** The same as a cold Observable, which fails where `asked` throws. */
export const ran = <Input extends z.ZodObject, Answer extends object>(
  operation: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  scope: Scope,
): Observable<StreamEvent<Answer>> => defer(() => asked(operation, given, scope));
