import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEVER } from "rxjs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run } from "../../src/cli/program.ts";
import { freePort } from "../support/redis.ts";
import { ended, type Service, served } from "../tasks/service.ts";
import { type Loopback, loopback } from "../upstream/loopback.ts";
import { screen } from "./screen.ts";

const dataDir = mkdtempSync(join(tmpdir(), "background-"));
let site: Loopback;
let service: Service | undefined;
let port: number;
beforeAll(async () => {
  site = await loopback((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<p>${"Otters dive for fish in the river. ".repeat(9)}</p>`),
  );
  port = await freePort();
});
afterAll(async () => {
  if (service) await ended(service.child, "SIGKILL");
  await site[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

async function tributary(...words: readonly string[]) {
  const [out, err] = [screen(), screen()];
  let status = 0;
  await run(
    ["node", "tributary", ...words],
    { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "silent", ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" },
    {
      out: out.stream,
      err: err.stream,
      stopped$: NEVER,
      exit: (code) => {
        status = code;
      },
    },
  );
  return { status, out: out.written().trim(), err: err.written().trim() };
}

it("orders into the store where no service listens, which a service that is started then works on", async () => {
  const ordered = await tributary("crawl", site.url, "--limit", "1", "--background");
  expect(ordered).toMatchObject({ status: 0, out: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(ordered.err).toBe(
    `No service listens at http://127.0.0.1:${port}: the task begins once one is started (tributary serve).`,
  );
  const listed = await tributary("tasks");
  expect(listed.out).toBe(`${ordered.out}  crawl  queued`);
  expect(listed.err).toContain("nobody works on it");
  expect(JSON.parse((await tributary("tasks", "pause", ordered.out)).out)).toMatchObject({ state: "paused" });
  expect(await tributary("tasks", "pause", ordered.out)).toMatchObject({
    status: 2,
    err: expect.stringContaining("only one that is queued or running can be paused"),
  });
  expect(JSON.parse((await tributary("tasks", "resume", ordered.out)).out)).toMatchObject({ state: "queued" });
  service = await served(dataDir, { PORT: String(port) });
  const waited = await tributary("tasks", "wait", ordered.out);
  expect(waited).toMatchObject({ status: 0, err: "" });
  expect(JSON.parse(waited.out)).toMatchObject({ id: ordered.out, state: "completed", pages: { kept: 1 } });
  const pages = await tributary("tasks", "results", ordered.out);
  expect(JSON.parse(pages.out)).toMatchObject({ url: `${site.url}/` });
});

it.each([
  ["map", (url: string) => ["map", url]],
  ["research", () => ["research", "how", "otters", "dive"]],
  ["analysis", (url: string) => ["get", "seo/robots-txt", new URL(url).host]],
])("orders %s from the service that listens", async (kind, words) => {
  const ordered = await tributary(...words(site.url), "--background");
  expect(ordered).toMatchObject({ status: 0, err: "" });
  const task = await fetch(`${service?.url}/tasks/${ordered.out}`);
  expect(await task.json()).toMatchObject({ kind });
  expect((await tributary("tasks", "cancel", ordered.out)).status).toBe(0);
});

it.each([
  [["crawl", "http://10.0.0.1/", "--select-paths", "(", "--background"], 2, /select_paths/],
  [["get", "packages/npm", "rxjs", "--background"], 2, /packages\/npm is no analysis/],
  [["tasks", "burn"], 2, /knows list, show, results, wait, pause, resume, cancel/],
  [["tasks", "show", "unknown"], 2, /There is no such task/],
])("refuses %j", async (words, status, sentence) => {
  const refused = await tributary(...words);
  expect(refused.status).toBe(status);
  expect(refused.err).toMatch(sentence);
});
