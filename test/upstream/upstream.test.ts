import { firstValueFrom, map, mergeMap, of, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createResolver } from "../../src/upstream/resolve.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { loopback, nameServer, says } from "./loopback.ts";

describe("createUpstream", () => {
  test("is one door: HTTP, resting and the cache over one configuration", async () => {
    await using server = await loopback(says("hello"));
    const upstream = createUpstream(readConfig({}));
    const asked$ = upstream.http({ url: server.url }).pipe(map(({ body }) => Buffer.from(body).toString()));
    const policy = { key: "k", ttlMs: 60_000, refresh: false };
    const answer$ = upstream.cache.through(policy, upstream.circuitBreaker.guard("hello", asked$, false));
    expect(await firstValueFrom(answer$)).toBe("hello");
    expect(await firstValueFrom(answer$)).toBe("hello");
    expect(server.connections()).toBe(1);
    expect(upstream.circuitBreaker.state("hello").state).toBe("ok");
    await upstream.close();
  });

  test("refuses a user's private addresses through every member that connects", async () => {
    const upstream = createUpstream(readConfig({}), { resolve: () => of(["10.0.0.1"]) });
    const refusal = { kind: "forbidden-target" };
    await expect(firstValueFrom(upstream.http({ url: "http://a.example/", guarded: true }))).rejects.toMatchObject(
      refusal,
    );
    await expect(firstValueFrom(upstream.tls("a.example", 443))).rejects.toMatchObject(refusal);
    await upstream.close();
  });

  test("closing ends what is under way", async () => {
    await using server = await loopback(() => {});
    const upstream = createUpstream(readConfig({}));
    const answer = firstValueFrom(upstream.http({ url: server.url, idempotent: false }));
    answer.catch(() => {});
    while (server.connections() === 0) await new Promise((again) => setImmediate(again));
    await upstream.close();
    await expect(answer).rejects.toMatchObject({ kind: "unreachable" });
  });
});

describe("createResolver", () => {
  const resolved = (answers: Record<string, readonly string[]>, ...hosts: string[]) =>
    firstValueFrom(
      nameServer((name) => answers[name]).pipe(
        mergeMap(({ endpoint }) => {
          const resolve = createResolver(readConfig({ DNS_SERVER: endpoint }));
          return of(...hosts).pipe(mergeMap(resolve), toArray());
        }),
      ),
    );

  test("asks DNS_SERVER, and nobody about literals and localhost", async () => {
    const hosts = ["a.example", "192.0.2.7", "::1", "localhost"];
    expect(await resolved({ "a.example": ["192.0.2.1", "192.0.2.2"] }, ...hosts)).toEqual(
      expect.arrayContaining([["192.0.2.1", "192.0.2.2"], ["192.0.2.7"], ["::1"], ["127.0.0.1", "::1"]]),
    );
  });

  test("a name that does not exist is unreachable", async () => {
    await expect(resolved({}, "nowhere.example")).rejects.toMatchObject({
      kind: "unreachable",
      message: "nowhere.example was not found: there is no such name, or it has no address.",
    });
  });

  test("without DNS_SERVER the system is asked", async () => {
    const resolve = createResolver(readConfig({}));
    expect(await firstValueFrom(resolve("localhost"))).toContain("127.0.0.1");
  });
});
