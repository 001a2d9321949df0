import { map, type Observable } from "rxjs";
import { askPage } from "../../../reading/onwards.ts";
import type { HttpHead, HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext } from "../../source.ts";

/** Analyses of one page that are asked within so long read one fetched document. */
const SHARED_MS = 60_000;

/**
 * A body that is larger is not held, only shared by those who ask for it at the same time: writing it as JSON, and reading
 * that, takes 10 ms of the serving thread per megabyte.
 */
const HELD_BYTES = 2 * 1024 * 1024;

/** A fetched document as a cache can hold it. */
interface Held extends HttpHead {
  readonly base64: string;
}

/** A document that was fetched just now, with what a cache holds of it: nothing where it is large. */
class Fetched {
  readonly response: HttpResponse;

  constructor(response: HttpResponse) {
    this.response = response;
  }

  toJSON(): Held | undefined {
    const { body, ...head } = this.response;
    return body.length > HELD_BYTES ? undefined : { ...head, base64: Buffer.from(body).toString("base64") };
  }
}

const opened = new WeakMap<Held, HttpResponse>();

/** The same held document is the same response, so that what is made of its body (text, tree) is made once. */
function open(held: Held | Fetched): HttpResponse {
  if (held instanceof Fetched) return held.response;
  const before = opened.get(held);
  if (before) return before;
  const { base64, ...head } = held;
  const response = { ...head, body: Buffer.from(base64, "base64") };
  opened.set(held, response);
  return response;
}

/** A document of the user's choice, whatever its status: fetched once for all who ask for it at about the same time. */
export function fetched(request: HttpRequest, context: ReadContext): Observable<HttpResponse> {
  const { url, method = "GET", redirect = "follow" } = request;
  const guarded = { ...request, guarded: true };
  const follows = redirect === "follow" && method === "GET";
  const answer$ = follows ? askPage((asked) => context.fetch(asked), guarded) : context.fetch(guarded);
  const held$ = answer$.pipe(map((response): Held | Fetched => new Fetched(response)));
  return context
    .cached(`document ${method} ${redirect} ${url}`, held$, {
      source: "document",
      ttlMs: SHARED_MS,
      renewed: true,
      told: false,
      anySite: true,
    })
    .pipe(map(open));
}

/** The request for a page, the same for all analyses. */
export const forPage = (url: string): HttpRequest => ({
  url,
  headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
});
