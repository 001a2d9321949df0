import { once } from "node:events";
import {
  ClientRequest,
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, createServer as createTcp, type Socket, Server as TcpServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { NEVER, Observable, of, type Subscription } from "rxjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createGuard, type Guard } from "../../src/upstream/guard.ts";
import { type GuardProxy, guardProxy } from "../../src/upstream/guard-proxy.ts";

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
const ADDRESSES: Readonly<Record<string, readonly string[]>> = { "inner.test": ["127.0.0.2"], "none.test": [] };
const guard = createGuard(config, (host) => of(ADDRESSES[host] ?? ["127.0.0.1"]));

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: (Server | TcpServer)[] = [];
const holdings: Subscription[] = [];
afterEach(async () => {
  for (const holding of holdings.splice(0)) holding.unsubscribe();
  await Promise.all(
    servers.splice(0).map((server) => {
      if ("closeAllConnections" in server) server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    }),
  );
});

async function listening(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
const serve = (handler: Handler): Promise<number> => listening(createHttp(handler));
const serveTcp = (handler: (socket: Socket) => void): Promise<number> => listening(createTcp(handler));

const proxied = (through: Guard = guard, gateway?: string): Promise<GuardProxy> =>
  new Promise((ready, failed) => {
    holdings.push(guardProxy({ UPSTREAM_GATEWAY: gateway }, through).subscribe({ next: ready, error: failed }));
  });

/** What is answered to words on the wire, until the other side ends. */
async function say(port: number, words: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(words);
  return (await buffer(socket)).toString();
}

const GET = (url: string, more = ""): string => `GET ${url} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`;
const CONNECT = (authority: string, more = ""): string => `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n${more}`;

/** A port of 127.0.0.1 that nobody listens on. */
async function deadPort(): Promise<number> {
  const server = createTcp();
  const port = await listening(server);
  servers.splice(servers.indexOf(server), 1);
  await new Promise((closed) => server.close(closed));
  return port;
}

describe("a plain request", () => {
  it("goes to the checked address as it was asked, without the headers of one hop", async () => {
    const proxy = await proxied();
    const port = await serve((request, response) => {
      const { method, url, headers } = request;
      void buffer(request).then((body) => {
        response.writeHead(201, { "x-kept": "yes", "proxy-authorization": "none", te: "trailers", upgrade: "h9" });
        response.end(JSON.stringify({ method, url, headers, body: body.toString() }));
      });
    });
    const hop = "Proxy-Connection: close\r\nProxy-Authorization: Basic eA==\r\nTE: trailers\r\nUpgrade: h2c\r\n";
    const answer = await say(
      proxy.port,
      `POST http://site.test:${port}/a?b=c HTTP/1.1\r\nHost: x\r\n${hop}Keep-Alive: timeout=5\r\nTrailer: x-end\r\n` +
        "X-Own: 1\r\nContent-Length: 4\r\nConnection: close, x-hop\r\n\r\nbody",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain("x-kept: yes");
    expect(answer).not.toMatch(/proxy-authorization|trailers|h9/);
    const told = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    expect(told).toEqual({
      method: "POST",
      url: "/a?b=c",
      headers: { host: `site.test:${port}`, "x-own": "1", "content-length": "4", connection: "close" },
      body: "body",
    });
  });

  it.each([
    ["an inner address", "http://inner.test/", 403, "forbidden-target", "127.0.0.2 may not be reached"],
    ["credentials", "http://a:b@site.test/", 403, "forbidden-target", "credentials"],
    ["https in the clear", "https://site.test/", 502, "bad-query", "Only http URLs are asked in the clear."],
    ["a name without address", "http://none.test/", 502, "unreachable", "none.test has no address."],
    ["the browser's updates", "http://update.googleapis.com/x", 403, "forbidden-target", "the browser's own service"],
    ["the browser's clock", "http://clients2.google.com/time", 403, "forbidden-target", "the browser's own service"],
    [
      "the browser's models",
      "http://optimizationguide-pa.googleapis.com/",
      403,
      "forbidden-target",
      "optimizationguide-pa.googleapis.com is the browser's own service.",
    ],
  ])("is refused for %s, and says why", async (_what, url, status, kind, words) => {
    const proxy = await proxied();
    const answer = await say(proxy.port, GET(url));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain("content-type: text/plain; charset=utf-8");
    expect(answer).toContain(words);
    expect(proxy.failureAt(url)).toMatchObject({ kind, message: expect.stringContaining(words) });
  });

  it("is refused where it names no absolute URL, under what it was asked as", async () => {
    const proxy = await proxied();
    expect(await say(proxy.port, GET("/path"))).toMatch(/^HTTP\/1\.1 502 /);
    expect(proxy.failureAt("/path")?.kind).toBe("bad-query");
  });

  it("tells why a host could not be reached while another request to it is on its way", async () => {
    const port = await deadPort();
    const proxy = await proxied();
    const url = `http://site.test:${port}/`;
    await say(proxy.port, GET(url));
    const late = createTcp();
    servers.push(late);
    late.listen(port, "127.0.0.1");
    await once(late, "listening");
    const socket = connect(proxy.port, "127.0.0.1");
    socket.write(GET(`${url}favicon.ico`));
    const [held] = (await once(late, "connection")) as [Socket];
    expect(proxy.failureAt(url)?.kind).toBe("unreachable");
    held.end("HTTP/1.1 204 No Content\r\n\r\n");
    await buffer(socket);
    held.destroy();
    expect(proxy.failureAt(url)).toBeUndefined();
  });

  it("tells who could not be reached, until they can be", async () => {
    const proxy = await proxied();
    const port = await deadPort();
    const url = `http://site.test:${port}/`;
    const answer = await say(proxy.port, GET(url));
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
    expect(answer).toMatch(new RegExp(`site\\.test:${port} could not be reached: .*ECONNREFUSED.*\\.`));
    const failure = proxy.failureAt(`${url}elsewhere`);
    expect(failure?.kind).toBe("unreachable");
    expect(failure?.cause).toMatchObject({ code: "ECONNREFUSED" });
    expect(proxy.failureAt(`http://site.test:${port + 1}/`)).toBeUndefined();
    const server = createHttp((_request, response) => response.end("back"));
    servers.push(server);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    expect(await say(proxy.port, GET(url))).toContain("back");
    expect(proxy.failureAt(url)).toBeUndefined();
  });

  it("refuses an answer whose status is none", async () => {
    const proxy = await proxied();
    const port = await serve((request) => request.socket.end("HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\nok"));
    const url = `http://site.test:${port}/`;
    const answer = await say(proxy.port, GET(url));
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
    expect(answer).toContain(`site.test:${port} answered with something that is not HTTP.`);
    expect(proxy.failureAt(url)).toMatchObject({ kind: "changed", cause: expect.any(Error) });
  });

  it("is given up where nothing comes for ten seconds", async () => {
    const proxy = await proxied();
    const port = await serve(() => undefined);
    const { setTimeout: wait } = ClientRequest.prototype;
    const waits = vi.spyOn(ClientRequest.prototype, "setTimeout").mockImplementationOnce(function (
      this: ClientRequest,
      _ms,
      over,
    ) {
      return wait.call(this, 10, over);
    });
    const url = `http://site.test:${port}/`;
    expect(await say(proxy.port, GET(url))).toMatch(/^HTTP\/1\.1 502 .*site\.test:\d+ sent nothing for too long\./s);
    expect(proxy.failureAt(url)?.kind).toBe("timeout");
    expect(waits).toHaveBeenCalledWith(10_000, expect.any(Function));
    waits.mockRestore();
  });

  it("is cut where its answer is cut", async () => {
    const proxy = await proxied();
    const port = await serve((request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("half");
      setImmediate(() => request.socket.destroy());
    });
    const socket = connect(proxy.port, "127.0.0.1");
    socket.write(`GET http://site.test:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect((await buffer(socket)).toString()).toMatch(/half$/);
  });

  it("leaves its upstream, or the look-up of its name, with whoever asked", async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const port = await serve((request) => {
      request.socket.once("close", () => gone.resolve());
      asked.resolve();
    });
    const [looked, left] = [vi.fn(), vi.fn()];
    const slow = createGuard(config, (host) =>
      host === "slow.test"
        ? new Observable(() => {
            looked();
            return left;
          })
        : of(["127.0.0.1"]),
    );
    const proxy = await proxied(slow);
    const first = connect(proxy.port, "127.0.0.1", () => first.write(GET(`http://site.test:${port}/`)));
    await asked.promise;
    first.destroy();
    await gone.promise;
    const second = connect(proxy.port, "127.0.0.1", () => second.write(GET("http://slow.test/")));
    await expect.poll(() => looked.mock.calls).toHaveLength(1);
    expect(left).not.toHaveBeenCalled();
    second.destroy();
    await expect.poll(() => left.mock.calls).toHaveLength(1);
    // A tunnel's client is not read before there is a tunnel: its look-up ends with the proxy at the latest.
    const third = connect(proxy.port, "127.0.0.1", () => third.write(CONNECT("slow.test:443")));
    await expect.poll(() => looked.mock.calls).toHaveLength(2);
    for (const holding of holdings.splice(0)) holding.unsubscribe();
    await expect.poll(() => left.mock.calls).toHaveLength(2);
  });
});

describe("a tunnel", () => {
  const ECHO = (socket: Socket): void => {
    socket.on("data", (chunk) => socket.write(`<${chunk}>`));
    socket.on("end", () => socket.end("bye"));
  };

  it("carries bytes both ways, those sent with the request first", async () => {
    const proxy = await proxied();
    const port = await serveTcp(ECHO);
    const socket = connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.write(CONNECT(`site.test:${port}`, "early"));
    const [first] = await once(socket, "data");
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\n/);
    let rest = String(first).slice(String(first).indexOf("\r\n\r\n") + 4);
    socket.on("data", (chunk) => {
      rest += chunk;
    });
    await expect.poll(() => rest).toBe("<early>");
    socket.write("later");
    await expect.poll(() => rest).toBe("<early><later>");
    socket.end();
    await once(socket, "close");
    expect(rest).toBe("<early><later>bye");
  });

  it.each([
    ["an inner address", "127.0.0.2:443", 403, "https://127.0.0.2/", "forbidden-target"],
    ["an inner name", "inner.test:8443", 403, "https://inner.test:8443/", "forbidden-target"],
    ["a cloud's metadata", "169.254.169.254:443", 403, "https://169.254.169.254/", "forbidden-target"],
    ["a service's port", "site.test:6379", 403, "wss://site.test:6379/", "forbidden-target"],
    ["a name without address", "none.test:443", 502, "wss://none.test/", "unreachable"],
    ["what is no authority", "site.test:port", 502, "https://site.test:port/", "bad-query"],
  ])("is refused to %s, and says why", async (_what, authority, status, url, kind) => {
    const proxy = await proxied();
    expect(await say(proxy.port, CONNECT(authority))).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} (Forbidden|Bad Gateway)\r\n\r\n$`),
    );
    expect(proxy.failureAt(url)?.kind).toBe(kind);
  });

  it("tells who could not be reached, until they can be", async () => {
    const proxy = await proxied();
    const port = await deadPort();
    expect(await say(proxy.port, CONNECT(`site.test:${port}`))).toBe("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const url = `https://site.test:${port}/`;
    expect(proxy.failureAt(url)).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining(`site.test:${port} could not be reached: `),
    });
    const server = createTcp((socket) => socket.end("back"));
    servers.push(server);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    expect(await say(proxy.port, CONNECT(`site.test:${port}`))).toMatch(/back$/);
    expect(proxy.failureAt(url)).toBeUndefined();
  });

  it("ends on both sides when either ends", async () => {
    const proxy = await proxied();
    const reached: Socket[] = [];
    const port = await serveTcp((socket) => reached.push(socket.on("error", () => socket.destroy())));
    const open = async (): Promise<readonly [Socket, Socket]> => {
      const client = connect(proxy.port, "127.0.0.1");
      client.write(CONNECT(`site.test:${port}`));
      await once(client, "data");
      await expect.poll(() => reached).toHaveLength(1);
      const [upstream] = reached.splice(0);
      if (!upstream) throw new Error("Nobody came through.");
      return [client, upstream];
    };
    const [client, upstream] = await open();
    client.destroy();
    await once(upstream, "close");
    const [second, its] = await open();
    const more = vi.fn();
    second.on("data", more);
    its.resetAndDestroy();
    await once(second, "close");
    expect(more).not.toHaveBeenCalled();
    const [third, other] = await open();
    third.resetAndDestroy();
    await once(other, "close");
  });
});

