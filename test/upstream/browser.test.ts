import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { firstValueFrom, NEVER, Observable, of, Subscription, timer } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { SourceError } from "../../src/errors.ts";
import { createBrowser } from "../../src/upstream/browser.ts";
import { findChromium } from "../../src/upstream/find-chromium.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import type { RunningBrowser } from "../../src/upstream/running-browser.ts";
import type { BrowserJob, BrowserShot } from "../../src/upstream/types.ts";
import { BY_THE_CLOCK } from "../support/until.ts";

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", RENDER_CONCURRENCY: "3" });
const guard = createGuard(config, (host) => of(host === "inner.test" ? ["127.0.0.2"] : ["127.0.0.1"]));
const installed = findChromium(readConfig(process.env)) !== undefined;

const job = (url: string, more: Partial<BrowserJob> = {}): BrowserJob => ({
  url,
  width: 400,
  height: 300,
  fullPage: false,
  format: "png",
  dark: false,
  delayMs: 0,
  ...more,
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
async function serve(handler: Handler, address = "127.0.0.1"): Promise<number> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, address, listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  return at.port;
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const html =
  (body: string): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(body);
  };

const failure = (shot: Observable<BrowserShot>): Promise<SourceError> =>
  firstValueFrom(shot).then(
    () => expect.fail("a shot was taken"),
    (error) => error,
  );

describe("createBrowser, its browser's life", () => {
  const shot: BrowserShot = {
    url: "https://a.test/",
    title: "A",
    status: 200,
    width: 1,
    height: 1,
    image: new Uint8Array(1),
  };

  function rig(takes: Observable<BrowserShot>) {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    const log: string[] = [];
    const launch = new Observable<RunningBrowser>((running) => {
      log.push(`${scheduler.now()} up`);
      running.next({ shoot: () => takes, render: () => NEVER });
      return () => log.push(`${scheduler.now()} down`);
    });
    return { scheduler, log, browser: createBrowser(config, guard, { launch, scheduler }) };
  }

  it("starts on first use and leaves after a minute without work", () => {
    const { scheduler, log, browser } = rig(of(shot));
    scheduler.run(({ expectObservable, flush }) => {
      expect(log).toEqual([]);
      expectObservable(browser.screenshot(job("https://a.test/"))).toBe("(a|)", { a: shot });
      flush();
      expect(log).toEqual(["0 up", "60000 down"]);
    });
  });

  it("ends a job at its deadline, whatever hangs", () => {
    const { scheduler, browser } = rig(NEVER);
    scheduler.run(({ flush }) => {
      let kind = "";
      browser.screenshot(job("https://a.test/")).subscribe({ error: (error: SourceError) => (kind = error.kind) });
      flush();
      expect(kind).toBe("timeout");
    });
  });

  it("lets three pages load at once; a waiting job that leaves is never begun", () => {
    const scheduler = new TestScheduler(() => undefined);
    const begun: string[] = [];
    const launch = new Observable<RunningBrowser>((running) =>
      running.next({
        shoot: ({ url }) =>
          new Observable((taken) => {
            begun.push(`${scheduler.now()} ${url.at(-1)}`);
            return timer(100, scheduler).subscribe(() => taken.next(shot));
          }),
        render: () => NEVER,
      }),
    );
    const browser = createBrowser(config, guard, { launch, scheduler });
    scheduler.run(({ flush }) => {
      const jobs = [..."12345"].map((n) => browser.screenshot(job(`https://a.test/${n}`)).subscribe());
      jobs[3]?.unsubscribe();
      flush();
      expect(begun).toEqual(["0 1", "0 2", "0 3", "100 5"]);
    });
  });

  it("replaces the browser after fifty pages", () => {
    const { scheduler, log, browser } = rig(of(shot));
    scheduler.run(({ flush }) => {
      for (let page = 0; page < 51; page += 1) browser.screenshot(job("https://a.test/")).subscribe();
      flush();
      expect(log).toEqual(["0 up", "0 down", "0 up", "60000 down"]);
    });
  });

  it("starts a new browser after one that died", () => {
    const scheduler = new TestScheduler(() => undefined);
    let launches = 0;
    const launch = new Observable<RunningBrowser>((running) => {
      launches += 1;
      if (launches === 1) running.error(new Error("died"));
      else running.next({ shoot: () => of(shot), render: () => NEVER });
    });
    const browser = createBrowser(config, guard, { launch, scheduler });
    scheduler.run(({ expectObservable, flush }) => {
      browser.screenshot(job("https://a.test/")).subscribe({ error: () => undefined });
      expectObservable(browser.screenshot(job("https://a.test/"))).toBe("(a|)", { a: shot });
      flush();
      expect(launches).toBe(2);
    });
  });

  it("closes at once, with its jobs", async () => {
    const { log, browser } = rig(NEVER);
    const refused = failure(browser.screenshot(job("https://a.test/")));
    await browser.close();
    expect((await refused).kind).toBe("unreachable");
    expect(log).toEqual(["0 up", "0 down"]);
  });

  it("refuses what the guard refuses before it starts", async () => {
    const { log, browser } = rig(of(shot));
    for (const url of ["file:///etc/passwd", "data:text/html,x", "chrome://version", "http://169.254.169.254/"])
      expect((await failure(browser.screenshot(job(url)))).kind).toBe("forbidden-target");
    expect(log).toEqual([]);
  });

  it("says how to install a browser where there is none", async () => {
    const none = createBrowser({ ...config, CHROMIUM_PATH: "/nonexistent/chromium" }, guard);
    const error = await failure(none.screenshot(job("https://a.test/")));
    expect(error.kind).toBe("unreachable");
    expect(error.message).toContain("CHROMIUM_PATH");
  });
});

describe.skipIf(!installed)("createBrowser, with Chromium", BY_THE_CLOCK, () => {
  let browser: ReturnType<typeof createBrowser>;
  beforeAll(() => {
    browser = createBrowser({ ...readConfig(process.env), UPSTREAM_GATEWAY: undefined }, guard);
  });
  afterAll(() => browser.close());

  it("photographs a page", async () => {
    const port = await serve(html("<title> A page </title><h1>Hello</h1>"));
    const taken = await firstValueFrom(browser.screenshot(job(`http://site.test:${port}/`)));
    expect(taken).toMatchObject({
      url: `http://site.test:${port}/`,
      title: "A page",
      status: 200,
      width: 400,
      height: 300,
    });
    const png = Buffer.from(taken.image);
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 400, 300]);
  });

  it("caps a full page at 10,000 pixels, and writes jpeg and webp", async () => {
    const port = await serve(html('<body style="margin:0"><div style="height:30000px">x</div>'));
    const at = `http://site.test:${port}/`;
    const jpeg = await firstValueFrom(browser.screenshot(job(at, { fullPage: true, format: "jpeg", quality: 30 })));
    expect(jpeg.height).toBe(10_000);
    expect(Buffer.from(jpeg.image).subarray(0, 2).toString("hex")).toBe("ffd8");
    const webp = await firstValueFrom(browser.screenshot(job(at, { format: "webp", quality: 30 })));
    expect(Buffer.from(webp.image).subarray(8, 12).toString()).toBe("WEBP");
  });

  it("scales a picture down to its longest side, whole pages too", async () => {
    const port = await serve(html('<body style="margin:0"><div style="height:1600px">x</div>'));
    const at = `http://site.test:${port}/`;
    const size = async (more: Partial<BrowserJob>) => {
      const { width, height, image } = await firstValueFrom(browser.screenshot(job(at, more)));
      const png = Buffer.from(image);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
      return [width, height];
    };
    expect(await size({ maxEdge: 200 })).toEqual([200, 150]);
    expect(await size({ maxEdge: 800, fullPage: true })).toEqual([200, 800]);
    expect(await size({ maxEdge: 2_000 })).toEqual([400, 300]);
  });

  it("passes a page's dark wish, and its status", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<script>document.title = matchMedia('(prefers-color-scheme: dark)').matches</script>");
    });
    const taken = await firstValueFrom(browser.screenshot(job(`http://site.test:${port}/`, { dark: true })));
    expect(taken).toMatchObject({ status: 404, title: "true" });
  });

  it("lets no sub-request, web socket or frame out to what may not be reached", async () => {
    const reached: string[] = [];
    const inner = await serve((request, response) => {
      reached.push(request.url ?? "");
      response.end();
    }, "127.0.0.2");
    const port = await serve(
      html(
        `<img src="http://127.0.0.2:${inner}/img"><iframe src="http://inner.test:${inner}/frame"></iframe>` +
          `<script>fetch("http://127.0.0.2:${inner}/fetch", { mode: "no-cors" }).catch(() => (document.title += "refused"));` +
          `new WebSocket("ws://127.0.0.2:${inner}/ws").onerror = () => (document.title += "ws");</script>`,
      ),
    );
    const taken = await firstValueFrom(browser.screenshot(job(`http://site.test:${port}/`)));
    expect(taken.title).toContain("ws");
    expect(reached).toEqual([]);
  });

  it("is refused a redirect, by the server or the page, to what may not be reached", async () => {
    const reached: string[] = [];
    const inner = await serve((request, response) => {
      reached.push(request.url ?? "");
      response.end("inner");
    }, "127.0.0.2");
    const moved = await serve((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${inner}/` }).end(),
    );
    expect((await failure(browser.screenshot(job(`http://site.test:${moved}/`)))).kind).toBe("forbidden-target");
    const tunnelled = await serve((_request, response) =>
      response.writeHead(302, { location: "https://10.0.0.1/" }).end(),
    );
    expect((await failure(browser.screenshot(job(`http://site.test:${tunnelled}/`)))).kind).toBe("forbidden-target");
    const scripted = await serve(html("<script>location = 'https://10.0.0.1/'</script>"));
    expect((await failure(browser.screenshot(job(`http://site.test:${scripted}/`)))).kind).toBe("forbidden-target");
    for (const refused of [`http://127.0.0.2:${inner}/`, `http://inner.test:${inner}/`, "http://10.0.0.1/"])
      for (const led of [
        `<script>location = "${refused}"</script>`,
        `<script>addEventListener("load", () => setTimeout(() => location.replace("${refused}"), 150))</script>`,
        `<meta http-equiv="refresh" content="0; url=${refused}">`,
      ]) {
        const url = `http://site.test:${await serve(html(`<title>a page</title>${led}`))}/`;
        expect((await failure(browser.screenshot(job(url)))).kind).toBe("forbidden-target");
        await expect(firstValueFrom(browser.render({ url }))).rejects.toMatchObject({ kind: "forbidden-target" });
      }
    expect(reached).toEqual([]);
  });

  it("tells the status of the page that is shown, not of the one that led to it", async () => {
    const port = await serve((request, response) => {
      response.writeHead(request.url === "/" ? 200 : 410, { "content-type": "text/html" });
      response.end(request.url === "/" ? '<script>location = "/gone"</script>' : "<title>gone</title>");
    });
    const taken = await firstValueFrom(browser.screenshot(job(`http://site.test:${port}/`)));
    expect(taken).toMatchObject({ url: `http://site.test:${port}/gone`, title: "gone", status: 410 });
  });

  it("says that a host cannot be reached", async () => {
    const error = await failure(browser.screenshot(job("http://site.test:9/")));
    expect(error.kind).toBe("forbidden-target");
    const port = await serve(() => undefined);
    servers.splice(0).forEach((server) => void server.close());
    const gone = await failure(browser.screenshot(job(`http://site.test:${port}/`)));
    expect(gone.kind).toBe("unreachable");
  });

  it("refuses a download", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, {
        "content-type": "application/zip",
        "content-disposition": "attachment; filename=a.zip",
      });
      response.end("PK");
    });
    expect((await failure(browser.screenshot(job(`http://site.test:${port}/a.zip`)))).kind).toBe("unsupported-type");
  });

  it("closes the page when unsubscribed", async () => {
    const closed = new Promise<void>((done) => {
      void serve((request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.write("<p>and so on");
        request.socket.once("close", () => done());
        taking.unsubscribe();
      }).then((port) => {
        taking = browser.screenshot(job(`http://site.test:${port}/`)).subscribe();
      });
    });
    let taking = new Subscription();
    await closed;
  });

  it("renders a page: its document after its scripts, its head, and the variables asked for", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "x-powered-by": "Bridges", "set-cookie": ["a=1", "b=2"] });
      response.end(
        `<!doctype html><title>A</title><script>
        window.jQuery = { fn: { jquery: "3.7.1" } }; window.build = 12; window.off = false; window.long = "x".repeat(999);
        document.write("<p>written</p>");</script>`,
      );
    });
    const url = `http://site.test:${port}/`;
    const globals = ["jQuery.fn.jquery", "jQuery.fn", "build", "off", "long", "none", "jQuery.none", "toString"];
    const page = await firstValueFrom(browser.render({ url, globals }));
    expect(page).toMatchObject({
      url,
      status: 200,
      headers: { "x-powered-by": "Bridges", "content-type": "text/html; charset=utf-8" },
      setCookie: ["a=1", "b=2"],
      replayed: false,
      globals: { "jQuery.fn.jquery": "3.7.1", "jQuery.fn": "true", build: "12", off: "false", long: "x".repeat(200) },
    });
    expect(Object.keys(page.globals)).toHaveLength(5);
    expect(Buffer.from(page.body).toString()).toMatch(/^<!DOCTYPE html><html>.*<p>written<\/p>/s);
  });

  it("renders no more than it may of a page that replaces what it is read with, or never lets go", async () => {
    const port = await serve((request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      if (request.url === "/large") response.end("<script>document.write('<div hidden>' + 'x'.repeat(6e6))</script>");
      else if (request.url === "/endless")
        response.end("<script>Object.defineProperty(window, 'a', { get() { for (;;); } })</script>");
      else
        response.end(`<img name="documentElement"><img name="doctype"><script>
          const large = () => "x".repeat(1e8);
          String.prototype.slice = String.prototype.toString = Array.prototype.join = JSON.stringify = large;
          window.a = "x".repeat(1e6); window.b = { toString: large, valueOf: large };</script>`);
    });
    const render = (path: string) =>
      browser.render({ url: `http://site.test:${port}${path}`, globals: ["a", "b", "b.toString"] });
    const page = await firstValueFrom(render("/"));
    expect(page.globals).toEqual({ a: "x".repeat(200), b: "true", "b.toString": "true" });
    expect(Buffer.from(page.body).toString()).toContain('<img name="documentElement">');
    await expect(firstValueFrom(render("/large"))).rejects.toMatchObject({ kind: "too-large" });
    await expect(firstValueFrom(render("/endless"))).rejects.toMatchObject({ kind: "timeout" });
    const inner = browser.render({ url: "http://127.0.0.2/" });
    await expect(firstValueFrom(inner)).rejects.toMatchObject({ kind: "forbidden-target" });
  });

  it("lends one page at a time, of a browser that is there while it is held", async () => {
    const lent: string[] = [];
    const lend = () => {
      let ready: (devtools: string) => void = () => undefined;
      const devtools = new Promise<string>((resolve) => {
        ready = resolve;
      });
      const holding = browser.lend("http://site.test/").subscribe((page) => {
        lent.push(page.target);
        ready(page.devtools);
      });
      return { devtools, holding };
    };
    const [first, second] = [lend(), lend()];
    const devtools = await first.devtools;
    const targets = await fetch(`${devtools}/json/list`).then((answer) => answer.json());
    expect(targets).toContainEqual(expect.objectContaining({ id: lent[0], url: "about:blank" }));
    expect(lent).toHaveLength(1);
    first.holding.unsubscribe();
    expect(await second.devtools).not.toBe(devtools);
    expect(new Set(lent).size).toBe(2);
    await expect(fetch(`${devtools}/json/list`)).rejects.toThrow("fetch failed");
    second.holding.unsubscribe();
    await expect(firstValueFrom(browser.lend("http://10.0.0.1/"))).rejects.toMatchObject({ kind: "forbidden-target" });
  });

  it("asks a gateway, and nobody else, where one is set", async () => {
    const asked: string[] = [];
    const gateway = await serve((request, response) => {
      const url = String(request.headers["x-upstream-url"]);
      asked.push(url);
      if (url === "https://shop.test/")
        return response.writeHead(301, { location: "https://www.shop.test/home" }).end();
      if (url === "http://plain.test/") return response.writeHead(302, { location: "https://shop.test/" }).end();
      response.writeHead(200, { "content-type": "text/html" });
      if (url === "https://frame.test/") return response.end('<img src="https://cdn.test/framed.png">');
      return response.end(
        `<title>${url}</title><img src="https://cdn.test/i.png"><img src="http://169.254.169.254/x">` +
          '<iframe src="https://frame.test/"></iframe>',
      );
    });
    const gatewayed = createBrowser({ ...config, UPSTREAM_GATEWAY: `http://127.0.0.1:${gateway}` }, guard);
    try {
      const taken = await firstValueFrom(gatewayed.screenshot(job("http://plain.test/")));
      expect(taken).toMatchObject({
        url: "https://www.shop.test/home",
        title: "https://www.shop.test/home",
        status: 200,
      });
      expect(asked.slice(0, 3)).toEqual(["http://plain.test/", "https://shop.test/", "https://www.shop.test/home"]);
      expect(asked).toEqual(
        expect.arrayContaining(["https://cdn.test/i.png", "https://frame.test/", "https://cdn.test/framed.png"]),
      );
      expect(asked.filter((url) => !new URL(url).hostname.endsWith(".test") || url.includes("169.254"))).toEqual([]);
    } finally {
      await gatewayed.close();
    }
  });
});
