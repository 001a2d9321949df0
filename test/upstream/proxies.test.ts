import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import { createProxies } from "../../src/upstream/proxies.ts";
import { eventually } from "../support/until.ts";
import { door, loopback, says } from "./loopback.ts";

const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe("which proxy takes what", () => {
  const proxies = {
    HTTPS_PROXY: "http://secure.proxy:3128",
    http_proxy: "plain.proxy:8080",
    NO_PROXY: "direct.example, .dotted.example, ported.example:8443, 192.0.2.0/24, 2001:db8::1",
  };
  const proxied = (environment: Record<string, string>, url: string): string | undefined =>
    createProxies(readConfig(environment))(new URL(url))?.host;

  test.each([
    ["https://site.example/", "secure.proxy:3128"],
    ["http://site.example/", "plain.proxy:8080"],
    ["https://direct.example/", undefined],
    ["https://www.direct.example:444/", undefined],
    ["https://indirect.example/", "secure.proxy:3128"],
    ["http://dotted.example/", undefined],
    ["https://ported.example:8443/", undefined],
    ["https://ported.example/", "secure.proxy:3128"],
    ["http://192.0.2.77/", undefined],
    ["http://192.0.3.1/", "plain.proxy:8080"],
    ["http://[2001:db8::1]/", undefined],
    ["http://localhost:9200/", undefined],
    ["http://127.0.0.9/", undefined],
    ["http://[::1]/", undefined],
  ])("%s: %s", (url, host) => {
    expect(proxied(proxies, url)).toBe(host);
  });

  test("ALL_PROXY stands in, * excepts all, and a gateway takes everything", () => {
    const all = { ALL_PROXY: "socks5h://tor:9050", HTTP_PROXY: "http://plain:1" };
    expect(proxied(all, "https://a.example/")).toBe("tor:9050");
    expect(proxied(all, "http://a.example/")).toBe("plain:1");
    expect(proxied({ ...all, NO_PROXY: "*" }, "http://a.example/")).toBeUndefined();
    expect(proxied({ ...all, UPSTREAM_GATEWAY: "http://gateway:1" }, "http://a.example/")).toBeUndefined();
    expect(proxied({}, "http://a.example/")).toBeUndefined();
  });

  test.each(["ftp://proxy:1", "socks4://proxy:1", "http://user:50%@proxy:1"])(
    "%s is no proxy, and is named",
    (HTTP_PROXY) => {
      expect(() => readConfig({ HTTP_PROXY })).toThrow(/^HTTP_PROXY: /);
    },
  );
});

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** What it was asked for, one line each. */
  readonly asked: string[];
  readonly sockets: ReadonlySet<Socket>;
}

async function listening(server: Server, asked: string[]): Promise<Proxy> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const joined = (client: Socket, port: number): void => {
  const upstream = connect(port, "127.0.0.1");
  upstream.on("error", () => client.destroy());
  client.on("close", () => upstream.destroy());
  client.pipe(upstream).pipe(client);
};

/** An HTTP proxy whose every name is this machine. */
function httpProxy(credentials?: string): Promise<Proxy> {
  const asked: string[] = [];
  const denied = (headers: { readonly "proxy-authorization"?: string | undefined }): boolean =>
    credentials !== undefined &&
    headers["proxy-authorization"] !== `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url} for ${request.headers.host}`);
    if (denied(request.headers)) response.writeHead(407).end();
    else response.end("by the proxy");
  });
  server.on("connect", (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (denied(request.headers)) return socket.end("HTTP/1.1 407 No\r\n\r\n");
    socket.write("HTTP/1.1 200 Yes\r\nvia: test\r\n\r\n");
    return joined(socket, Number(request.url?.split(":").at(-1)));
  });
  return listening(server, asked);
}

