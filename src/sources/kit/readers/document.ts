import { map, type Observable } from "rxjs";
import { askPage } from "../../../reading/onwards.ts";
import type { HttpHead, HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext } from "../../source.ts";

/** Analyses of one page that are asked within so long read one fetched document. */
const SHARED_MS = 60_000;

/** A fetched document as a cache can hold it. */
interface Held extends HttpHead {
  readonly base64: string;
}

const opened = new WeakMap<Held, HttpResponse>();

/** The same held document is the same response, so that what is made of its body (text, tree) is made once. */
function open(held: Held): HttpResponse {
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
  const held$ = answer$.pipe(
    map(({ body, ...head }): Held => ({ ...head, base64: Buffer.from(body).toString("base64") })),
  );
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
