import { defer, type Observable } from "rxjs";
import { traced } from "../tracing/traced.ts";
import { tracing } from "../tracing/tracing.ts";
import type { WireAnswer } from "./exchange.ts";
import type { Hop } from "./redirects.ts";
import type { HttpRequest } from "./types.ts";

/** Statuses from here on are failures in the view of a client. */
const FAILURES = 400;

/**
 * One exchange of a request with its span, until the body is read. A source's own address is not told, for keys may be in it; a
 * page's, which a user chose, where what was asked may be.
 *
 * @param send sends it, with the headers that say what it belongs to where its host may know
 */
export const tracedExchange = (
  { url, method }: Pick<Hop, "url" | "method">,
  { guarded }: Pick<HttpRequest, "guarded">,
  send: (headers: Readonly<Record<string, string>>) => Observable<WireAnswer>,
): Observable<WireAnswer> =>
  defer(() => send(tracing()?.headersFor(url.hostname) ?? {})).pipe(
    traced(method, ({ tellsQueries }) => ({
      kind: "client",
      attributes: {
        "http.request.method": method,
        "server.address": url.hostname,
        "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
        "url.scheme": url.protocol.slice(0, -1),
        "url.full": tellsQueries && guarded ? withoutUser(url) : undefined,
      },
      onValue: ({ status, remoteAddress }, span) => {
        span.set({ "http.response.status_code": status, "network.peer.address": remoteAddress });
        if (status >= FAILURES) span.failed(String(status));
      },
    })),
  );

function withoutUser(url: URL): string {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain.href;
}
