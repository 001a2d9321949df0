import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { type FetchSession, intercept, type Rules } from "../../../src/upstream/rendering/intercept.ts";

const guard = createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, (host) =>
  of(host === "inner.test" ? ["10.0.0.1"] : host === "unknown.test" ? [] : ["93.184.216.34"]),
);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Heard {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A gateway, and what it was asked. */
async function gateway(status: number, headers: Record<string, string>, body: string | Buffer) {
  const heard: Heard[] = [];
  const opened = createServer(async (request, response) => {
    heard.push({ method: request.method, headers: request.headers, body: String(await buffer(request)) });
    response.writeHead(status, headers).end(body);
  });
  server = opened;
  await new Promise<void>((listening) => opened.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(opened.address() as AddressInfo).port}/`, heard };
}

/** A session whose page asks what it is told to; what is sent to it is kept. */
function session(gone = false) {
  const sent: [method: string, parameters: object][] = [];
  const listeners: Parameters<FetchSession["on"]>[1][] = [];
  const its: FetchSession = {
    on: (_event, listener) => listeners.push(listener),
    send: (method: string, parameters: object) => {
      sent.push([method, parameters]);
      return gone && method !== "Fetch.enable" ? Promise.reject(new Error("The page is gone.")) : Promise.resolve();
    },
  };
  const asks = (
    url: string,
    more: { method?: string; headers?: object; postData?: string } = {},
    resourceType = "Document",
  ) => {
    for (const listener of listeners)
      listener({ requestId: url, request: { url, method: "GET", headers: {}, ...more }, resourceType });
  };
  const answered = async (count: number): Promise<void> => {
    while (sent.length < count + 1) await new Promise((later) => setTimeout(later, 2));
  };
  return { its, sent, asks, answered };
}

const wayOut = { token: "t", failureAt: (url: string) => new SourceError("unreachable", `${url} is down.`) };

const SILENT: Rules["wayOut"] = { token: "t", failureAt: () => undefined };

const throughGateway = (its: FetchSession, url: string, way: Rules["wayOut"] = wayOut) =>
  intercept(its, { config: { UPSTREAM_GATEWAY: url }, guard, wayOut: way, blocked: [] });

describe("a page's https requests", () => {
  it("are all paused, and answered from the gateway, redirects too, without the headers of what was unpacked", async () => {
    const { url, heard } = await gateway(301, { location: "https://www.shop.test/", "x-own": "1" }, "moved");
    const { its, sent, asks, answered } = session();
    const failureAt = await throughGateway(its, url);
    expect(sent).toEqual([["Fetch.enable", { patterns: [{ urlPattern: "https://*" }] }]]);
    asks("https://shop.test/a?b=c", {
      method: "POST",
      headers: { accept: "text/html", "x-number": 1 },
      postData: "x=1",
    });
    await answered(1);
    expect(heard).toMatchObject([
      {
        method: "POST",
        body: "x=1",
        headers: { "x-upstream-url": "https://shop.test/a?b=c", accept: "text/html", "x-number": "1" },
      },
    ]);
    const [, [method, parameters] = []] = sent;
    expect(method).toBe("Fetch.fulfillRequest");
    expect(parameters).toMatchObject({
      requestId: "https://shop.test/a?b=c",
      responseCode: 301,
      body: Buffer.from("moved").toString("base64"),
      responseHeaders: expect.arrayContaining([
        { name: "location", value: "https://www.shop.test/" },
        { name: "x-own", value: "1" },
      ]),
    });
    expect(JSON.stringify(parameters)).not.toMatch(/content-length|transfer-encoding|content-encoding/);
    expect(failureAt("https://shop.test/other")?.message).toBe("https://shop.test/other is down.");
  });

  it("whose name is not known here are the gateway's to answer", async () => {
    const { url, heard } = await gateway(200, { "content-encoding": "identity" }, "known there");
    const { its, sent, asks, answered } = session();
    await throughGateway(its, url);
    asks("https://unknown.test/");
    await answered(1);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ method: "GET", body: "" });
    expect(sent[1]).toMatchObject(["Fetch.fulfillRequest", { responseCode: 200 }]);
    expect(JSON.stringify(sent[1])).not.toContain("content-encoding");
  });

  it.each([
    ["https://10.0.0.1/", "forbidden-target", "10.0.0.1 may not be reached"],
    ["https://inner.test/x", "forbidden-target", "10.0.0.1 may not be reached"],
    ["https://site.test:6379/", "forbidden-target", "no web pages are served on that port"],
  ])("to %s are refused before the gateway is asked", async (asked, kind, message) => {
    const { url, heard } = await gateway(200, {}, "never");
    const { its, sent, asks, answered } = session();
    const failureAt = await throughGateway(its, url);
    asks(asked);
    await answered(1);
    expect(heard).toEqual([]);
    expect(sent[1]).toEqual(["Fetch.failRequest", { requestId: asked, errorReason: "AccessDenied" }]);
    expect(failureAt(asked)).toMatchObject({ kind, message: expect.stringContaining(message) });
  });

  it("fail where the gateway is not there, until it is", async () => {
    const { its, sent, asks, answered } = session();
    const { url } = await gateway(200, {}, "back");
    const port = Number(new URL(url).port);
    await new Promise((closed) => server?.close(closed));
    const failureAt = await throughGateway(its, url);
    asks("https://site.test/");
    await answered(1);
    expect(sent[1]).toEqual(["Fetch.failRequest", { requestId: "https://site.test/", errorReason: "AccessDenied" }]);
    expect(failureAt("https://site.test/other")).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("site.test could not be reached: "),
    });
    await new Promise<void>((listening) => {
      server = createServer((_request, response) => response.end("back")).listen(port, "127.0.0.1", listening);
    });
    asks("https://site.test/");
    await answered(2);
    expect(sent[2]).toMatchObject(["Fetch.fulfillRequest", { responseCode: 200 }]);
    expect(failureAt("https://site.test/")?.message).toBe("https://site.test/ is down.");
  });

  it.each([
    [0, "Fetch.fulfillRequest", undefined],
    [1, "Fetch.failRequest", "site.test sent more than a page may hold."],
  ])("take 20 MiB and no more: %i beyond", async (beyond, method, message) => {
    const { url } = await gateway(200, {}, Buffer.alloc(20 * 1024 * 1024 + beyond, "a"));
    const { its, sent, asks, answered } = session();
    const failureAt = await throughGateway(its, url, SILENT);
    asks("https://site.test/large");
    await answered(1);
    expect(sent[1]?.[0]).toBe(method);
    expect(failureAt("https://site.test/large")?.message).toBe(message);
  });

  it("of a page that is gone are nobody's failure", async () => {
    const { url, heard } = await gateway(200, {}, "late");
    const { its, asks, answered } = session(true);
    const failureAt = await throughGateway(its, url, SILENT);
    asks("https://site.test/");
    await answered(1);
    asks("https://10.0.0.1/");
    await answered(2);
    expect(heard).toHaveLength(1);
    expect(failureAt("https://site.test/")).toBeUndefined();
    expect(failureAt("https://10.0.0.1/")?.kind).toBe("forbidden-target");
  });

  it("are cut off at the gateway as soon as the page is left, and later ones are not sent", async () => {
    let asked = 0;
    const left = new AbortController();
    const cut = Promise.withResolvers<void>();
    server = createServer((_request, response) => {
      asked += 1;
      response.once("close", cut.resolve);
      response.write("It begins, and does not end.");
      left.abort();
    });
    await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const { its, sent, asks, answered } = session();
    await intercept(its, {
      config: { UPSTREAM_GATEWAY: `http://127.0.0.1:${port}/` },
      guard,
      wayOut: SILENT,
      blocked: [],
      left: left.signal,
    });
    asks("https://site.test/");
    await cut.promise;
    await answered(1);
    asks("https://site.test/later");
    await answered(2);
    expect(sent.slice(1).map(([method]) => method)).toEqual(["Fetch.failRequest", "Fetch.failRequest"]);
    expect(asked).toBe(1);
  });
});

