import { concat, defer, EMPTY, from, mergeMap, type Observable } from "rxjs";
import type { HttpRequest } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";

/** What a request is built from beside the source's own input. */
export interface PageAsk {
  /** 1-based. */
  readonly page: number;
  /** What the page before gave as `next`. */
  readonly cursor?: string | undefined;
  /** The value of the first declared key that is set, "" where none is. */
  readonly key: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** How requests are made: `request` asks once; `pages` is asked page by page until it answers undefined. */
export type Asking<Input> =
  | { readonly request: (ask: Input & PageAsk) => HttpRequest; readonly pages?: never }
  | { readonly pages: (ask: Input & PageAsk) => HttpRequest | undefined; readonly request?: never };

/** One page, read. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The next page's cursor; null: this was the last page; undefined: go on by number. */
  readonly next?: string | null | undefined;
}

/**
 * Reads page after page, each asked only when the one before has been taken: the stream ends with a page that is empty,
 * that repeats the one before it, or that says it is the last, and when nobody listens any more.
 *
 *     ask 1 --> items… --> ask 2 --> items… --> |
 */
export function paged<Input, T>(
  asking: Asking<Input>,
  readPage: (request: HttpRequest, input: Input, context: ReadContext) => Observable<Page<T>>,
): Reader<Input, T> {
  return (input, context) => {
    const key = Object.values(context.keys)[0] ?? "";
    const at = (page: number, cursor: string | undefined, before: string): Observable<T> =>
      defer(() => {
        const ask = { ...input, page, cursor, key, keys: context.keys };
        const request = asking.request ? asking.request(ask) : asking.pages(ask);
        if (!request) return EMPTY;
        return context
          .cached(pageName(request), readPage(request, input, context), { anySite: request.guarded ?? false })
          .pipe(
            mergeMap(({ items, next }) => {
              const fingerprint = JSON.stringify(items.slice(0, 3));
              if (items.length === 0 || fingerprint === before) return EMPTY;
              const last = Boolean(asking.request) || page >= context.pages || next === null;
              return last ? from(items) : concat(from(items), at(page + 1, next, fingerprint));
            }),
          );
      });
    return at(1, undefined, "");
  };
}

/** Names a request within the cache: all that makes its answer another one but its headers. */
function pageName({ method = "GET", url, body = "" }: HttpRequest): string {
  return `${method} ${url} ${body}`;
}
