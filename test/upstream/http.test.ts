import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, lastValueFrom, map, mergeMap, of, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { BY_THE_CLOCK, eventually } from "../support/until.ts";
import { door, loopback, says } from "./loopback.ts";

const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe("an answer", () => {
  test("has status, lower-case headers, cookies apart, address and body", async () => {
    await using server = await loopback((_request, response) => {
      response.writeHead(404, { "X-One": "1", "X-Many": ["a", "b"], "Set-Cookie": ["a=1", "b=2"] }).end("gone");
    });
    await using http = door();
    const { body, ...head } = await firstValueFrom(http.http({ url: `${server.url}/x?y=1#z` }));
    expect(textOf(body)).toBe("gone");
    expect(head).toMatchObject({
      url: `${server.url}/x?y=1#z`,
      status: 404,
      headers: { "x-one": "1", "x-many": "a, b" },
      setCookie: ["a=1", "b=2"],
      redirects: [],
      remoteAddress: "127.0.0.1",
      replayed: false,
    });
    expect(head.headers).not.toHaveProperty("set-cookie");
  });

  test("says how long its head took, not its body, and says nothing of it through a gateway", async () => {
    await using server = await loopback((_request, response) => {
      setTimeout(() => {
        response.writeHead(200).write("a");
        setTimeout(() => response.end("b"), 150);
      }, 60);
    });
    await using http = door();
    const { firstByteMs } = await firstValueFrom(http.http({ url: server.url }));
    expect(firstByteMs).toBeGreaterThanOrEqual(55);
    await using through = door({ UPSTREAM_GATEWAY: server.url });
    expect(await firstValueFrom(through.http({ url: "http://shop.example/" }))).not.toHaveProperty("firstByteMs");
  });

  test("was asked for with our headers, unless the caller has others", async () => {
    await using server = await loopback((request, response) => response.end(JSON.stringify(request.headers)));
    await using http = door({ USER_AGENT: "Test/1" });
    const asked = await firstValueFrom(
      http.http({ url: server.url }).pipe(map(({ body }) => JSON.parse(textOf(body)))),
    );
    expect(asked).toMatchObject({
      "user-agent": "Test/1",
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br, zstd",
      host: `127.0.0.1:${server.port}`,
    });
    const own = { "User-Agent": "Other/2", Accept: "text/html", Host: "elsewhere.example" };
    const other = await firstValueFrom(
      http.http({ url: server.url, headers: own }).pipe(map(({ body }) => JSON.parse(textOf(body)))),
    );
    expect(other).toMatchObject({ "user-agent": "Other/2", accept: "text/html", host: `127.0.0.1:${server.port}` });
  });

  test("is counted with how long it waited for its turn at the host, one that was never sent is not", async () => {
    await using server = await loopback((_request, response) => {
      setTimeout(() => response.end(), 120);
    });
    await using http = door();
    const pace = { key: "one at a time", concurrency: 1, minIntervalMs: 0 };
    const ask = () => http.http({ url: server.url, pace });
    const answered = Promise.all([lastValueFrom(ask()), lastValueFrom(ask())]);
    ask().subscribe().unsubscribe();
    await answered;
    const { count, sum, buckets } = http.stats().paceWaits;
    expect(count).toBe(2);
    expect(sum).toBeGreaterThan(0.1);
    expect(buckets.find(({ atMost }) => atMost === 0.05)?.count).toBe(1);
  });

  test("a POST carries its body", async () => {
    await using server = await loopback((request, response) => request.pipe(response));
    await using http = door();
    const { body } = await firstValueFrom(http.http({ url: server.url, method: "POST", body: "q=żółć" }));
    expect(textOf(body)).toBe("q=żółć");
  });

  test("a HEAD has none, whatever its headers say", async () => {
    await using server = await loopback(says("", { "content-length": "99999999999", "content-encoding": "gzip" }));
    await using http = door();
    const answer = await firstValueFrom(http.http({ url: server.url, method: "HEAD" }));
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  test("connections are kept for the next request", async () => {
    await using server = await loopback(says("ok"));
    await using http = door();
    for (let nth = 0; nth < 3; nth += 1) {
      await lastValueFrom(http.http({ url: server.url }));
      await new Promise((idle) => setImmediate(idle));
    }
    expect(server.connections()).toBe(1);
  });

  test("nothing is sent before a subscription", async () => {
    let asked = 0;
    await using server = await loopback((_request, response) => {
      asked += 1;
      response.end();
    });
    await using http = door();
    const answer$ = http.http({ url: server.url });
    expect(asked).toBe(0);
    await firstValueFrom(answer$);
    await firstValueFrom(answer$);
    expect(asked).toBe(2);
  });
});

describe("a streamed answer", () => {
  test("gives its head before its body has arrived", async () => {
    let finish = (): void => {};
    await using server = await loopback((_request, response) => {
      response.write("one ");
      finish = () => response.end("two");
    });
    await using http = door();
    const chunks = await lastValueFrom(
      http.httpStream({ url: server.url }).pipe(
        mergeMap(({ status, body }) => {
          expect(status).toBe(200);
          finish();
          return body;
        }),
        toArray(),
      ),
    );
    expect(Buffer.concat(chunks).toString()).toBe("one two");
  });

  test("can be read after an await", async () => {
    await using server = await loopback(says("later"));
    await using http = door();
    const { body } = await firstValueFrom(http.httpStream({ url: server.url }));
    expect(Buffer.concat(await lastValueFrom(body.pipe(toArray()))).toString()).toBe("later");
  });

  test("is let go when nobody reads it", async () => {
    await using server = await loopback((_request, response) => void response.write("x".repeat(1_000_000)));
    await using http = door();
    const { body } = await firstValueFrom(http.httpStream({ url: server.url }));
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
    await expect(lastValueFrom(body)).rejects.toMatchObject({ kind: "internal" });
  });

  test("unsubscribing the body closes the server's socket", async () => {
    await using server = await loopback((_request, response) => {
      const beat = setInterval(() => response.write("tick"), 5);
      response.on("close", () => clearInterval(beat));
    });
    await using http = door();
    await firstValueFrom(http.httpStream({ url: server.url }).pipe(mergeMap(({ body }) => body)));
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });

  test("its time-out reaches the body's reader", BY_THE_CLOCK, async () => {
    await using server = await loopback((_request, response) => void response.write("x"));
    await using http = door();
    const body$ = http.httpStream({ url: server.url, timeoutMs: 150 }).pipe(mergeMap(({ body }) => body));
    await expect(lastValueFrom(body$)).rejects.toMatchObject({ kind: "timeout" });
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });
});

describe("failures", () => {
  test("slow headers", async () => {
    await using server = await loopback(() => {});
    await using http = door();
    await expect(firstValueFrom(http.http({ url: server.url, timeoutMs: 100 }))).rejects.toMatchObject({
      kind: "timeout",
      message: `127.0.0.1:${server.port} did not answer within 100 milliseconds.`,
    });
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });

  test("a slow body", BY_THE_CLOCK, async () => {
    await using server = await loopback((_request, response) => {
      const beat = setInterval(() => response.write("tick"), 10);
      response.on("close", () => clearInterval(beat));
    });
    await using http = door();
    await expect(firstValueFrom(http.http({ url: server.url, timeoutMs: 150 }))).rejects.toMatchObject({
      kind: "timeout",
      message: `127.0.0.1:${server.port} did not finish its answer within 150 milliseconds.`,
    });
    expect(await eventually(() => server.sockets.size === 0)).toBe(true);
  });

  test("a refused connection", async () => {
    const server = await loopback(says(""));
    await server[Symbol.asyncDispose]();
    await using http = door();
    await expect(firstValueFrom(http.http({ url: server.url }))).rejects.toMatchObject({
      kind: "unreachable",
      message: `127.0.0.1:${server.port} refused the connection.`,
    });
  });

  test("a name that does not exist", async () => {
    await using http = door({}, { resolve: () => of([]) });
    await expect(firstValueFrom(http.http({ url: "http://nowhere.example/" }))).rejects.toMatchObject({
      kind: "unreachable",
    });
  });

  test("a connection broken off in the body", async () => {
    await using server = await loopback((_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("partial", () => response.destroy());
    });
    await using http = door();
    await expect(firstValueFrom(http.http({ url: server.url, idempotent: false }))).rejects.toMatchObject({
      kind: "unreachable",
    });
  });

  test("something that is not HTTP", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.end("SSH-2.0-OpenSSH_9.6\r\n");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    await using http = door();
    const { port } = server.address() as AddressInfo;
    await expect(firstValueFrom(http.http({ url: `http://127.0.0.1:${port}` }))).rejects.toMatchObject({
      kind: "changed",
    });
    server.close();
  });

  test.each(["not a url", "/relative"])("%j is no URL", async (url) => {
    await using http = door();
    await expect(firstValueFrom(http.http({ url }))).rejects.toMatchObject({ kind: "bad-query" });
  });

  test("a scheme that is not the web's, guarded or not", async () => {
    await using http = door();
    await expect(firstValueFrom(http.http({ url: "file:///etc/passwd" }))).rejects.toMatchObject({
      kind: "forbidden-target",
    });
  });

  test("a header that cannot be sent", async () => {
    await using server = await loopback(says(""));
    await using http = door();
    const request = { url: server.url, headers: { "x-bad": "a\r\nb: c" } };
    await expect(firstValueFrom(http.http(request))).rejects.toMatchObject({ kind: "bad-query" });
  });

  test("a body larger than allowed, announced or not", async () => {
    await using server = await loopback((request, response) => {
      if (request.url === "/said") response.setHeader("content-length", "5000");
      response.end("x".repeat(5_000));
    });
    await using http = door();
    for (const path of ["/said", "/unsaid"])
      await expect(firstValueFrom(http.http({ url: server.url + path, maxBytes: 4_999 }))).rejects.toMatchObject({
        kind: "too-large",
      });
    const whole = await firstValueFrom(http.http({ url: server.url, maxBytes: 5_000 }));
    expect(whole.body.length).toBe(5_000);
  });
});

describe("certificates", () => {
  test("one that nobody vouches for is named as the reason", async () => {
    const folder = mkdtempSync(join(tmpdir(), "upstream-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
    execFileSync("openssl", [...request, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) });
    rmSync(folder, { recursive: true });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    await using http = door();
    await expect(firstValueFrom(http.http({ url: `https://127.0.0.1:${port}/` }))).rejects.toMatchObject({
      kind: "unreachable",
      message: `127.0.0.1:${port} showed a self-signed certificate.`,
    });
    server.close();
  });
});