describe("all requests of a browser elsewhere", () => {
  const every = (its: FetchSession, environment: { UPSTREAM_GATEWAY?: string } = {}) =>
    intercept(its, {
      config: { UPSTREAM_GATEWAY: environment.UPSTREAM_GATEWAY },
      guard,
      wayOut: SILENT,
      blocked: [],
      everything: true,
    });

  it("are held to the guard, by http and https, and go on where they may", async () => {
    const { its, sent, asks, answered } = session();
    const failureAt = await every(its);
    const paused = [
      ["http://site.test/", "Fetch.continueRequest"],
      ["https://site.test/", "Fetch.continueRequest"],
      ["data:text/plain,x", "Fetch.continueRequest"],
      ["http://10.0.0.1/", "Fetch.failRequest"],
      ["https://inner.test/", "Fetch.failRequest"],
      ["file:///etc/passwd", "Fetch.failRequest"],
    ] as const;
    for (const [at, [url]] of paused.entries()) {
      asks(url);
      await answered(at + 1);
    }
    expect(sent.slice(1).map(([method]) => method)).toEqual(paused.map(([, method]) => method));
    expect(failureAt("http://10.0.0.1/x")?.kind).toBe("forbidden-target");
  });

  it("are the gateway's to answer where there is one, whatever their scheme", async () => {
    const { url, heard } = await gateway(200, {}, "here");
    const { its, sent, asks, answered } = session();
    await every(its, { UPSTREAM_GATEWAY: url });
    asks("http://site.test/");
    await answered(1);
    expect(heard).toMatchObject([{ headers: { "x-upstream-url": "http://site.test/" } }]);
    expect(sent[1]).toMatchObject(["Fetch.fulfillRequest", { responseCode: 200 }]);
  });
});
