import { firstValueFrom, NEVER, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { nextHop } from "../../src/upstream/redirects.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { door, loopback, says } from "./loopback.ts";

const hop = (url: string, method: "GET" | "HEAD" | "POST" = "GET") => ({
  url: new URL(url),
  method,
  headers: {
    accept: "text/html",
    authorization: "Bearer t",
    cookie: "a=1",
    "x-api-key": "k",
    "content-type": "text/plain",
  },
  ...(method === "POST" && { body: "b" }),
});

describe("the next hop", () => {
  test.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
    [301, "HEAD", "HEAD"],
    [303, "HEAD", "HEAD"],
    [308, "GET", "GET"],
  ] as const)("%i turns %s into %s", (status, method, expected) => {
    const next = nextHop(hop("https://a.example/x", method), status, "/y");
    expect(next).toMatchObject({ method: expected });
    expect(next?.body).toBe(expected === "POST" ? "b" : undefined);
    expect(next?.headers["content-type"]).toBe(expected === method ? "text/plain" : undefined);
  });

  test.each([
    ["../z?q=1", "https://a.example/z?q=1#kept"],
    ["?q", "https://a.example/x/y?q#kept"],
    ["//b.example/", "https://b.example/#kept"],
    ["http://a.example/#own", "http://a.example/#own"],
    ["/é è", "https://a.example/%C3%A9%20%C3%A8#kept"],
  ])("%s is resolved against the URL that said so", (location, expected) => {
    expect(nextHop(hop("https://a.example/x/y#kept"), 302, location)?.url.href).toBe(expected);
  });

  test("credentials stay with the origin they were meant for", () => {
    const same = nextHop(hop("https://a.example/"), 302, "/y");
    expect(same?.headers).toMatchObject({ authorization: "Bearer t", cookie: "a=1", "x-api-key": "k" });
    for (const location of ["https://b.example/", "http://a.example/", "https://a.example:8443/"])
      expect(nextHop(hop("https://a.example/"), 302, location)?.headers).toEqual({
        accept: "text/html",
        "content-type": "text/plain",
      });
  });

  test("other statuses, and a redirect to nowhere, are answers", () => {
    expect(nextHop(hop("https://a.example/"), 200, "/y")).toBeUndefined();
    expect(nextHop(hop("https://a.example/"), 304, "/y")).toBeUndefined();
    expect(nextHop(hop("https://a.example/"), 302, undefined)).toBeUndefined();
  });

  test("what cannot be followed is an error", () => {
    expect(() => nextHop(hop("https://a.example/"), 302, "http://")).toThrow(
      expect.objectContaining({ kind: "unreachable" }),
    );
    expect(() => nextHop(hop("https://a.example/"), 302, "file:///etc/passwd")).toThrow(
      expect.objectContaining({ kind: "forbidden-target" }),
    );
  });
});

describe("over the wire", () => {
  const steps = (count: number) =>
    loopback((request, response) => {
      const nth = Number(request.url?.slice(1));
      if (nth < count) response.writeHead(302, { location: `/${nth + 1}` }).end("moved");
      else response.end("there");
    });

  test("ten redirects are followed, and told", async () => {
    await using server = await steps(10);
    await using http = door();
    const answer = await firstValueFrom(http.http({ url: `${server.url}/0` }));
    expect(answer.url).toBe(`${server.url}/10`);
    expect(answer.redirects).toHaveLength(10);
    expect(answer.redirects[0]).toEqual({ status: 302, url: `${server.url}/0`, location: "/1" });
  });

  test("an eleventh is a loop", async () => {
    await using server = await steps(11);
    await using http = door();
    await expect(firstValueFrom(http.http({ url: `${server.url}/0` }))).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("redirect loop"),
    });
  });

  test("one at a time is enough for a redirect within a host", async () => {
    await using server = await steps(3);
    await using http = door();
    const pace = { key: "narrow", concurrency: 1, minIntervalMs: 0 };
    expect(await firstValueFrom(http.http({ url: `${server.url}/0`, pace }))).toMatchObject({ status: 200 });
  });

  test("manual hands the redirect out", async () => {
    await using server = await steps(1);
    await using http = door();
    const answer = await firstValueFrom(http.http({ url: `${server.url}/0`, redirect: "manual" }));
    expect(answer).toMatchObject({ status: 302, headers: { location: "/1" }, redirects: [] });
  });
});

describe("cookies", () => {
  const counting = () =>
    loopback((request, response) => {
      const seen = request.headers.cookie;
      response.setHeader("set-cookie", ["id=7; Path=/", "other=1; Domain=elsewhere.example", "x".repeat(5_000)]);
      response.end(seen ?? "none");
    });
  const bodyOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();

  test("are sent back within their session only", async () => {
    await using server = await counting();
    await using http = door();
    const { url } = server;
    expect(bodyOf(await firstValueFrom(http.http({ url, session: "a" })))).toBe("none");
    expect(bodyOf(await firstValueFrom(http.http({ url, session: "a" })))).toBe("id=7");
    const own = http.http({ url, session: "a", headers: { cookie: "mine=1" } });
    expect(bodyOf(await firstValueFrom(own))).toBe("mine=1; id=7");
    expect(bodyOf(await firstValueFrom(http.http({ url, session: "b" })))).toBe("none");
    expect(bodyOf(await firstValueFrom(http.http({ url })))).toBe("none");
  });

  test("hold through the redirects of one request, as a cookie wall wants", async () => {
    await using server = await loopback((request, response) => {
      if (request.headers.cookie === "seen=1") response.end("in");
      else response.writeHead(302, { location: "/", "set-cookie": "seen=1" }).end();
    });
    await using http = door();
    expect(bodyOf(await firstValueFrom(http.http({ url: server.url })))).toBe("in");
    expect((await firstValueFrom(http.http({ url: server.url }))).redirects).toHaveLength(1);
  });
});