/** A SOCKS 5 proxy whose every name is this machine; `reply` other than 0 refuses, `silence` says nothing. */
function socksProxy(reply: number | "silence" = 0, credentials?: string): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    const talk = async (): Promise<void> => {
      const bytes = (count: number): Promise<Buffer> =>
        new Promise((got) => {
          const look = (): void => {
            const read: Buffer | null = socket.read(count);
            if (read) got(read);
            else socket.once("readable", look);
          };
          look();
        });
      const [, methods = 0] = await bytes(2);
      await bytes(methods);
      socket.write(Uint8Array.from([5, credentials === undefined ? 0 : 2]));
      if (credentials !== undefined) {
        const [, userLength = 0] = await bytes(2);
        const user = await bytes(userLength);
        const pass = await bytes((await bytes(1))[0] ?? 0);
        const right = `${user}:${pass}` === credentials;
        socket.write(Uint8Array.from([1, right ? 0 : 1]));
        if (!right) return;
      }
      const [, , , kind] = await bytes(4);
      const host = kind === 3 ? textOf(await bytes((await bytes(1))[0] ?? 0)) : (await bytes(4)).join(".");
      const port = (await bytes(2)).readUInt16BE();
      asked.push(`${host}:${port}`);
      if (reply === "silence") return;
      // One packet a byte: an answer comes as it likes.
      for (const byte of [5, reply, 0, 1, 127, 0, 0, 1, 0, 80]) socket.write(Uint8Array.from([byte]));
      if (reply === 0) joined(socket, port);
    };
    talk().catch(() => socket.destroy());
  });
  return listening(server, asked);
}

const names = { resolve: (host: string) => of([host.startsWith("inner") ? "10.0.0.1" : "127.0.0.1"]) };
const unknown = { resolve: () => throwError(() => new SourceError("unreachable", "no such name")) };
const unread = { ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" };

describe("a request through an HTTP proxy", () => {
  test("hands plain http over whole", async () => {
    await using proxy = await httpProxy("me:it's me");
    await using http = door({ HTTP_PROXY: `http://me:it's%20me@127.0.0.1:${proxy.port}` }, names);
    const answer = await firstValueFrom(http.http({ url: "http://site.example:8080/path?q=1#part" }));
    expect([textOf(answer.body), proxy.asked]).toEqual([
      "by the proxy",
      ["GET http://site.example:8080/path?q=1 for site.example:8080"],
    ]);
    expect(answer).not.toHaveProperty("remoteAddress");
  });

  test("goes through a tunnel to https, and shakes hands with the site itself", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tributary-proxy-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const wanted = ["-subj", "/CN=site.example", "-days", "1", "-nodes", "-keyout", key, "-out", cert];
    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", ...wanted], {
      stdio: "ignore",
    });
    const site = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, says("secret"));
    const shown: (string | boolean)[] = [];
    site.on("tlsClientError", () => shown.push("shown"));
    await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
    const { port } = site.address() as AddressInfo;
    try {
      await using proxy = await httpProxy();
      await using http = door({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` }, names);
      await expect(firstValueFrom(http.http({ url: `https://site.example:${port}/` }))).rejects.toMatchObject({
        kind: "unreachable",
        message: `site.example:${port} showed a self-signed certificate.`,
      });
      expect(proxy.asked).toEqual([`CONNECT site.example:${port}`]);
      expect(await eventually(() => proxy.sockets.size === 0)).toBe(true);
    } finally {
      site.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("says when the proxy wants to know who asks", async () => {
    await using proxy = await httpProxy("me:secret");
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    await using http = door({ HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY }, names);
    for (const url of ["http://site.example/", "https://site.example/"])
      await expect(firstValueFrom(http.http({ url }))).rejects.toMatchObject({
        kind: "unreachable",
        message: expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ .*asks for credentials \(407\)\.$/),
      });
  });

  test("does not go round the guard where the name resolves here; where it does not, the proxy knows", async () => {
    await using proxy = await httpProxy();
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    await using http = door({ HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY }, names);
    for (const url of ["http://inner.example/", "https://inner.example/", "http://10.0.0.1/", "http://nas.local/"])
      await expect(firstValueFrom(http.http({ url, guarded: true }))).rejects.toMatchObject({
        kind: "forbidden-target",
      });
    expect(proxy.asked).toEqual([]);
    await using other = door({ HTTP_PROXY }, unknown);
    expect(await firstValueFrom(other.http({ url: "http://site.example/", guarded: true }))).toMatchObject({
      status: 200,
    });
  });

  test("is none for this machine, and for what NO_PROXY names", async () => {
    await using server = await loopback(says("direct"));
    await using proxy = await httpProxy();
    await using http = door({ HTTP_PROXY: `127.0.0.1:${proxy.port}`, NO_PROXY: "site.example" }, names);
    for (const host of ["127.0.0.1", "site.example"]) {
      const { body } = await firstValueFrom(http.http({ url: `http://${host}:${server.port}/` }));
      expect(textOf(body)).toBe("direct");
    }
    expect(proxy.asked).toEqual([]);
  });
});