describe("what is held", () => {
  it("is a failure under host and port, the scheme's own where none is written", async () => {
    const proxy = await proxied();
    await say(proxy.port, CONNECT("inner.test:443"));
    expect(proxy.failureAt("http://inner.test/")).toBeUndefined();
    await say(proxy.port, GET("http://inner.test/"));
    for (const url of ["http://inner.test/", "http://INNER.test:80/y", "ws://inner.test/", "wss://inner.test/z"])
      expect([url, proxy.failureAt(url)?.kind]).toEqual([url, "forbidden-target"]);
    for (const url of ["http://inner.test:8080/", "http://other.test/", "nonsense"])
      expect([url, proxy.failureAt(url)]).toEqual([url, undefined]);
  });

  it("is let go when nobody listens: the door, and every connection through it", async () => {
    const proxy = await proxied();
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const port = await serve((request) => {
      request.socket.once("close", () => gone.resolve());
      asked.resolve();
    });
    const through = connect(proxy.port, "127.0.0.1");
    through.write(`GET http://site.test:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    await asked.promise;
    for (const holding of holdings.splice(0)) holding.unsubscribe();
    await Promise.all([gone.promise, once(through, "close")]);
    await expect(once(connect(proxy.port, "127.0.0.1"), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("the door", () => {
  it("that cannot be opened is the service's own failure; it is one of this machine alone", async () => {
    const cause = new Error("no port is left");
    const listen = vi.spyOn(TcpServer.prototype, "listen").mockImplementationOnce(function (this: TcpServer) {
      setImmediate(() => this.emit("error", cause));
      return this;
    });
    await expect(proxied()).rejects.toMatchObject({ kind: "internal", message: "The browser's proxy failed.", cause });
    expect(listen).toHaveBeenCalledWith(0, "127.0.0.1", expect.any(Function));
    listen.mockRestore();
  });
});

describe("with a gateway", () => {
  const gatewayed = async (through: Guard = guard) => {
    const asked: { method: string | undefined; url: string | undefined; of: unknown; host: string | undefined }[] = [];
    const port = await serve((request, response) => {
      const { method, url, headers } = request;
      asked.push({ method, url, of: headers["x-upstream-url"], host: headers.host });
      response.end("from the gateway");
    });
    const proxy = await proxied(through, `http://127.0.0.1:${port}/answers`);
    return { proxy, asked, host: `127.0.0.1:${port}` };
  };

  it("plain requests go there, with the address that is meant", async () => {
    const { proxy, asked, host } = await gatewayed();
    expect(await say(proxy.port, GET("http://site.test/a?b=c"))).toContain("from the gateway");
    expect(asked).toEqual([{ method: "GET", url: "/", of: "http://site.test/a?b=c", host }]);
  });

  it.each([
    ["has no address", () => of([])],
    ["is never found", () => NEVER],
  ])("a name that %s is the gateway's to know", async (_what, resolve) => {
    const { proxy, asked } = await gatewayed(createGuard(config, resolve));
    expect(await say(proxy.port, GET("http://unknown.test/"))).toContain("from the gateway");
    expect(asked).toHaveLength(1);
  });

  it("it is asked by https where its address says so", async () => {
    const first = Promise.withResolvers<Buffer>();
    const port = await serveTcp((socket) =>
      socket.once("data", (data: Buffer) => first.resolve(data)).once("data", () => socket.end()),
    );
    const proxy = await proxied(guard, `https://127.0.0.1:${port}/`);
    const answer = say(proxy.port, GET("http://site.test/"));
    // A handshake's first byte (RFC 8446, 5.1).
    expect((await first.promise)[0]).toBe(22);
    expect(await answer).toMatch(/^HTTP\/1\.1 502 /);
  });

  it("inner addresses are refused nonetheless", async () => {
    const { proxy, asked } = await gatewayed();
    expect(await say(proxy.port, GET("http://inner.test/"))).toMatch(/^HTTP\/1\.1 403 /);
    expect(asked).toEqual([]);
  });

  it("there are no tunnels, which would go round it", async () => {
    const { proxy } = await gatewayed();
    const port = await serveTcp((socket) => socket.end("round it"));
    expect(await say(proxy.port, CONNECT(`site.test:${port}`))).toBe("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    expect(proxy.failureAt(`https://site.test:${port}/`)).toMatchObject({
      kind: "unreachable",
      message: "With a gateway set no connection goes round it.",
    });
  });
});
