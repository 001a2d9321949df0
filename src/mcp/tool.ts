import type { ContentBlock, ListToolsResult } from "@modelcontextprotocol/server";
import { defer, type MonoTypeOperatorFunction, map, type Observable } from "rxjs";
import { z } from "zod";
import type { Admission } from "../admission/admission.ts";
import type { CostClass } from "../admission/classes.ts";
import type { WeightOf } from "../admission/client.ts";
import type { Config } from "../config.ts";
import { checked } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import type { Fence } from "../fence.ts";
import type { Keys } from "../keys/keys.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { cutOffAfter, OPERATION_MS, SPARE_MS } from "../pipelines/deadlines.ts";
import { MAX_QUERY, unknownNames } from "../pipelines/parameters.ts";
import type { Category } from "../sources/define.ts";
import { fresh, type RunEnv } from "../sources/run.ts";
import type { ListedSource } from "../sources/source.ts";
import type { AskInside } from "../tasks/units.ts";
import { MaxAge, Timeout } from "./arguments.ts";
import { refusing } from "./refusal.ts";

/** What is logged of a call. */
export interface CallLine {
  readonly face: "mcp";
  /** As the metrics and REST's log name it. */
  readonly operation: string;
  /** The tool, or the prompt. */
  readonly tool: string;
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
  readonly ms: number;
  /** How many sources came to what, e.g. `{ ok: 9, timeout: 2 }`. */
  readonly sources: Readonly<Record<string, number>>;
  readonly arguments: unknown;
}

/** What the tools run on. */
export interface McpDeps {
  readonly config: Config;
  readonly env: RunEnv;
  /** What can be asked. */
  readonly categories: readonly Category<ListedSource>[];
  /** Told of what is our own fault, for the log. */
  readonly onFailure?: (what: string, error: unknown) => void;
  /** Counts calls, and what each source came to. */
  readonly metrics?: Metrics;
  /** What may begin; absent: everything. */
  readonly admission?: Admission;
  /** The share of a key beside others; absent: all have the same. */
  readonly weightOf?: WeightOf;
  /** The keys that are asked for; absent: those of the configuration. */
  readonly keys?: Keys;
  /** Counts what a source came to where the events of a tool do not say it. */
  readonly onSource?: (outcome: SourceOutcome) => void;
  /** Told of each call once it was answered, for the log. */
  readonly onCall?: (line: CallLine) => void;
  /** Whether an answer was made of recordings: see `notingReplayed`. */
  readonly replayed?: { seen: boolean };
  /** Milliseconds that the caller gives the call; absent: what the tool has. */
  readonly timeoutMs?: number | undefined;
  /** Asks the service's own interface on an owner's behalf, which takes work for the background; absent: nothing is. */
  readonly inside?: AskInside | undefined;
  /** Whose the work is that a call orders: see `ownerOf` over REST. */
  readonly owner?: string;
  /** Fails with `stopping` when calls under way have had their time; absent: they are let go. */
  readonly late$?: Observable<never>;
}

/** What a tool comes to: data by its output schema, and the same as a model reads it. */
export interface Shown {
  /** Sent only where the client asked for it, and never beside a picture. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** What came from the web stands within the fence. */
  readonly content: (fence: Fence) => readonly ContentBlock[];
}

/** A JSON Schema as the protocol lists it. */
type ToolSchema = ListToolsResult["tools"][number]["inputSchema"];

/** A tool: what is listed of it, and its run, whose `done` carries what is shown. */
export interface Tool {
  readonly name: string;
  /** For people, who choose among the tools; absent: the name's words. */
  readonly title?: string;
  readonly description: string;
  /** By which it may be chosen. */
  readonly toolsets: readonly string[];
  readonly input: ToolSchema;
  readonly output?: ToolSchema;
  /** The client that the tool is made for reads the data by its schema, whatever the address says. */
  readonly alwaysStructured?: boolean;
  /** Absent: it changes nothing, and asked again it answers the same of the same web. */
  readonly hints?: { readonly readOnly: boolean; readonly idempotent: boolean } | undefined;
  /** What a call costs; absent: `light` where it asks nobody outside, else `extract`. */
  readonly cost?: CostClass;
  /** It asks nobody outside. */
  readonly closed?: boolean;
  /** A call of a client that can follow tasks is always made one. */
  readonly takesLong?: boolean;
  /** Cold; fails with `bad-query` where the arguments do not fit, cancelled by unsubscribing. */
  run(given: unknown, deps: McpDeps): Observable<StreamEvent<Shown>>;
  /** Orders a call as a task, whose id it emits; absent: a call cannot be ordered. Fails as `run` does. */
  order?(given: unknown, deps: McpDeps): Observable<string>;
}

/** What a call of a tool costs. */
export const costOfTool = ({ cost, closed }: Pick<Tool, "cost" | "closed">): CostClass =>
  cost ?? (closed ? "light" : "extract");

