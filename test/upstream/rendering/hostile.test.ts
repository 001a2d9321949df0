import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import { firstValueFrom, of } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { toSourceError } from "../../../src/errors.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { loopback } from "../loopback.ts";

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", RENDER_CONCURRENCY: "4" });
const guard = createGuard(config, () => of(["127.0.0.1"]));
const installed = findChromium(readConfig(process.env)) !== undefined;
const MOST_REQUESTS = 1_000;

describe.runIf(installed)("a page with hostile scripts", BY_THE_CLOCK, async () => {
  /** On an address that the guard refuses: TCP, and UDP on the same port. */
  const touched: string[] = [];
  const canary = createServer((request, response) => {
    touched.push(`http ${request.url}`);
    response.end();
  }).on("upgrade", (request, socket) => {
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
    "/loop": `<body><p>${"Before the loop. ".repeat(20)}</p><script>
      alert("Stay"); confirm("Stay?"); prompt("Why?"); window.onbeforeunload = () => "Stay"; print();
      setTimeout(() => { for (;;); }, 50);</script>`,
    "/grow": `<body><p>${"Before it grows. ".repeat(20)}</p><script>
      const grow = () => { for (let at = 0; at < 500; at += 1) document.body.append(document.createElement("p").appendChild(document.createTextNode("more and more "))); setTimeout(grow); }; grow();</script>`,
    "/storm": `<body><p>${"Before the storm. ".repeat(20)}</p><script>
      addEventListener("beforeunload", (event) => event.preventDefault());
      for (let at = 0; at < 10_000; at += 1) { fetch("/asked?" + at).catch(() => 0); try { history.pushState(at, "", "/storm?" + at); } catch {} }
      setInterval(() => { for (let at = 0; at < 100; at += 1) { try { history.back(); location.hash = Math.random(); open("/good"); } catch {} } }, 10);
      for (let at = 0; at < 50; at += 1) new WebSocket("ws://${inner}/socket");
      new Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://${inner}/worker"); fetch("http://${inner}/worker").catch(() => 0)'])));
      new EventSource("http://${inner}/events"); navigator.sendBeacon("http://${inner}/beacon", "x");
      for (const url of ["stun:${inner}", "turn:${inner}?transport=udp", "turn:${inner}?transport=tcp"]) try {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: "a", credential: "b" }] });
        peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      } catch {}</script>`,
  };
  let asked = 0;
  const server = await loopback((request, response) => {
    const path = new URL(request.url ?? "", "http://x").pathname;
    asked += 1;
    const page = PAGES[path];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page);
  });
  const browser = createBrowser(config, guard);
  afterAll(async () => {
    await browser.close();
    canary.close();
    udp.close();
    await server[Symbol.asyncDispose]();
  });
  const rendering = (path: string) => firstValueFrom(browser.render({ url: server.url + path, as: "flattened" }));

  it("keeps nobody else's page from being rendered, and reaches nothing that is refused", async () => {
    const ended: string[] = [];
    const told = async (path: string): Promise<string> => {
      const said = await rendering(path).then(
        ({ body }) => String(body),
        (error: unknown) => `failed: ${toSourceError(error).kind}`,
      );
      ended.push(path);
      return said;
    };
    const hostile = ["/loop", "/grow", "/storm"].map(told);
    // As long as they are there, others come and go by the place that is left.
    const good = [await told("/good"), await told("/good")];
    expect(ended).toEqual(["/good", "/good"]);
    for (const text of good) expect(text).toContain("Read beside the others. Read beside the others.");
    const [loop, grow, storm] = await Promise.all(hostile);
    expect(loop).toContain("Before the loop.");
    expect(grow).toMatch(/Before it grows\.|^failed: (?:timeout|too-large|crashed)$/);
    expect(storm).toMatch(/Before the storm\.|^failed: (?:timeout|unreachable|crashed)$/);
    expect(touched).toEqual([]);
    expect(asked).toBeLessThan(MOST_REQUESTS);
    expect(browser.state()).toMatchObject({ pages_open: 0, restarts: 0 });
    expect(await told("/good")).toContain("Read beside the others.");
  });
});
