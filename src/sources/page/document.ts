import { map, mergeMap } from "rxjs";
import type { HttpRequest, HttpResponse, RenderedPage } from "../../upstream/types.ts";
import type { Judge } from "../kit/answers/answer.ts";
import { isSuccess, refusalOf } from "../kit/answers/refusals.ts";
import { fetched, forPage } from "../kit/readers/document.ts";
import type { Reader } from "../source.ts";

/** A page without a byte has nothing to analyse. */
const blank: Judge = (response) => (isSuccess(response) && response.body.length === 0 ? "empty" : undefined);

interface Reading<Input, Out> {
  /** What is fetched; default: the page itself. */
  readonly request?: (input: Input) => HttpRequest;
  /** The source's own reading of the head; default: a page without a byte is empty. "any": every status is an answer. */
  readonly judge?: Judge | "any";
  /** A pure function of the fetched document. */
  readonly items: (response: HttpResponse, input: Input) => readonly Out[];
}

function itemsOf<Input, Out>({ judge = blank, items }: Reading<Input, Out>, response: HttpResponse, input: Input) {
  const verdict = judge === "any" ? undefined : (judge(response) ?? refusalOf(response));
  if (verdict === "empty") return [];
  if (verdict) throw verdict;
  return items(response, input);
}

/** Reads one document of the user's choice, whose items are held with the source's other answers. */
export function reading<Input extends { readonly url: string }, Out>(spec: Reading<Input, Out>): Reader<Input, Out> {
  return (input, context) => {
    const request = spec.request?.(input) ?? forPage(input.url);
    const items$ = fetched(request, context).pipe(map((response) => itemsOf(spec, response, input)));
    return context.cached(`reading ${request.url}`, items$, { anySite: true }).pipe(mergeMap((items) => items));
  };
}

/** Reads one page of the user's choice as it stands once a browser has run its scripts, with the global variables asked for. */
export function renderedReading<Input extends { readonly url: string }, Out>(spec: {
  readonly globals: () => readonly string[];
  readonly items: (response: HttpResponse, globals: RenderedPage["globals"]) => readonly Out[];
}): Reader<Input, Out> {
  return (input, context) => {
    const items$ = context.upstream
      .render({ url: input.url, globals: spec.globals() })
      .pipe(map((page) => itemsOf({ items: () => spec.items(page, page.globals) }, page, input)));
    return context.cached(`rendered ${input.url}`, items$, { anySite: true }).pipe(mergeMap((items) => items));
  };
}
