import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, it } from "vitest";
import { linkedSite } from "../pipelines/crawl/site.ts";
import { loopback } from "../upstream/loopback.ts";
import { bodyOf, ended, served } from "./service.ts";

const PAGES = 300;
const KILLS = 6;

it("keeps every page of a crawl once through kill -9 and SIGTERM, and ends it by itself", {
  timeout: 120_000,
}, async () => {
  const site = linkedSite(PAGES, [], 1);
  await using server = await loopback((request, response) => {
    const body = site.get((request.url ?? "/").split("?")[0] ?? "/");
    setTimeout(() => response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body), 20);
  });
  const dataDir = mkdtempSync(join(tmpdir(), "tasks-"));
  let service = await served(dataDir);
  try {
    const ordered = await fetch(`${service.url}/crawl?q=${server.url}&limit=1000&max_depth=20&async=true`);
    expect(ordered.status).toBe(202);
    const path = ordered.headers.get("location") ?? "";
    const task = async () => bodyOf(await fetch(service.url + path));

    const counts: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A page may not be held by four processes that die: each is killed while the crawl goes on.
      const before = (await task()).pages.kept;
      while ((await task()).pages.kept === before && before < PAGES) await after(10);
      await after(Math.random() * 200);
      await ended(service.child, kill === KILLS - 1 ? "SIGTERM" : "SIGKILL");
      service = await served(dataDir);
      counts.push((await task()).pages.kept);
    }
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    let last = await task();
    while (last.state !== "completed") {
      await after(100);
      last = await task();
    }
    expect(last.pages).toMatchObject({ kept: PAGES, under_way: 0 });

    const urls: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<typeof bodyOf>> = await bodyOf(
        await fetch(`${service.url}${path}/results?limit=70&offset=${offset}`),
      );
      urls.push(...page.results.map(({ url }) => url));
      offset = page.next_offset;
    }
    expect(urls).toHaveLength(PAGES);
    expect(new Set(urls).size).toBe(PAGES);
  } finally {
    await ended(service.child, "SIGKILL");
    rmSync(dataDir, { recursive: true });
  }
});
