import { firstValueFrom, map, mergeMap, NEVER, of } from "rxjs";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/until.ts";
import { door, loopback, nameServer, says } from "./loopback.ts";

const ALLOWED = { ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" };
const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe("retries", () => {
  test("a passing failure is asked for again, twice at most", async () => {
    let asked = 0;
    await using server = await loopback((_request, response) => {
      asked += 1;
      response.writeHead(asked % 3 === 0 ? 200 : 503).end(String(asked));
    });
    await using http = door();
    expect(await firstValueFrom(http.http({ url: server.url }))).toMatchObject({ status: 200 });
    expect(asked).toBe(3);
    const post = await firstValueFrom(http.http({ url: server.url, method: "POST", body: "x" }));
    expect([post.status, asked]).toEqual([503, 4]);
    const stream = http.httpStream({ url: server.url, idempotent: true }).pipe(map(({ status }) => status));
    expect([await firstValueFrom(stream), asked]).toEqual([200, 6]);
  });

  test("a reset connection is opened again", async () => {
    let asked = 0;
    await using server = await loopback((request, response) => {
      asked += 1;
      if (asked < 3) request.socket.resetAndDestroy();
      else response.end("ok");
    });
    await using http = door();
    expect(textOf((await firstValueFrom(http.http({ url: server.url }))).body)).toBe("ok");
    expect(asked).toBe(3);
  });

  test("an answer that keeps failing is the answer", async () => {
    await using server = await loopback(says("down", {}, 502));
    await using http = door();
    expect(await firstValueFrom(http.http({ url: server.url }))).toMatchObject({ status: 502 });
    expect(server.connections()).toBeGreaterThan(0);
  });
});

describe("hanging up", () => {
  test("closes the server's socket before the answer", async () => {
    await using server = await loopback(() => {});
    await using http = door();
    const subscription = http.http({ url: server.url }).subscribe();
    expect(await eventually(() => server.sockets.size === 1)).toBe(true);
    subscription.unsubscribe();
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });

  test("leaves no connection that was still being made", async () => {
    await using server = await loopback(() => {});
    await using http = door();
    http.http({ url: server.url }).subscribe().unsubscribe();
    await firstValueFrom(http.http({ url: server.url, timeoutMs: 100 })).catch(() => {});
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });

  test("while the name is being looked up leaves no socket either", async () => {
    const socketsHere = (): number =>
      process.getActiveResourcesInfo().filter((resource) => /^T(CP|LS).*Wrap$/.test(resource)).length;
    await using http = door({}, { resolve: () => NEVER });
    const before = socketsHere();
    const subscription = http.http({ url: "http://slow.example/" }).subscribe();
    expect(await eventually(() => socketsHere() > before)).toBe(true);
    subscription.unsubscribe();
    expect(await eventually(() => socketsHere() <= before)).toBe(true);
  });

  test("a thousand times leaves no socket", async () => {
    await using server = await loopback(() => {});
    await using http = door();
    const pace = { key: "many", concurrency: 1_000, minIntervalMs: 0 };
    const subscriptions = Array.from({ length: 1_000 }, () => http.http({ url: server.url, pace }).subscribe());
    expect(await eventually(() => server.connections() > 100)).toBe(true);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });
});

describe("the guard", () => {
  test("refuses a private literal, and a name that resolves to one", async () => {
    await using server = await loopback(says("secret"));
    await using http = door({}, { resolve: () => of(["127.0.0.1"]) });
    for (const url of [server.url, `http://public.example:${server.port}/`])
      await expect(firstValueFrom(http.http({ url, guarded: true }))).rejects.toMatchObject({
        kind: "forbidden-target",
      });
    expect(server.connections()).toBe(0);
  });

  test("leaves a source's own addresses alone", async () => {
    await using server = await loopback(says("ok"));
    await using http = door();
    expect(await firstValueFrom(http.http({ url: server.url }))).toMatchObject({ status: 200 });
  });

  test("looks at every redirect", async () => {
    await using server = await loopback(says("", { location: "http://169.254.169.254/latest/" }, 302));
    await using http = door(ALLOWED);
    await expect(firstValueFrom(http.http({ url: server.url, guarded: true }))).rejects.toMatchObject({
      kind: "forbidden-target",
    });
  });

  test("connects to the address it has checked, for a name is asked for once", async () => {
    await using server = await loopback(says("checked"));
    const names$ = nameServer((_name, nth) => (nth === 1 ? ["127.0.0.1"] : ["127.0.0.2"]));
    const rebound = await firstValueFrom(
      names$.pipe(
        mergeMap(async (names) => {
          await using http = door({ ...ALLOWED, DNS_SERVER: names.endpoint });
          const url = `http://rebinding.example:${server.port}/`;
          const answer = await firstValueFrom(http.http({ url, guarded: true }));
          return [textOf(answer.body), answer.remoteAddress, names.asked("rebinding.example")];
        }),
      ),
    );
    expect(rebound).toEqual(["checked", "127.0.0.1", 1]);
  });
});
