import type { Observable } from "rxjs";
import { z } from "zod";
import { checked } from "../errors.ts";
import { common, csvParameters, normalised, promptLanguage } from "./parameters.ts";
import { type Part, type Parts, parts } from "./parts.ts";
import type { Prompt } from "./prompt/prompt.ts";
import type { SourceClient } from "./source-client.ts";
import { allowed } from "./source-filter.ts";
import { roleOf, type SourceRole, type SourceRoles } from "./source-roles.ts";
import type { State } from "./state/state.ts";

/** What an analysis runs on: the request, the door to the sources, and what makes the parts of its answer. */
interface Run<Input, Parameters, Answer extends z.ZodObject, Understood extends z.ZodObject, Id extends string>
  extends Parts<Answer, Understood> {
  /** `q` as it was read. */
  readonly input: Input;
  /** `q` itself: trimmed, NFC, blanks folded, without surrounding quotes. */
  readonly q: string;
  readonly parameters: Parameters;
  readonly ask: SourceClient<Id>;
  /** What is kept from one request to the next; a file of it is opened when it is first used. */
  readonly state: State;
  /** Milliseconds since 1970: what dates are counted from. */
  now(): number;
}

/** What the service lends to a run. */
type Surroundings = Pick<Run<unknown, unknown, z.ZodObject, z.ZodObject, string>, "ask" | "state" | "now">;

/** A source, or one of its lists where it has several. */
type Told<Id extends string> = Id | `${Id}#${string}`;

/** An analysis as it is written: see `defineAnalysis`. */
interface AnalysisSpec<
  Input,
  Shape extends z.ZodRawShape,
  Understood extends z.ZodObject,
  Answer extends z.ZodObject,
  Used extends SourceRoles,
> {
  /** `/<family>/<name>`: its route; its tool is `<family>_<name>`. */
  readonly path: `/${string}/${string}`;
  readonly title: string;
  /** What it answers and when it is the right one to ask: one or two sentences, for people and models that choose. */
  readonly describe: string;
  readonly q: {
    /** What `q` is: "a domain name". */
    readonly describe: string;
    readonly example: string;
    /** Reads `q`; the messages of its issues follow "q: ". See `queries.ts`. */
    readonly schema: z.ZodType<Input, string>;
  };
  /** Its own parameters; see `parameters.ts`. */
  readonly parameters: Shape;
  /** Its sources by id, in the order in which the answer tells of them. */
  readonly sources: Used;
  /** Milliseconds that the whole may take, unless the request says otherwise. */
  readonly budgetMs: number;
  /** What `q` was taken for. */
  readonly understood: Understood;
  /** The sections in the order in which the answer has them. Each may be absent; a field of one only where it is optional. */
  readonly answer: Answer;
  /** The sources that each section is made of; none: of other sections. It says why a section is missing. */
  readonly from: { readonly [Name in keyof z.output<Answer>]-?: readonly Told<keyof Used & string>[] };
  /**
   * The same of single fields of sections (`warnings.recalls`), where not every source of the section tells them. Where all of
   * these that were asked failed, the field is absent and in `missing`: an empty list, 0 or false cannot stand for a failure.
   */
  readonly fields?: Readonly<Record<`${string}.${string}`, readonly Told<keyof Used & string>[]>>;
  /** Sentences on what free sources cannot tell. */
  readonly limits: readonly string[];
  /** The list whose entries are the rows of the CSV form; absent: the whole answer is one row. */
  readonly csv?: keyof z.output<Answer> & string;
  /**
   * The stages and folds: a cold Observable of parts. Whatever `section` does not hold back fails the whole analysis, as
   * `not-found` should where nobody knows the thing.
   */
  readonly run: (
    run: Run<NoInfer<Input>, z.output<z.ZodObject<NoInfer<Shape>>>, NoInfer<Answer>, Understood, keyof Used & string>,
  ) => Observable<Part>;
  /** The prompt of its `/llm` route. Absent: it has none. */
  readonly prompt?: Prompt<NoInfer<Answer>, Understood>;
  /** A request changes what later ones are answered: another site's page may not make a browser send it. */
  readonly remembers?: true;
}

