import { createSocket } from "node:dgram";
import { readdirSync, readFileSync } from "node:fs";
import { firstValueFrom, of } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createBrowser } from "../../src/upstream/browser.ts";
import { findChromium } from "../../src/upstream/find-chromium.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import type { BrowserJob } from "../../src/upstream/types.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { loopback, says } from "../upstream/loopback.ts";

const config = { ...readConfig(process.env), ALLOW_PRIVATE_NETWORKS: ["127.0.0.1/32"], UPSTREAM_GATEWAY: undefined };
const guard = createGuard(config, () => of(["127.0.0.1"]));
const html = { "content-type": "text/html" };
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

describe.skipIf(findChromium(config) === undefined)("a page in the browser", BY_THE_CLOCK, () => {
  const browser = createBrowser(config, guard);
  afterAll(() => browser.close());

  it("sends no datagram to anybody over WebRTC", async () => {
    let datagrams = 0;
    const socket = createSocket("udp4", () => {
      datagrams += 1;
    });
    await new Promise<void>((bound) => socket.bind(0, "127.0.0.2", bound));
    const stun = `stun:127.0.0.2:${socket.address().port}`;
    await using server = await loopback(
      says(
        `<script>const pc = new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] }); pc.createDataChannel("a");
        pc.onicegatheringstatechange = () => (document.title = pc.iceGatheringState);
        pc.createOffer().then((offer) => pc.setLocalDescription(offer));</script>`,
        html,
      ),
    );
    const { title } = await firstValueFrom(browser.screenshot(job(`${server.url}/`, { delayMs: 1_000 })));
    socket.close();
    expect(title).toMatch(/gathering|complete/);
    expect(datagrams).toBe(0);
  });

  it("is ended alone when it takes too much memory, and leaves no process", async () => {
    await using server = await loopback((request, response) => {
      const greedy = "<script>const held = []; setInterval(() => held.push(new Uint8Array(2e7).fill(1)), 20)</script>";
      says(request.url === "/greedy" ? greedy : "<title>modest</title>", html)(request, response);
    });
    const modest = firstValueFrom(browser.screenshot(job(`${server.url}/`, { delayMs: 3_000 })));
    const greedy = firstValueFrom(browser.screenshot(job(`${server.url}/greedy`, { delayMs: 20_000 })));
    await expect(greedy).rejects.toMatchObject({ kind: "crashed", message: expect.stringMatching(/memory/) });
    expect(await modest).toMatchObject({ title: "modest" });
    await browser.close();
    const chromiums = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && ownChild(pid));
    expect(chromiums).toEqual([]);
  });

  it("is read in another browser where its own is killed, and is given up where that is too", async () => {
    const fragile = createBrowser(config, guard);
    let asked = 0;
    let lives = 1;
    await using server = await loopback((_request, response) => {
      asked += 1;
      if (asked > lives) return says("<p>Read by the second browser.</p>", html)(_request, response);
      response.writeHead(200, html).write("<p>Begun</p>");
      // Its whole group: nobody is left to tell of it.
      for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && ownChild(name)))
        process.kill(-Number(pid), "SIGKILL");
    });
    const page = () => firstValueFrom(fragile.render({ url: `${server.url}/`, as: "flattened" }));
    expect(String((await page()).body)).toContain("Read by the second browser.");
    expect(fragile.state()).toMatchObject({ restarts: 1 });
    [asked, lives] = [0, 2];
    await expect(page()).rejects.toMatchObject({ kind: "unreachable" });
    // Its host is left alone from now on.
    await expect(page()).rejects.toThrow(/took the browser down twice/);
    expect(asked).toBe(2);
    await fragile.close();
  });

  it("is photographed over 16 megapixels at most", async () => {
    const wide = createBrowser(config, guard);
    await using server = await loopback(says('<body style="margin:0"><div style="height:30000px">x</div>', html));
    const shot = await firstValueFrom(
      wide.screenshot(job(`${server.url}/`, { width: 3_200, fullPage: true, format: "jpeg", quality: 1 })),
    );
    expect(shot.height).toBe(5_000);
    await expect(
      firstValueFrom(wide.screenshot(job(server.url, { width: 5_000, height: 4_000 }))),
    ).rejects.toMatchObject({ kind: "bad-query" });
    await wide.close();
  });
});

/** Whether a process was started by this one. */
function ownChild(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === process.pid && stat.includes("chrom");
  } catch {
    return false;
  }
}
