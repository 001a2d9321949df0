import { defer, map, type Observable, of, switchMap } from "rxjs";
import { SourceError } from "../errors.ts";
import { type Elsewhere, elsewhereOf, mayLead, START_CHARS } from "../extraction/elsewhere.ts";
import { decodeStart } from "../upstream/charset.ts";
import { MAX_REDIRECTS } from "../upstream/redirects.ts";
import type { HttpRequest, HttpResponse } from "../upstream/types.ts";

/** Where the content of an answer is instead; undefined where it is no page, or its own content. */
export function leadOf(response: Pick<HttpResponse, "body" | "headers" | "status" | "url">): Elsewhere | undefined {
  const { body, headers, status, url } = response;
  if (status < 200 || status > 299 || !/html|^$/i.test(headers["content-type"] ?? "")) return undefined;
  const start = decodeStart({ body, headers }, START_CHARS);
  return mayLead(start) ? elsewhereOf(start, url) : undefined;
}

/**
 * Asks for a page, and goes on to where its content is (`elsewhereOf`), each hop as guarded as the first. The answer is the
 * last one; the pages on the way are among its redirects, with the status they had. Cold; unsubscribing ends the hop under
 * way. Errors: those of `http`; `unreachable` for a circle, and after ten redirects of any kind.
 *
 *     http:   --a|  (a leads to b)
 *     http:      --b|
 *     pages:  -----b|
 */
export function askPage(
  http: (request: HttpRequest) => Observable<HttpResponse>,
  request: HttpRequest,
): Observable<HttpResponse> {
  const hop = (url: string, before: HttpResponse["redirects"]): Observable<HttpResponse> =>
    http({ ...request, url }).pipe(
      map((response) => ({ ...response, redirects: [...before, ...response.redirects] })),
      switchMap((response) => {
        const lead = leadOf(response);
        if (!lead) return of(response);
        const { redirects, status, url: from } = response;
        const travelled = [...redirects, { status, url: from, location: lead.url }];
        const again = travelled.some((one) => sameDocument(one.url, lead.url));
        if (again || travelled.length > MAX_REDIRECTS)
          throw new SourceError("unreachable", `${new URL(from).host} is a redirect loop.`);
        return hop(lead.url, travelled);
      }),
    );
  return defer(() => hop(request.url, []));
}

const sameDocument = (left: string, right: string): boolean => left.split("#", 1)[0] === right.split("#", 1)[0];