describe("a gateway", () => {
  test("is sent everything, with the target in a header", async () => {
    await using gateway = await loopback((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        const { method, url, headers } = request;
        response.setHeader("x-tributary-replay", "1");
        response.end(JSON.stringify({ method, url, host: headers.host, target: headers["x-upstream-url"], body }));
      });
    });
    await using http = door({ UPSTREAM_GATEWAY: `${gateway.url}/ignored` });
    const url = "https://Api.Example/p?q=ü#part";
    const answer = await firstValueFrom(http.http({ url, method: "POST", body: "b" }));
    expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual({
      method: "POST",
      url: "/",
      host: `127.0.0.1:${gateway.port}`,
      target: "https://api.example/p?q=%C3%BC",
      body: "b",
    });
    expect(answer).toMatchObject({ replayed: true, url: "https://api.example/p?q=%C3%BC#part" });
    expect(answer.remoteAddress).toBeUndefined();
  });

  test("is not asked for what is the operator's own", async () => {
    await using gateway = await loopback((_request, response) => response.end("through the gateway"));
    await using model = await loopback((request, response) =>
      response.end(`direct ${request.headers["x-upstream-url"]}`),
    );
    await using http = door({ UPSTREAM_GATEWAY: gateway.url });
    const answer = await firstValueFrom(http.http({ url: `${model.url}/v1`, direct: true }));
    expect(Buffer.from(answer.body).toString()).toBe("direct undefined");
    expect(gateway.connections()).toBe(0);
  });

  test("'s redirects are ours to follow, each hop guarded", async () => {
    const targets: unknown[] = [];
    await using gateway = await loopback((request, response) => {
      const target = String(request.headers["x-upstream-url"]);
      targets.push(target);
      if (target === "https://nowhere.invalid/a") response.writeHead(301, { location: "../b" }).end();
      else if (target === "https://nowhere.invalid/b")
        response.writeHead(302, { location: "http://192.168.0.1/" }).end();
      else response.end("inside");
    });
    await using http = door({ UPSTREAM_GATEWAY: gateway.url }, { resolve: () => of([]) });
    const url = "https://nowhere.invalid/a";
    await expect(firstValueFrom(http.http({ url, guarded: true }))).rejects.toMatchObject({ kind: "forbidden-target" });
    expect(targets).toEqual(["https://nowhere.invalid/a", "https://nowhere.invalid/b"]);
  });

  test("is not asked about names that resolve to private addresses here, nor about literals", async () => {
    await using gateway = await loopback(says("inside"));
    const answers = (host: string) =>
      host === "inner.example" ? of(["10.0.0.1"]) : host === "slow.example" ? NEVER : throwError(() => new Error("no"));
    await using http = door({ UPSTREAM_GATEWAY: gateway.url }, { resolve: answers });
    for (const url of ["http://inner.example/", "http://[::ffff:127.0.0.1]/", "http://db.internal/"])
      await expect(firstValueFrom(http.http({ url, guarded: true }))).rejects.toMatchObject({
        kind: "forbidden-target",
      });
    expect(gateway.connections()).toBe(0);
    for (const url of ["http://slow.example/", "http://unknown.example/"])
      expect(await firstValueFrom(http.http({ url, guarded: true }))).toMatchObject({ status: 200, replayed: false });
  });

  test("is found by the system, whatever DNS_SERVER answers", async () => {
    await using gateway = await loopback(says("ok"));
    const url = `http://localhost:${gateway.port}`;
    await using http = door({ UPSTREAM_GATEWAY: url }, { resolve: () => throwError(() => new Error("not asked")) });
    expect(await firstValueFrom(http.http({ url: "https://a.example/" }))).toMatchObject({ status: 200 });
  });

  test("'s recorded failures are not asked for again", async () => {
    let asked = 0;
    await using gateway = await loopback((_request, response) => {
      asked += 1;
      response.writeHead(503, { "x-tributary-replay": "1", "retry-after": "30" }).end();
    });
    await using http = door({ UPSTREAM_GATEWAY: gateway.url });
    const url = "https://down.example/";
    expect(await firstValueFrom(http.http({ url }))).toMatchObject({ status: 503 });
    expect(await firstValueFrom(http.http({ url }))).toMatchObject({ status: 503 });
    expect(asked).toBe(2);
  });
});

describe("Retry-After", () => {
  test("holds the host's queue: who has no time to wait is told so", BY_THE_CLOCK, async () => {
    await using server = await loopback(says("slow down", { "retry-after": "30" }, 429));
    await using http = door();
    expect(await firstValueFrom(http.http({ url: server.url }))).toMatchObject({ status: 429 });
    const second = firstValueFrom(http.http({ url: server.url, timeoutMs: 1_000 }));
    await expect(second).rejects.toMatchObject({ kind: "rate-limited", retryAfterMs: expect.any(Number) });
    expect(server.connections()).toBe(1);
  });
});
