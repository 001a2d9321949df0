import { createServer, type Server } from "node:http";
import { firstValueFrom, map, Observable, of, throwError, toArray } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import { lighthouseWanted } from "../../src/reading/auditor.ts";
import { pagespeed } from "../../src/sources/page/pagespeed/index.ts";
import type { ReadContext } from "../../src/sources/source.ts";
import { findChromium } from "../../src/upstream/find-chromium.ts";
import type { Upstream } from "../../src/upstream/types.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { BY_THE_CLOCK } from "../support/until.ts";

const config = { ...readConfig(process.env), ALLOW_PRIVATE_NETWORKS: ["127.0.0.1/32"], UPSTREAM_GATEWAY: undefined };

/** Without a network but this machine's own. */
function contextOf(lend: Upstream["lend"]): ReadContext {
  const gone = () => throwError(() => new SourceError("unreachable", "www.googleapis.com could not be reached."));
  const upstream = { ...replayUpstream(() => undefined), http: gone, lend };
  return {
    source: "pagespeed",
    pages: 1,
    keys: {},
    upstream,
    fetch: gone,
    stream: upstream.httpStream,
    // Through JSON and back, as a cache does.
    cached: (_name, value$) => value$.pipe(map((value) => JSON.parse(JSON.stringify(value)))),
    notice: () => undefined,
    now: () => Date.UTC(2026, 0, 2),
  };
}

const asked = (url: string, context: ReadContext, options: Record<string, string> = {}) =>
  firstValueFrom(pagespeed.open(url, options, context).pipe(toArray()));

const servers: Server[] = [];
function serve(answers: Readonly<Record<string, string>>, address = "127.0.0.1") {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    paths.push(path);
    const body = answers[path];
    const type = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
    response.end(body);
  });
  servers.push(server);
  return new Promise<{ readonly url: string; readonly paths: readonly string[]; readonly server: Server }>((ready) =>
    server.listen(0, address, () => {
      const at = server.address();
      if (at === null || typeof at === "string") throw new Error("no port");
      ready({ url: `http://${address}:${at.port}`, paths, server });
    }),
  );
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const site = (inner: string) => ({
  "/": `<!doctype html><html lang="en"><head><title>Bridges</title><meta name="viewport" content="width=device-width">
    <meta name="description" content="Bridges of the world"><link rel="stylesheet" href="/site.css"></head>
    <body><h1>Bridges</h1><p>${"Of stone and of steel. ".repeat(40)}</p><img src="${inner}/pixel.png">
    <script src="/site.js"></script><script>fetch("${inner}/api", { mode: "no-cors" }).catch(() => 0)</script></body></html>`,
  "/site.css": "body { font: 16px serif; color: #222; background: #fff }",
  "/site.js": "document.querySelector('h1').append(' of the world');",
});

describe("pagespeed without PageSpeed Insights", () => {
  it("says what to install where Lighthouse is not there", () => {
    expect(() =>
      lighthouseWanted(() => {
        throw new Error("Cannot find module");
      }),
    ).toThrow(/Lighthouse is not installed: npm install lighthouse/);
  });

  it("says why neither way went, where no browser is there", async () => {
    const context = contextOf(() => throwError(() => new SourceError("unreachable", "No Chromium was found.")));
    await expect(asked("https://a.test/", context)).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/googleapis.*second way.*No Chromium/),
    });
  });

  it("gives the browser back when unsubscribed", () => {
    let held = 0;
    const lend = () =>
      new Observable<never>(() => {
        held += 1;
        return () => {
          held -= 1;
        };
      });
    const asking = pagespeed.open("https://a.test/", {}, contextOf(lend)).subscribe();
    expect(held).toBe(1);
    asking.unsubscribe();
    expect(held).toBe(0);
  });
});

describe.skipIf(findChromium(config) === undefined)("pagespeed, by Lighthouse and Chromium", BY_THE_CLOCK, () => {
  let upstream: Upstream;
  let context: ReadContext;
  beforeAll(() => {
    upstream = createUpstream(config, { resolve: (host) => of([host]) });
    context = contextOf(upstream.lend);
  });
  afterAll(() => upstream.close());

  it("measures a site here and says so; nothing of it goes where the guard does not let it", async () => {
    const inner = await serve({ "/pixel.png": "", "/api": "" }, "127.0.0.2");
    const { url, paths } = await serve(site(inner.url));
    const [item, ...others] = await asked(`${url}/`, context, { strategy: "desktop" });
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      url: `${url}/`,
      strategy: "desktop",
      measuredBy: "local",
      lighthouseVersion: expect.stringMatching(/^13\./),
      fieldData: false,
      warnings: expect.arrayContaining([expect.stringContaining("PageSpeed Insights did not answer")]),
    });
    for (const score of ["performanceScore", "seoScore", "accessibilityScore", "bestPracticesScore"])
      expect(item?.[score], score).toSatisfy((value) => Number.isInteger(value) && Number(value) > 30);
    for (const metric of ["lcpMs", "fcpMs", "speedIndexMs", "ttfbMs"])
      expect(item?.[metric], metric).toSatisfy((value) => Number(value) > 0);
    for (const metric of ["cls", "tbtMs"]) expect(item?.[metric], metric).toSatisfy((value) => Number(value) >= 0);
    expect(paths).toEqual(expect.arrayContaining(["/", "/site.css", "/site.js"]));
    expect(inner.paths).toEqual([]);
  });

  it("says that an address may not be visited", async () => {
    const inner = await serve({ "/": "secret" }, "127.0.0.2");
    const { url, server } = await serve({});
    server.removeAllListeners("request");
    server.on("request", (_request, response) => response.writeHead(302, { location: inner.url }).end());
    await expect(asked(`${inner.url}/`, context)).rejects.toMatchObject({
      message: expect.stringContaining("127.0.0.2"),
    });
    await expect(asked(`${url}/`, context)).rejects.toMatchObject({ kind: "unreachable" });
    expect(inner.paths).toEqual([]);
  });

  it("ends the measurement when unsubscribed in the middle", async () => {
    const closed = new Promise<void>((done) => {
      const server = createServer((request) => {
        request.socket.once("close", () => done());
        asking?.unsubscribe();
      });
      servers.push(server);
      server.listen(0, "127.0.0.1", () => {
        const at = server.address();
        if (at === null || typeof at === "string") throw new Error("no port");
        asking = pagespeed.open(`http://127.0.0.1:${at.port}/`, {}, context).subscribe();
      });
    });
    let asking: { unsubscribe(): void } | undefined;
    await closed;
  });
});
