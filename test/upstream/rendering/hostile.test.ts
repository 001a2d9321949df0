import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import { chromium as playwright } from "playwright-core";
import { firstValueFrom, of } from "rxjs";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { toSourceError } from "../../../src/errors.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK, PATIENCE_MS, until } from "../../support/until.ts";
import { loopback } from "../loopback.ts";
import { foreignChromium, INSTALLED } from "../remote/chromium.ts";

/** Of the 10,000 that a page makes; it may make 300, and what is under way when that is seen still arrives. */
const MOST_REQUESTS = 1_000;
const WORDS = `<p>${"Before the scripts. ".repeat(20)}</p>`;
const SPENT = "The page used up what one may: its text was taken before it was done.";
const TAKEN_EARLY = /text was taken/;
const TEXT = expect.stringContaining("Before the scripts.");

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", RENDER_CONCURRENCY: "4" });
const guard = createGuard(config, () => of(["127.0.0.1"]));

describe.runIf(INSTALLED)("a page of hostile scripts", BY_THE_CLOCK, async () => {
  /** On an address that the guard refuses: TCP, and UDP on the same port. */
  const touched: string[] = [];
  const canary = createServer((request, response) => {
    touched.push(`http ${request.url}`);
    response.end();
  })
    .on("connection", () => touched.push("tcp"))
    .on("upgrade", (request, socket) => {
      touched.push(`upgrade ${request.url}`);
      socket.destroy();
    });
  await new Promise<void>((listening) => canary.listen(0, "127.0.0.2", listening));
  const address = canary.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const udp = createSocket("udp4").on("message", () => touched.push("udp"));
  await new Promise<void>((listening) => udp.bind(port, "127.0.0.2", listening));
  const inner = `127.0.0.2:${port}`;

  const PAGES: Readonly<Record<string, string>> = {
    "/good": `<body><p id=said></p><script>fetch("/data").then((got) => got.text()).then((text) => { document.querySelector("#said").textContent = text.repeat(30); })</script>`,
    "/data": "Read beside the others. ",
    "/loop": `<body>${WORDS}<script>setTimeout(() => { for (;;); }, 50)</script>`,
    "/dialogs": `<body>${WORDS}<script>
      alert("Stay"); confirm("Stay?"); prompt("Why?"); print();
      onbeforeunload = () => "Stay"; addEventListener("beforeunload", (event) => event.preventDefault());
      document.body.append("After the dialogs.");</script>`,
    "/grow": `<body>${WORDS}<script>
      const unseen = document.body.appendChild(document.createElement("div")); unseen.hidden = true;
      const grow = () => { for (let at = 0; at < 5_000; at += 1) unseen.append("more and more ".repeat(10) + at, document.createElement("p")); setTimeout(grow); }; grow();</script>`,
    "/requests": `<body>${WORDS}<script>for (let at = 0; at < 10_000; at += 1) fetch("/asked?" + at).catch(() => 0);</script>`,
    "/history": `<body>${WORDS}<script>
      for (let at = 0; at < 10_000; at += 1) try { history.pushState(at, "", "/history?" + at); } catch {}
      setInterval(() => { for (let at = 0; at < 100; at += 1) { try { history.back(); location.hash = Math.random(); open("/good"); } catch {} } }, 10);</script>`,
    "/inwards": `<body>${WORDS}<img src="http://${inner}/image"><iframe src="http://${inner}/frame"></iframe><script>
      for (let at = 0; at < 20; at += 1) new WebSocket("ws://${inner}/socket");
      new Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://${inner}/worker"); fetch("http://${inner}/worker").catch(() => 0)'])));
      fetch("http://${inner}/fetch", { mode: "no-cors" }).catch(() => 0);
      new EventSource("http://${inner}/events"); navigator.sendBeacon("http://${inner}/beacon", "x");
      for (const url of ["stun:${inner}", "turn:${inner}?transport=udp", "turn:${inner}?transport=tcp"]) {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: "a", credential: "b" }] });
        peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      }</script>`,
  };
  const asked: string[] = [];
  const server = await loopback((request, response) => {
    const path = new URL(request.url ?? "", "http://x").pathname;
    asked.push(path);
    const page = PAGES[path];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page);
  });
  const browser = createBrowser(config, guard);
  beforeEach(() => {
    asked.length = 0;
    touched.length = 0;
  });
  afterAll(async () => {
    await browser.close();
    canary.closeAllConnections();
    canary.close();
    udp.close();
    await server[Symbol.asyncDispose]();
  });
  /** What a page gives: its text, or why it has none. */
  const told = async (path: string) => {
    try {
      const { body, warnings } = await firstValueFrom(browser.render({ url: server.url + path, as: "flattened" }));
      return { text: String(body), warnings };
    } catch (error) {
      return { kind: toSourceError(error).kind };
    }
  };

  /** A hostile page, and beside it one that is not, begun once the first is there. */
  const besides = async (path: string) => {
    const hostile = told(path);
    await until(() => asked.includes(path), "the hostile page is asked for");
    const good = await told("/good");
    return { good, hostile: await hostile };
  };

  afterEach(async () => {
    await expect.poll(() => browser.state().pages_open, { timeout: PATIENCE_MS }).toBe(0);
    // A page that must be ended is ended alone.
    expect(browser.state().restarts).toBe(0);
    expect(touched).toEqual([]);
  });

  it.each([
    ["never ends", "/loop", { text: TEXT, warnings: [expect.stringMatching(TAKEN_EARLY)] }],
    ["asks its reader, and wants to stay", "/dialogs", { text: expect.stringContaining("After the dialogs.") }],
    ["makes ten thousand requests", "/requests", { text: TEXT, warnings: [SPENT] }],
    ["reaches inwards", "/inwards", { text: TEXT }],
  ])("that %s is read all the same, and so is another beside it", async (_does, path, outcome) => {
    const { good, hostile } = await besides(path);
    expect(good.text).toContain("Read beside the others. Read beside the others.");
    expect(hostile).toMatchObject(outcome);
    expect(asked.length).toBeLessThan(MOST_REQUESTS);
  });

  it.each([
    ["grows without end", "/grow", "crashed"],
    ["goes to and fro in its history", "/history", "unreachable"],
  ])(
    "that %s is ended at the latest when it has used up what it may, and another is read beside it",
    async (_does, path, kind) => {
      const { good, hostile } = await besides(path);
      expect(good.text).toContain("Read beside the others. Read beside the others.");
      expect(hostile).toEqual(hostile.kind ? { kind } : expect.objectContaining({ text: TEXT }));
    },
  );

  it("would have reached inwards without what holds it back", async () => {
    const chromium = await foreignChromium();
    const unguarded = await playwright.connectOverCDP(chromium.url);
    const page = await unguarded.newPage();
    await page.goto(`${server.url}/inwards`, { waitUntil: "commit" });
    const reached = [
      "http /fetch",
      "http /image",
      "http /frame",
      "http /worker",
      "upgrade /socket",
      "upgrade /worker",
      "udp",
    ];
    await expect.poll(() => reached.filter((way) => !touched.includes(way)), { timeout: PATIENCE_MS }).toEqual([]);
    await unguarded.close();
    await chromium.kill();
    touched.length = 0;
  });
});