/** A request to an analysis, checked. */
export interface Asked {
  /** `q` as it was understood to be written. */
  readonly q: string;
  readonly analysis: Analysis;
  readonly noCache: boolean;
  /** No answer that was held for more seconds serves; undefined: each source says for how long. */
  readonly maxAge: number | undefined;
  readonly timeoutMs: number;
  /** The named sources; undefined: all. */
  readonly named: ReadonlySet<string> | undefined;
  /** `language`, where the request gives it. */
  readonly language: string | undefined;
  /** What the rows of a CSV are, where the request says so: a list's path, or `all`. */
  readonly rows: string | undefined;
  open(surroundings: Surroundings): Observable<Part>;
}

/** An analysis, as everything that serves it knows it. */
export interface Analysis {
  readonly path: `/${string}/${string}`;
  readonly title: string;
  readonly describe: string;
  readonly q: { readonly describe: string; readonly example: string };
  /** Its own parameters. */
  readonly parameters: z.ZodObject;
  /** Every parameter of its route. */
  readonly query: z.ZodObject;
  readonly sources: ReadonlyMap<string, SourceRole>;
  readonly budgetMs: number;
  readonly understood: z.ZodObject;
  readonly answer: z.ZodObject;
  /** The sources of every section, and of single fields (`section.field`). */
  readonly from: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly limits: readonly string[];
  readonly csv?: string | undefined;
  readonly prompt?: Prompt | undefined;
  /** A request changes what later ones are answered. */
  readonly remembers: boolean;
  /** A request as its parameters were written. Throws `bad-query` that begins with the parameter's name. */
  read(given: Readonly<Record<string, unknown>>): Asked;
}

/**
 * A business analysis, whole: its route, prompt, OpenAPI operation, documentation, tool and contract test are derived from
 * this one object.
 */
export function defineAnalysis<
  Input,
  Shape extends z.ZodRawShape,
  Understood extends z.ZodObject,
  Answer extends z.ZodObject,
  const Used extends SourceRoles,
>(spec: AnalysisSpec<Input, Shape, Understood, Answer, Used>): Analysis {
  const { path, title, describe, q, budgetMs, understood, answer, from, fields = {}, limits, csv, prompt } = spec;
  const sources = new Map(Object.entries(spec.sources).map(([id, use]) => [id, roleOf(use)]));
  const written = z.object({ q: normalised(q) });
  const read = z.object({ q: normalised(q).pipe(q.schema) });
  const own = z.object(spec.parameters);
  const takesLanguage = "language" in spec.parameters;
  const shared = z.object({ ...common(budgetMs), ...(!takesLanguage && { language: promptLanguage }) });
  const csvOnly = z.object(csvParameters(answer));
  const analysis: Analysis = {
    path,
    title,
    describe,
    q: { describe: q.describe, example: q.example },
    parameters: own,
    query: z.object({ q: normalised(q), ...spec.parameters, ...shared.shape, ...csvOnly.shape }),
    sources,
    budgetMs,
    understood,
    answer,
    from,
    fields,
    limits,
    csv,
    ...(prompt && { prompt: prompt as Prompt }),
    remembers: spec.remembers ?? false,
    read: (given) => {
      const text = checked(written, given).q;
      const input = checked(read, given).q;
      const parameters = checked(own, given);
      const every = checked(shared, given);
      const { no_cache, max_age, timeout_ms, timeout = timeout_ms / 1000, sources: named } = every;
      const { rows } = checked(csvOnly, given);
      return {
        q: text,
        analysis,
        noCache: no_cache,
        maxAge: max_age,
        timeoutMs: Math.min(timeout_ms, timeout * 1000),
        named: allowed(named, analysis),
        language: textIn(takesLanguage ? parameters : every, "language"),
        rows,
        open: (surroundings) => spec.run({ ...parts, ...surroundings, input, q: text, parameters }),
      };
    },
  };
  return analysis;
}

function textIn(values: object, name: string): string | undefined {
  const value: unknown = Reflect.get(values, name);
  return typeof value === "string" ? value : undefined;
}
