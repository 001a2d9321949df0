import { lastValueFrom } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Guard } from "./guard.ts";
import { ifKnown, unreachable } from "./guard-proxy.ts";

/** A page's sub-request held in memory at most. */
const MAX_INTERCEPTED_BYTES = 20 * 1024 * 1024;
const INTERCEPTED_MS = 20_000;

/** A request of a page, as the browser tells of it. */
export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: object;
  readonly postData?: string;
}

/** An answer in a server's place. */
export interface Fulfilled {
  responseCode: number;
  responseHeaders: { name: string; value: string }[];
  /** In base64. */
  body: string;
}

/** A request's answer from the gateway, for an address that the guard lets pass; `left`: nobody waits for it any more. */
export async function fromGateway(
  request: Asked,
  gateway: string,
  guard: Guard,
  left?: AbortSignal,
): Promise<Fulfilled> {
  const url = guard.checkUrl(request.url);
  await lastValueFrom(ifKnown(guard, url));
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(gateway, {
    method: request.method,
    headers: [...headers, ["x-upstream-url", url.href]],
    redirect: "manual",
    signal: AbortSignal.any([AbortSignal.timeout(INTERCEPTED_MS), ...(left ? [left] : [])]),
    ...(request.postData !== undefined && { body: request.postData }),
  }).catch((cause) => {
    throw unreachable(url.host, cause);
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_INTERCEPTED_BYTES)
      throw new SourceError("too-large", `${url.host} sent more than a page may hold.`);
    chunks.push(chunk);
  }
  const responseHeaders = [...answer.headers]
    .filter(([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name))
    .map(([name, value]) => ({ name, value }));
  return { responseCode: answer.status, responseHeaders, body: Buffer.concat(chunks).toString("base64") };
}
