import { map, mergeMap, type Observable, of } from "rxjs";
import { SourceError } from "../../errors.ts";
import { isLightTree } from "../../reading/offload-policy.ts";
import { readingIn, sharedReader } from "../../reading/reader.ts";
import type { HttpRequest, HttpResponse, RenderedPage } from "../../upstream/types.ts";
import { fetched, forPage } from "../kit/readers/document.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isSuccess, pageWall, refusalOf } from "../kit/responses/refusals.ts";
import type { ReadContext, Reader } from "../source.ts";
import type { DocumentRead, DocumentTask } from "./reading-task.ts";

/** A page without a byte has nothing to analyse. */
const blank: Judge = (response) => (isSuccess(response) && response.body.length === 0 ? "empty" : undefined);

/** A pure function of a fetched document; what goes in and out can be copied. */
type Read<Input, Out> = (response: HttpResponse, input: Input) => Out;

interface Reading<Input, Out> {
  /** The name of `items` in `readings.ts`, by which another process finds it. */
  readonly name: string;
  /** What is fetched; default: the page itself. */
  readonly request?: (input: Input) => HttpRequest;
  /** The source's own reading of the head; default: a page without a byte is empty. "any status": every status is an answer, a wall is none. */
  readonly judge?: Judge | "any status";
  readonly items: Read<Input, readonly Out[]>;
}

/** Absent in a context that reads everything on its own thread. */
type Elsewhere = Pick<ReadContext, "reading"> & { readonly upstream?: Pick<ReadContext["upstream"], "client"> };

/**
 * Reads a document in a process of its own, where building its tree might keep others waiting. `name` is that of `read` in
 * `readings.ts`. Errors: those of `read`; `timeout`, `too-large`, `crashed` as of any reading.
 */
export function readElsewhere<Input, Out>(
  name: string,
  read: Read<Input, Out>,
  response: HttpResponse,
  input: Input,
  { reading: elsewhere, upstream }: Elsewhere,
): Observable<Out> {
  const { body, ...head } = response;
  if (!elsewhere || isLightTree(body)) return of(read(response, input));
  const reading = readingIn<DocumentTask, DocumentRead<Out>>(import.meta.url, "./readings", "readDocument");
  return sharedReader()
    .read(reading, { name, head, input }, { url: response.url, pieces: [body], client: upstream?.client })
    .pipe(
      map((outcome) => {
        if (outcome.ok) return outcome.value;
        const { kind, message, retryAfterMs } = outcome.error;
        throw new SourceError(kind, message, { retryAfterMs });
      }),
    );
}

function itemsOf<Input, Out>(spec: Reading<Input, Out>, response: HttpResponse, input: Input, context: Elsewhere) {
  const { judge = blank } = spec;
  const refusal = judge === "any status" ? undefined : (judge(response) ?? refusalOf(response));
  const verdict = refusal ?? pageWall(response);
  if (verdict === "empty") return of([]);
  if (verdict) throw verdict;
  return readElsewhere(spec.name, spec.items, response, input, context);
}

/** Reads one document of the user's choice, whose items are held with the source's other answers. */
export function reading<Input extends { readonly url: string }, Out>(spec: Reading<Input, Out>): Reader<Input, Out> {
  return (input, context) => {
    const request = spec.request?.(input) ?? forPage(input.url);
    const items$ = fetched(request, context).pipe(mergeMap((response) => itemsOf(spec, response, input, context)));
    return context.cached(`reading ${request.url}`, items$, { anySite: true }).pipe(mergeMap((items) => items));
  };
}

/** Reads one page of the user's choice as it stands once a browser has run its scripts, with the global variables asked for. */
export function renderedReading<Input extends { readonly url: string }, Out>(
  spec: Pick<Reading<RenderedPage["globals"], Out>, "name" | "items"> & { readonly globals: () => readonly string[] },
): Reader<Input, Out> {
  return (input, context) => {
    const items$ = context.upstream
      .render({ url: input.url, globals: spec.globals() })
      .pipe(mergeMap(({ globals, ...page }) => itemsOf(spec, page, globals, context)));
    return context.cached(`rendered ${input.url}`, items$, { anySite: true }).pipe(mergeMap((items) => items));
  };
}