/** Hints of a tool whose answer depends on what it kept at earlier calls. */
export const CHANGES = { readOnly: false, idempotent: false } as const;

/** A tool as it is written, its arguments typed by their schema. */
export interface Written<Input extends z.ZodObject> extends Omit<Tool, "input" | "output" | "run" | "order"> {
  readonly input: Input;
  readonly output?: z.ZodObject;
  /** Milliseconds that a call may take where it says nothing; default `OPERATION_MS`. */
  readonly deadlineMs?: (config: Config) => number;
  /** It leaves by itself with what it has when its time is up. */
  readonly leaves?: boolean;
  /** Names of arguments that it takes though its schema does not list them. */
  readonly unlisted?: readonly string[];
  run(args: z.output<Input>, deps: McpDeps): Observable<StreamEvent<Shown>>;
}

export const defineTool = <Input extends z.ZodObject>({
  input,
  output,
  deadlineMs = () => OPERATION_MS,
  leaves = false,
  unlisted = [],
  run,
  ...facts
}: Written<Input>): Tool => ({
  ...facts,
  input: schemaOf(input, "input"),
  ...(output && { output: schemaOf(output, "output") }),
  run: (given, deps) =>
    defer(() => {
      const named = renamed(given, input);
      const args = refusing(() => checked(input, named));
      const { timeout, no_cache, max_age } = refusing(() =>
        checked("timeout" in input.shape ? ownTiming : timing, { ...Object(args), ...Object(given) }),
      );
      const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
      const mostMs = timeoutMs ?? deadlineMs(deps.config);
      return run(args, { ...deps, env: fresh(deps.env, { no_cache, max_age }), timeoutMs }).pipe(
        cutOffAfter(leaves ? mostMs + SPARE_MS : mostMs),
        saying(unread(named, input, unlisted)),
      );
    }),
});

/** As it was given: a tool's own `timeout` may have a default, which is none of work in the background. */
export const timeoutOf = (given: unknown): number | undefined => checked(ownTiming, Object(given)).timeout;

/** What every tool takes: told once, in the server's instructions, since each tool's list is paid for in tokens. */
const freshness = { no_cache: z.boolean({ error: "must be true or false" }).optional(), max_age: MaxAge };
const timing = z.object({ timeout: Timeout, ...freshness });
const ownTiming = z.object({ timeout: z.number().optional(), ...freshness });

/** An argument's other names, that other tools have for the same. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ["q"],
  url: ["q", "urls"],
  urls: ["url", "q"],
};

/** What is given by the names that a tool has for it: `q` is its `query`, one `url` its `urls`, and the other way round. */
export function renamed(given: unknown, { shape }: z.ZodObject): unknown {
  if (typeof given !== "object" || given === null) return given ?? {};
  const fields = new Map(Object.entries(given));
  for (const [name, others] of Object.entries(OTHER_NAMES)) {
    const other = others.find((one) => fields.has(one) && !(one in shape));
    if (!(name in shape) || fields.has(name) || other === undefined) continue;
    const value = fields.get(other);
    fields.delete(other);
    fields.set(name, name === "urls" ? [value].flat() : Array.isArray(value) && value.length === 1 ? value[0] : value);
  }
  return Object.fromEntries(fields);
}

/** The arguments that a tool does not know, in a sentence; undefined where there are none. */
export function unread(given: unknown, { shape }: z.ZodObject, unlisted: readonly string[]): string | undefined {
  const known = [...new Set([...Object.keys(shape), ...Object.keys(timing.shape), ...unlisted])];
  return unknownNames("argument", Object.keys(Object(given)), known);
}

/** Says a sentence of our own after what is shown. */
export const saying = (sentence: string | undefined): MonoTypeOperatorFunction<StreamEvent<Shown>> =>
  map((event) => {
    if (event.event !== "done" || sentence === undefined) return event;
    const { structured, content } = event.data;
    const data: Shown = {
      ...(structured && { structured: { ...structured, ignored: sentence } }),
      content: (fence) => [...content(fence), { type: "text", text: sentence }],
    };
    return { event: "done", data };
  });

/** What clients need of a schema: each word of it is paid for in every conversation. Integers without the bounds of JavaScript, objects open. */
function schemaOf(schema: z.ZodObject, io: "input" | "output"): ToolSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.additionalProperties === false || isEmpty(jsonSchema.additionalProperties))
        delete jsonSchema.additionalProperties;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      if (jsonSchema.maxLength === MAX_QUERY) delete jsonSchema.maxLength;
      delete jsonSchema.propertyNames;
      if (jsonSchema["terse"]) for (const word of ["minimum", "maximum", "default", "terse"]) delete jsonSchema[word];
    },
  });
  return JSON.parse(JSON.stringify(written));
}

const isEmpty = (schema: unknown): boolean =>
  typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
