import { createServer } from "node:http";
import { connect } from "node:net";
import { firstValueFrom, of } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK, PATIENCE_MS } from "../../support/until.ts";
import { type Loopback, loopback } from "../loopback.ts";
import { foreignChromium, INSTALLED } from "./chromium.ts";

/** All of 127.0.0.1 may be reached; 127.0.0.2 may not. */
const ALLOWED = "127.0.0.1/32";

async function freePort(): Promise<number> {
  await using server = await loopback((_request, response) => void response.end());
  return server.port;
}

const configured = (environment: Record<string, string>) =>
  readConfig({ BROWSER_PROXY: "127.0.0.1:1", ALLOW_PRIVATE_NETWORKS: ALLOWED, ...environment });

const browserOf = (config: ReturnType<typeof configured>) =>
  createBrowser(
    config,
    createGuard(config, (host) => of(host === "inner.test" ? ["127.0.0.2"] : ["127.0.0.1"])),
  );

describe.runIf(INSTALLED)("a browser elsewhere", BY_THE_CLOCK, () => {
  let chromium: Awaited<ReturnType<typeof foreignChromium>>;
  let site: Loopback;
  const reached: string[] = [];
  const canary = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end();
  }).on("upgrade", (request, socket) => {
    reached.push(request.url ?? "");
    socket.destroy();
  });
  let inner = "";
  const PAGES: Record<string, () => string> = {
    "/text": () => "<body><script>document.body.append('Made elsewhere')</script>",
    "/hostile": () => `<body><p id=said></p><img src="http://${inner}/img"><iframe src="http://${inner}/frame"></iframe>
      <iframe src="/moved"></iframe><script>
      const said = (word) => { document.querySelector("#said").textContent += word + " "; };
      fetch("http://${inner}/fetch", { mode: "no-cors" }).catch(() => said("fetch"));
      fetch("/moved", { mode: "no-cors" }).catch(() => said("moved"));
      try { new WebSocket("ws://${inner}/socket").onerror = () => said("socket"); } catch { said("socket"); }
      try { new Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://${inner}/of-a-worker"); fetch("http://${inner}/by-a-worker", { mode: "no-cors" })']))); } catch { said("worker"); }
      for (const kind of ["Worker", "SharedWorker"]) try { new window[kind]("/worker.js"); } catch {}
      const fresh = document.body.appendChild(document.createElement("iframe")).contentWindow;
      try { new fresh.WebSocket("ws://${inner}/of-a-frame").onerror = () => said("fresh"); } catch { said("fresh"); }
      try { new fresh.Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://${inner}/of-a-frames-worker")']))); } catch {}
      try { new RTCPeerConnection(); } catch { said("rtc"); }</script>`,
    "/worker.js": () =>
      `new WebSocket("ws://${inner}/of-a-file"); fetch("http://${inner}/by-a-file", { mode: "no-cors" }).catch(() => 0);`,
    "/away": () => `<body><p>Here</p><script>setTimeout(() => { location = "http://${inner}/away"; }, 200)</script>`,
  };
  beforeAll(async () => {
    chromium = await foreignChromium();
    await new Promise<void>((listening) => canary.listen(0, "127.0.0.2", listening));
    const address = canary.address();
    inner = typeof address === "object" ? `127.0.0.2:${address?.port}` : "";
    site = await loopback((request, response) => {
      if (request.url === "/moved") return response.writeHead(302, { location: `http://${inner}/moved` }).end();
      const page = PAGES[request.url ?? ""]?.();
      const type = request.url?.endsWith(".js") ? "text/javascript" : "text/html";
      return response.writeHead(page === undefined ? 404 : 200, { "content-type": type }).end(page);
    });
  });
  afterAll(async () => {
    canary.close();
    await site[Symbol.asyncDispose]();
    await chromium.kill();
  });
  const browsers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  });
  const opened = (environment: Record<string, string> = {}) => {
    const browser = browserOf(configured({ BROWSER_URL: chromium.url, ...environment }));
    browsers.push(browser);
    return browser;
  };
  const pagesOpen = async (): Promise<number> => {
    const targets: { type: string; url: string }[] = JSON.parse(
      await fetch(`${chromium.url}/json/list`).then((answer) => answer.text()),
    );
    return targets.filter(({ type, url }) => type === "page" && url !== "about:blank").length;
  };

  it.each(["requests", "proxy"])("renders, with its requests held to the guard by %s", async (by) => {
    reached.length = 0;
    const browser = by === "proxy" ? opened({ BROWSER_PROXY: `127.0.0.1:${await freePort()}` }) : withoutProxy();
    const { body } = await firstValueFrom(browser.render({ url: `${site.url}/text`, as: "flattened" }));
    expect(String(body)).toContain("Made elsewhere");
    const hostile = await firstValueFrom(browser.render({ url: `${site.url}/hostile`, as: "flattened" }));
    for (const word of ["fetch", "moved", "socket", "fresh", "rtc"]) expect(String(hostile.body)).toContain(word);
    await expect(firstValueFrom(browser.render({ url: `${site.url}/away` }))).rejects.toMatchObject({
      kind: "forbidden-target",
    });
    expect(reached).toEqual([]);
    expect(browser.state()).toMatchObject({ state: "ready", kind: "remote", guard: by, served: 2 });
    await expect.poll(() => browser.state().pages_open, { timeout: PATIENCE_MS }).toBe(0);
    await expect.poll(pagesOpen, { timeout: PATIENCE_MS }).toBe(0);
  });

  /** Nothing private is allowed to it: the page of this machine is a gateway's. */
  const withoutProxy = () => {
    const config = { ...configured({ BROWSER_URL: chromium.url }), BROWSER_PROXY: undefined };
    const browser = createBrowser(
      config,
      createGuard(config, (host) => of([host === "inner.test" ? "127.0.0.2" : "127.0.0.1"])),
    );
    browsers.push(browser);
    return browser;
  };

  it("asks the gateway, and nobody else, where one is set", async () => {
    const asked: string[] = [];
    await using gateway = await loopback((request, response) => {
      asked.push(String(request.headers["x-upstream-url"]));
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<body><iframe src="https://framed.test/"></iframe><script src="https://other.test/a.js"></script>`);
    });
    const browser = opened({ UPSTREAM_GATEWAY: gateway.url });
    await firstValueFrom(browser.render({ url: "http://site.test/", as: "flattened" }));
    expect(asked.slice(0, 1)).toEqual(["http://site.test/"]);
    expect(asked).toEqual(expect.arrayContaining(["https://framed.test/", "https://other.test/a.js"]));
  });

  it("is passed over where it is not there or full, and never started here", async () => {
    await using full = await loopback((_request, response) => void response.writeHead(429).end());
    const down = `http://127.0.0.1:${await freePort()}`;
    const proxy = async () => ({ BROWSER_PROXY: `127.0.0.1:${await freePort()}` });
    const second = opened({ BROWSER_URL: `${down},${full.url},${chromium.url}`, ...(await proxy()) });
    const { body } = await firstValueFrom(second.render({ url: `${site.url}/text`, as: "flattened" }));
    expect(String(body)).toContain("Made elsewhere");
    const none = opened({ BROWSER_URL: `${down}/?token=secret`, ...(await proxy()) });
    const rendering = () => firstValueFrom(none.render({ url: `${site.url}/text` }));
    await expect(rendering()).rejects.toMatchObject({ message: expect.not.stringContaining("secret") });
    await expect(rendering()).rejects.toMatchObject({ kind: "busy" });
    expect(none.state()).toMatchObject({ state: "down" });
    expect(JSON.stringify(none.state())).not.toContain("secret");
  });

  it("lets nobody through its proxy who has not its credentials", async () => {
    const port = await freePort();
    const browser = opened({ BROWSER_PROXY: `127.0.0.1:${port}` });
    await firstValueFrom(browser.render({ url: `${site.url}/text`, as: "flattened" }));
    const socket = (line: string) =>
      new Promise<string>((answered) => {
        const client = connect(port, "127.0.0.1", () => client.write(`${line}\r\nhost: x\r\n\r\n`));
        client.once("data", (data) => {
          answered(String(data).split("\r\n", 1)[0] ?? "");
          client.destroy();
        });
      });
    expect(await socket(`GET ${site.url}/text HTTP/1.1`)).toBe("HTTP/1.1 407 Proxy Authentication Required");
    expect(await socket("CONNECT example.org:443 HTTP/1.1")).toBe("HTTP/1.1 407 Proxy Authentication Required");
  });

  it("lends no page: what measures it is on this machine", async () => {
    await expect(firstValueFrom(opened().lend(`${site.url}/text`))).rejects.toMatchObject({ kind: "no-browser" });
  });
});

describe("BROWSER_URL", () => {
  it("takes addresses of browsers, and with private networks a proxy", () => {
    expect(() => readConfig({ BROWSER_URL: "chrome:9222" })).toThrow(/BROWSER_URL.+must be addresses/);
    expect(() => readConfig({ BROWSER_URL: "ws://chrome:9222", ALLOW_PRIVATE_NETWORKS: "10.0.0.0/8" })).toThrow(
      /BROWSER_PROXY.+is needed where/,
    );
    expect(readConfig({ BROWSER_URL: "ws://a:1, http://b:2" }).BROWSER_URL).toEqual(["ws://a:1", "http://b:2"]);
  });
});
