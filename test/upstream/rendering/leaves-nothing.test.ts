import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, lastValueFrom, of, takeUntil, timer, toArray } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK, PATIENCE_MS } from "../../support/until.ts";
import { loopback } from "../loopback.ts";

const config = readConfig({
  ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
  RENDER_CONCURRENCY: "3",
  RENDER_PAGES_PER_BROWSER: "4",
});
const guard = createGuard(config, () => of(["127.0.0.1"]));
const installed = findChromium(readConfig(process.env)) !== undefined;
const ROUNDS = 2;
/** When pages are left: before the browser is there, while it goes there, and while it loads. */
const CUTS_MS = [0, 60, 400, 800];

/** Processes below this one whose command has the word. */
function below(word: string): readonly string[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isBelow(parents.get(pid)));
  return all.filter((pid) => pid !== String(process.pid) && isBelow(pid) && read(pid, "cmdline").includes(word));
}
const parentOf = (pid: string): string | undefined => {
  const stat = read(pid, "stat");
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
};
const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It has ended in the meantime.
    return "";
  }
};

describe.runIf(installed && process.platform === "linux")("pages in a row", BY_THE_CLOCK, () => {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "tributary-profiles-"));
  beforeAll(() => {
    // Where profiles are made.
    process.env["TMPDIR"] = folder;
  });
  const browsers: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  it("leave no process, profile, place or connection, be they read to the end or cut off", async () => {
    let open = 0;
    await using server = await loopback((request, response) => {
      open += 1;
      response.once("close", () => {
        open -= 1;
      });
      response.writeHead(200, { "content-type": "text/html" });
      if (request.url === "/never") response.write("<p>It begins, and does not end.</p>".repeat(20));
      else response.end("<body><script>document.body.append('Written by a script. '.repeat(30))</script>");
    });
    const browser = createBrowser(config, guard);
    browsers.push(browser);
    const page = (path: string) => browser.render({ url: server.url + path, as: "flattened" });
    await firstValueFrom(page("/"));
    // Its process is seen here; at the end a browser may be used up, and none started after it.
    expect(below("--user-data-dir").length).toBeGreaterThan(0);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [read, also] = await Promise.all([firstValueFrom(page("/")), firstValueFrom(page("/"))]);
      for (const { body } of [read, also]) expect(String(body)).toContain("Written by a script.");
      for (const ms of CUTS_MS) await lastValueFrom(page("/never").pipe(takeUntil(timer(ms)), toArray()));
    }
    await expect.poll(() => [browser.state().pages_open, open], { timeout: PATIENCE_MS }).toEqual([0, 0]);
    await browser.close();
    await expect.poll(() => below("--type=renderer").length + below("--user-data-dir").length).toBe(0);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(server.sockets.size).toBe(0);
  });
});
