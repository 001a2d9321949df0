import { defer, type Observable } from "rxjs";
import { z } from "zod";
import type { Config } from "../config.ts";
import { checked } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import type { CountTokens } from "../pipelines/budget/tokens.ts";
import { cutOffAfter, SPARE_MS } from "../pipelines/deadlines.ts";
import { fresh } from "../sources/run.ts";
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

interface Limits {
  /** Milliseconds, where the caller gives none. */
  readonly ms: number | ((config: Config) => number);
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
  readonly limits: Limits;
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
 * Runs an operation: checks what is given, bounds its time, and lets held answers serve as `no_cache` and `max_age` allow. Fails with
 * `bad-query` where what is given does not fit.
 */
export const ran = <Input extends z.ZodObject, Answer extends object>(
  { input, limits, run }: Operation<Input, Answer>,
  given: Readonly<Record<string, unknown>>,
  scope: Scope,
): Observable<StreamEvent<Answer>> =>
  defer(() => {
    const asked = checked(input, given);
    const env = fresh(scope.env, checked(Age, { no_cache: given["no_cache"], max_age: given["max_age"] }));
    const ms = scope.timeoutMs ?? (typeof limits.ms === "number" ? limits.ms : limits.ms(scope.config));
    return run(asked, { ...scope, env }).pipe(cutOffAfter<StreamEvent<Answer>>(limits.leaves ? ms + SPARE_MS : ms));
  });
