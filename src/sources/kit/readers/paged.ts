import {
  asyncScheduler,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  mergeMap,
  type Observable,
  range,
  scheduled,
  throwError,
} from "rxjs";
import { SourceError } from "../../../errors.ts";
import { relay } from "../../../relay.ts";
import type { HttpRequest } from "../../../upstream/types.ts";
import type { Notice, ReadContext, Reader } from "../../source.ts";

/** What a request is built from beside the source's own input. */
export interface PageRequest {
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
  | { readonly request: (ask: Input & PageRequest) => HttpRequest; readonly pages?: never }
  | { readonly pages: (ask: Input & PageRequest) => HttpRequest | undefined; readonly request?: never };

/** One page, read. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The next page's cursor; null: this was the last page; undefined: go on by number. */
  readonly next?: string | null | undefined;
  /** What there is to say of it, whoever is given it. */
  readonly notices?: readonly Notice[];
}

/**
 * Reads page after page, each asked only when the one before has been taken: the stream ends with a page that is empty,
 * that repeats the one before it, or that says it is the last, when there are enough items, and when nobody listens any more.
 * A further page whose turn in the queue does not come soon is not waited for: what is there stands, with a notice.
 *
 *     ask 1 --> items… --> ask 2 --> items… --> |
 */
export function paged<Input, T>(
  asking: Asking<Input>,
  readPage: (request: HttpRequest, input: Input, context: ReadContext) => Observable<Page<T>>,
): Reader<Input, T> {
  return (input, context) => {
    const key = Object.values(context.keys)[0] ?? "";
    const at = (page: number, cursor: string | undefined, before: readonly T[], count = 0): Observable<T> =>
      defer(() => {
        const ask = { ...input, page, cursor, key, keys: context.keys };
        const request = asking.request ? asking.request(ask) : asking.pages(ask);
        if (!request) return EMPTY;
        return context
          .cached(
            pageName(request),
            withNotices(context, (noting) => readPage(request, input, { ...noting, at: { page, cursor } })),
            {
              anySite: request.guarded ?? false,
            },
          )
          .pipe(
            mergeMap(({ items, next, notices = [] }) => {
              if (!Array.isArray(items)) throw new TypeError("A held page has another shape.");
              for (const notice of notices) context.notice(notice);
              if (items.length === 0 || (before.length > 0 && fingerprint(items) === fingerprint(before))) return EMPTY;
              const sum = count + items.length;
              const enough = sum >= (context.enoughItems ?? Number.POSITIVE_INFINITY);
              const last = Boolean(asking.request) || page >= context.pages || next === null || enough;
              return last ? spaced(items) : concat(spaced(items), at(page + 1, next, items.slice(0, ALIKE), sum));
            }),
            catchError((error: unknown) => {
              if (count === 0 || !(error instanceof SourceError && error.unqueued)) return throwError(() => error);
              context.notice({ kind: "unread", text: `Page ${page} was not asked: ${error.message}` });
              return EMPTY;
            }),
          );
      });
    return at(context.at?.page ?? 1, context.at?.cursor, []);
  };
}

/** Pages that begin with so many items alike are one page. */
const ALIKE = 3;

const fingerprint = (items: readonly unknown[]): string => JSON.stringify(items.slice(0, ALIKE));

/** A page with what was said while it was read: a held page says it again. What is said of the request itself is said at once. */
function withNotices<T>(
  context: ReadContext,
  read: (context: ReadContext) => Observable<Page<T>>,
): Observable<Page<T>> {
  return defer(() => {
    const notices: Notice[] = [];
    const notice = (said: Notice): void => {
      if (said.kind === "dropped" || said.kind === "untold" || (said.kind === "note" && !said.once)) notices.push(said);
      else context.notice(said);
    };
    return read({ ...context, notice }).pipe(
      relay<Page<T>, Page<T>>((pages) => ({
        next: (page) => pages.next(notices.length > 0 ? { ...page, notices } : page),
        error(failure) {
          for (const said of notices) context.notice(said);
          pages.error(failure);
        },
      })),
    );
  });
}

/** So many items in a row; after them others have their turn. */
const AT_ONCE = 250;

/** Items in their order: few at once, of many a part at a time, for each is checked and ranked on its way. */
function spaced<T>(items: readonly T[]): Observable<T> {
  if (items.length <= AT_ONCE) return from(items);
  return scheduled(range(0, Math.ceil(items.length / AT_ONCE)), asyncScheduler).pipe(
    concatMap((part) => items.slice(part * AT_ONCE, (part + 1) * AT_ONCE)),
  );
}

/** Names a request within the cache: all that makes its answer another one but its headers. */
export function pageName({ method = "GET", url, body = "" }: HttpRequest): string {
  return `${method} ${url} ${body}`;
}
