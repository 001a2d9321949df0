import { createHash } from "node:crypto";
import { concatMap, defer, map, type Observable, of, ReplaySubject, share } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { parseJson } from "../readers/json.ts";
import { bearer, postForm } from "../requests/request.ts";
import { changed } from "../responses/answer.ts";
import { refusalOf, upstreamMessage } from "../responses/refusals.ts";
import { quotedSaying } from "../responses/said.ts";

/** An access token's answer: RFC 6749, section 5.1. */
const Granted = z.object({ access_token: z.string().min(1) });

interface Granting {
  /** How a token is asked for (RFC 6749, section 4.4: client credentials). */
  readonly request: (keys: Readonly<Record<string, string>>) => HttpRequest;
  /** How long a token is held: a little less than it lives. */
  readonly ttlMs: number;
  /** Whether an answer says that the token is spent; default: a 401. */
  readonly spent?: (response: HttpResponse) => boolean;
}

/**
 * Asks for an access token by the client's credentials, holds it, and sends it with every request of the reader. Where an
 * answer says that it is spent, a new one is asked for, once.
 *
 *     token --> ask (401) --> new token --> ask --> answer
 */
export function withToken<Input, Out>(granting: Granting, reader: Reader<Input, Out>): Reader<Input, Out> {
  const { request: asked, ttlMs, spent = ({ status }) => status === 401 } = granting;
  return (input, context) =>
    defer(() => {
      const token = (spentOne = ""): Observable<string> =>
        context.cached(
          `token${spentOne && ` after ${fingerprint(spentOne)}`}`,
          defer(() => context.fetch(asked(context.keys))).pipe(map((response) => granted(response, context))),
          { ttlMs, way: "token" },
        );
      // One reading asks for it once, and gives it up while it is on its way.
      const first$ = token().pipe(share({ connector: () => new ReplaySubject<string>(1), resetOnComplete: false }));
      const sent = (request: HttpRequest, held: string): Observable<HttpResponse> =>
        context.fetch({ ...request, headers: { ...request.headers, ...bearer(held) } });
      return reader(input, {
        ...context,
        fetch: (request) =>
          first$.pipe(
            concatMap((held) =>
              sent(request, held).pipe(
                concatMap((response) =>
                  spent(response) ? token(held).pipe(concatMap((fresh) => sent(request, fresh))) : of(response),
                ),
              ),
            ),
          ),
      });
    });
}

const fingerprint = (token: string): string => createHash("sha256").update(token).digest("hex").slice(0, 16);

function granted(response: HttpResponse, { source }: Pick<ReadContext, "source">): string {
  if (response.status === 400 || response.status === 401 || response.status === 403)
    throw new SourceError(
      "missing-key",
      `${source} refuses its credentials (HTTP ${response.status}): ${quotedSaying(upstreamMessage(response) ?? "no reason given")}.`,
    );
  const refusal = refusalOf(response);
  if (refusal) throw refusal;
  const answer = Granted.safeParse(parseJson(response, source, decodeText(response))).data;
  if (!answer) throw changed(source, "no access token where one was asked for");
  return answer.access_token;
}

/** The usual question for a token: the client's name and secret as Basic (RFC 6749, section 2.3.1). */
export const clientCredentials = (url: string, id: string, secret: string, scope?: string): HttpRequest =>
  postForm(
    url,
    { grant_type: "client_credentials", scope },
    { headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` } },
  );
