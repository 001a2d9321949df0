import { lastValueFrom, map, NEVER, type Observable, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { clientCredentials, withToken } from "../../../../src/sources/kit/compose/token.ts";
import type { Reader } from "../../../../src/sources/source.ts";
import type { HttpRequest, HttpResponse } from "../../../../src/upstream/types.ts";
import { answer, marbles, reading } from "../reading.ts";

const twice: Reader<string, number> = (_input, { fetch }) => {
  const asked$ = fetch({ url: "https://api.example/a" });
  return asked$.pipe(map(({ status }) => status));
};

const reader = withToken(
  {
    request: ({ ID: id = "", SECRET: secret = "" }) => clientCredentials("https://auth.example/token", id, secret),
    ttlMs: 1000,
  },
  twice,
);

const isToken = ({ url }: HttpRequest): boolean => url.includes("auth");

const contextOf = (respond: (request: HttpRequest) => Observable<HttpResponse> | HttpResponse) =>
  reading(respond, { keys: { ID: "me", SECRET: "hush" } });

const outcome = (respond: (request: HttpRequest) => HttpResponse) =>
  lastValueFrom(reader("q", contextOf(respond)).pipe(toArray()));

describe("withToken", () => {
  it("asks for a token by the client's credentials, holds it, and sends it along", async () => {
    const context = contextOf((request) => answer(isToken(request) ? '{"access_token":"one"}' : "{}"));
    expect(await lastValueFrom(reader("q", context))).toBe(200);
    expect(context.asked.map(({ url }) => url)).toEqual(["https://auth.example/token", "https://api.example/a"]);
    expect(context.asked[0]?.headers?.["authorization"]).toBe(`Basic ${Buffer.from("me:hush").toString("base64")}`);
    expect(context.asked[0]?.body).toBe("grant_type=client_credentials");
    expect(context.asked[1]?.headers?.["authorization"]).toBe("Bearer one");
    expect(context.held).toEqual([{ name: "token", holding: { ttlMs: 1000, way: "token" } }]);
  });

  it("asks for another token where one is spent, once, and holds that one under another name", async () => {
    let tokens = 0;
    const context = contextOf((request) => {
      if (isToken(request)) return answer(`{"access_token":"${tokens++ === 0 ? "one" : "two"}"}`);
      return answer("{}", { status: request.headers?.["authorization"] === "Bearer two" ? 200 : 401 });
    });
    expect(await lastValueFrom(reader("q", context))).toBe(200);
    expect(context.held.map(({ name }) => name)).toEqual(["token", expect.stringMatching(/^token after [\da-f]{16}$/)]);
  });

  it("takes the second refusal as the answer", async () => {
    expect(
      await outcome((request) => answer('{"access_token":"one"}', { status: isToken(request) ? 200 : 401 })),
    ).toEqual([401]);
  });

  it("fails with missing-key where the credentials are refused, in the upstream's words", async () => {
    const refused = answer('{"error":"invalid_client","error_description":"client authentication failed"}', {
      status: 401,
    });
    await expect(outcome(() => refused)).rejects.toMatchObject({
      kind: "missing-key",
      message: expect.stringContaining("client authentication failed"),
    });
  });

  it("fails with changed where there is no token in the answer", async () => {
    await expect(outcome(() => answer('{"token":"one"}'))).rejects.toMatchObject({ kind: "changed" });
  });

  it("gives up a token that is on its way when nobody listens any more", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const token$ = cold<HttpResponse>("---(t|)", { t: answer('{"access_token":"one"}') });
      const context = contextOf((request) => (isToken(request) ? token$ : NEVER));
      expectObservable(reader("q", context), "^-!").toBe("---");
      expectSubscriptions(token$.subscriptions).toBe("^-!");
    });
  });
});
