import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOOD, OTTER, SCHEMA, type Service, service } from "./firecrawl-service.ts";

const CLI = join(import.meta.dirname, "node_modules/firecrawl-cli/dist/index.js");
const KEY = "river-key-of-ours";
const exec = promisify(execFile);

let served: Service;
beforeAll(async () => {
  served = await service({ API_KEYS: KEY });
});
afterAll(() => served.close());

/** What the command prints. */
async function firecrawl(...words: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: served.home,
    FIRECRAWL_API_URL: served.url,
    FIRECRAWL_API_KEY: KEY,
    FIRECRAWL_NO_UPDATE_CHECK: "1",
    FIRECRAWL_NO_TELEMETRY: "1",
    NO_COLOR: "1",
  };
  const { stdout } = await exec(process.execPath, [CLI, ...words], { cwd: served.home, env, timeout: 60_000 });
  return stdout;
}

describe("firecrawl-cli", () => {
  it("scrapes, with data by a schema", async () => {
    expect(await firecrawl("scrape", OTTER)).toContain("eight minutes");
    const schema = JSON.stringify(SCHEMA);
    expect(await firecrawl("scrape", OTTER, "--format", "json", "--schema", schema)).toMatch(/"animal":\s*"otter"/);
  });

  it("maps, searches and reads a file", async () => {
    expect(await firecrawl("map", "https://river.example/")).toContain(FOOD);
    expect(await firecrawl("search", "otter breath", "--limit", "2")).toContain(OTTER);
    const file = join(served.home, "a.html");
    writeFileSync(file, "<title>A file</title><p>This is a file that says enough to be read.</p>");
    expect(await firecrawl("parse", file)).toContain("This is a file");
  });

  it("crawls to the end", async () => {
    const words = ["crawl", OTTER, "--wait", "--poll-interval", "1", "--limit", "5"];
    expect(await firecrawl(...words)).toContain(FOOD);
  });

  it("keeps monitors, and counts nothing", async () => {
    const body = { name: "otters", schedule: { text: "hourly" }, targets: [{ type: "scrape", urls: [OTTER] }] };
    const file = join(served.home, "monitor.json");
    writeFileSync(file, JSON.stringify(body));
    expect(await firecrawl("monitor", "create", file)).toContain("otters");
    expect(await firecrawl("monitor", "list")).toContain("otters");
    expect(await firecrawl("credit-usage")).toMatch(/1[,.]?000[,.]?000[,.]?000/);
  });
});
