import { defer, type Observable, of } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { expect } from "vitest";
import type { Holding, Notice, ReadContext } from "../../../src/sources/source.ts";
import type { HttpRequest, HttpResponse } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

/** An answer of 200 with such a body, unless something else is said. */
export function answer(body: string | Uint8Array, head: Partial<Omit<HttpResponse, "body">> = {}): HttpResponse {
  return {
    url: "https://up.example/search",
    status: 200,
    headers: {},
    setCookie: [],
    redirects: [],
    replayed: true,
    ...head,
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
  };
}

export interface Reading extends ReadContext {
  readonly asked: readonly HttpRequest[];
  readonly notices: readonly Notice[];
  readonly held: readonly { readonly name: string; readonly holding: Holding | undefined }[];
}

/** A context whose requests are answered by `respond`, without cache and rest; it notes what passes through it. */
export function reading(
  respond: (request: HttpRequest) => Observable<HttpResponse> | HttpResponse | string,
  given: Partial<ReadContext> = {},
): Reading {
  const asked: HttpRequest[] = [];
  const notices: Notice[] = [];
  const held: { name: string; holding: Holding | undefined }[] = [];
  const fetch = (request: HttpRequest): Observable<HttpResponse> =>
    defer(() => {
      asked.push(request);
      const response = respond(request);
      if (typeof response === "string") return of(answer(response));
      return "body" in response ? of(response) : response;
    });
  return {
    source: "test",
    pages: 1,
    keys: {},
    upstream: replayUpstream(() => undefined),
    fetch,
    stream: () => {
      throw new Error("nothing is streamed here");
    },
    cached: (name, value$, holding) => {
      held.push({ name, holding });
      return value$;
    },
    notice: (notice) => notices.push(notice),
    now: () => Date.parse("2026-11-21T12:00:00Z"),
    ...given,
    asked,
    notices,
    held,
  };
}

export const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
