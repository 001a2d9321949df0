import { catchError, concatMap, defer, from, map, type Observable, of, reduce, throwError } from "rxjs";
import type { Reader } from "../../reading/reader.ts";
import type { Upstream } from "../../upstream/types.ts";
import { chunksOf } from "../content-search/chunks.ts";
import type { LanguageModel } from "../research/language-model.ts";
import { answerOf, type ModelDeps, summaryOf, typedData, UnfitError } from "../typed/typed.ts";
import type { Tracking } from "./change.ts";
import type { ScrapedDocument } from "./document.ts";
import { ScrapeError } from "./failure.ts";
import type { Format, FormatOf } from "./formats.ts";

type Made = Partial<Pick<ScrapedDocument, "json" | "summary" | "answer" | "changeTracking">>;

/** What a language model made of a page. */
export interface ByModel {
  readonly made: Made;
  readonly warnings: readonly string[];
}

interface Deps {
  readonly model?: LanguageModel | undefined;
  readonly upstream: Pick<Upstream, "httpStream">;
  readonly reader: Pick<Reader, "read">;
}

const NOTHING: ByModel = { made: {}, warnings: [] };
/** Passages of a page that a question is answered from. */
const PASSAGES = 12;

/**
 * The formats of a page that a language model writes, one after the other: the model is the slowest of all, and one page is no
 * reason to take more than one of its places. Fails with `SCRAPE_JSON_INVALID` where its data does not fit the schema.
 */
export function byModel(
  markdown: string,
  formats: readonly Format[],
  tracking: Tracking | undefined,
  { model, upstream, reader }: Deps,
): Observable<ByModel> {
  if (!model) return of(NOTHING);
  const deps = { model, upstream, reader };
  return from(formats).pipe(
    concatMap((format) => written(markdown, format, tracking, deps)),
    reduce(
      (all, { made, warnings }) => ({
        made: { ...all.made, ...made },
        warnings: [...new Set([...all.warnings, ...warnings])],
      }),
      NOTHING,
    ),
  );
}

function written(
  markdown: string,
  format: Format,
  tracking: Tracking | undefined,
  deps: ModelDeps,
): Observable<ByModel> {
  switch (format.type) {
    case "json":
      return typed(markdown, format, deps).pipe(map(({ data, warnings }) => ({ made: { json: data }, warnings })));
    case "summary":
      return summaryOf(markdown, deps).pipe(map(({ text, warnings }) => ({ made: { summary: text }, warnings })));
    case "question":
      return answered(markdown, format.question, deps);
    case "query":
      return format.mode === "freeform" ? answered(markdown, format.prompt, deps) : of(NOTHING);
    case "changeTracking":
      return format.modes.includes("json") ? fieldsChanged(markdown, format, tracking, deps) : of(NOTHING);
    default:
      return of(NOTHING);
  }
}

const answered = (markdown: string, question: string, deps: ModelDeps): Observable<ByModel> =>
  defer(() => answerOf(chunksOf(question, markdown, PASSAGES) ?? markdown, question, deps)).pipe(
    map((answer) => ({ made: { answer }, warnings: [] })),
  );

/** Typed data of a page; data that does not fit is told as clients of the scrape API know it. */
const typed = (
  markdown: string,
  wanted: Pick<FormatOf<"json">, "schema" | "prompt" | "systemPrompt">,
  deps: ModelDeps,
) =>
  typedData(markdown, wanted, deps).pipe(
    catchError((error: unknown) =>
      throwError(() =>
        error instanceof UnfitError
          ? new ScrapeError("changed", 500, "SCRAPE_JSON_INVALID", error.message, error)
          : error,
      ),
    ),
  );

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? { ...data } : {};

/** By field, what the page said before and what it says now; where it changed alone. */
function fieldsChanged(
  markdown: string,
  { schema, prompt }: FormatOf<"changeTracking">,
  tracking: Tracking | undefined,
  deps: ModelDeps,
): Observable<ByModel> {
  if (tracking?.tracked.changeStatus !== "changed" || tracking.before === undefined) return of(NOTHING);
  const { before, tracked } = tracking;
  return typed(before, { schema, prompt }, deps).pipe(
    concatMap((was) =>
      typed(markdown, { schema, prompt }, deps).pipe(
        map((is): ByModel => {
          const previous = fieldsOf(was.data);
          const current = fieldsOf(is.data);
          const names = [...new Set([...Object.keys(previous), ...Object.keys(current)])];
          const json = Object.fromEntries(
            names
              .filter((name) => JSON.stringify(previous[name]) !== JSON.stringify(current[name]))
              .map((name) => [name, { previous: previous[name] ?? null, current: current[name] ?? null }]),
          );
          return { made: { changeTracking: { ...tracked, json } }, warnings: [...was.warnings, ...is.warnings] };
        }),
      ),
    ),
  );
}