describe("a request through a SOCKS proxy", () => {
  test("gives socks5 an address that was checked here, socks5h the name", async () => {
    await using server = await loopback(says("reached"));
    await using proxy = await socksProxy(0, "me:secret");
    for (const scheme of ["socks5", "socks5h"]) {
      await using http = door({ ...unread, ALL_PROXY: `${scheme}://me:secret@127.0.0.1:${proxy.port}` }, names);
      const url = `http://site.example:${server.port}/`;
      expect(textOf((await firstValueFrom(http.http({ url, guarded: true }))).body)).toBe("reached");
      expect(textOf((await firstValueFrom(http.http({ url }))).body)).toBe("reached");
    }
    const byAddress = `127.0.0.1:${server.port}`;
    const byName = `site.example:${server.port}`;
    expect(proxy.asked).toEqual([byAddress, byAddress, byName, byName]);
  });

  test("is refused by the guard before the proxy hears of it; socks5 needs the address here", async () => {
    await using proxy = await socksProxy();
    for (const scheme of ["socks5", "socks5h"]) {
      await using http = door({ ALL_PROXY: `${scheme}://127.0.0.1:${proxy.port}` }, names);
      const asked = http.http({ url: "http://inner.example/", guarded: true });
      await expect(firstValueFrom(asked)).rejects.toMatchObject({ kind: "forbidden-target" });
    }
    await using http = door({ ALL_PROXY: `socks5://127.0.0.1:${proxy.port}` }, unknown);
    const asked = http.http({ url: "http://site.example/", guarded: true });
    await expect(firstValueFrom(asked)).rejects.toMatchObject({ kind: "unreachable", message: "no such name" });
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    [2, "its rules do not allow it"],
    [5, "the connection was refused"],
    [99, "it answered 99"],
  ])("says why it does not lead on (%d)", async (reply, why) => {
    await using proxy = await socksProxy(reply);
    await using http = door({ ALL_PROXY: `socks5h://127.0.0.1:${proxy.port}` }, names);
    await expect(firstValueFrom(http.http({ url: "http://site.example/" }))).rejects.toMatchObject({
      kind: "unreachable",
      message: `The proxy 127.0.0.1:${proxy.port} does not lead to site.example:80: ${why}.`,
    });
    expect(await eventually(() => proxy.sockets.size === 0)).toBe(true);
  });

  test("gives up with who asked, and in time", async () => {
    await using proxy = await socksProxy("silence");
    const ALL_PROXY = `socks5h://127.0.0.1:${proxy.port}`;
    await using http = door({ ALL_PROXY, CONNECT_TIMEOUT_MS: "300" }, names);
    const leaving = http.http({ url: "http://site.example/" }).subscribe();
    expect(await eventually(() => proxy.asked.length === 1)).toBe(true);
    leaving.unsubscribe();
    expect(await eventually(() => proxy.sockets.size === 0)).toBe(true);
    await expect(firstValueFrom(http.http({ url: "http://other.example/" }))).rejects.toMatchObject({
      kind: "timeout",
    });
    expect(await eventually(() => proxy.sockets.size === 0)).toBe(true);
  });

  test("says when the proxy is none", async () => {
    await using server = await loopback(says("a web page"));
    await using http = door({ ALL_PROXY: `socks5h://127.0.0.1:${server.port}` }, names);
    await expect(firstValueFrom(http.http({ url: "http://site.example/" }))).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^The proxy /),
    });
  });
});
