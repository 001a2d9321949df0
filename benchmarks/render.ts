import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { catchError, lastValueFrom, NEVER, of, takeUntil, timer, toArray } from "rxjs";
import { readConfig } from "../src/config.ts";
import { readBody } from "../src/extraction/read.ts";
import { extract } from "../src/pipelines/extract.ts";
import { oneShot } from "../src/pipelines/one-shot.ts";
import { bodyOf } from "../src/reading/body.ts";
import { findChromium } from "../src/upstream/find-chromium.ts";
import type { RenderMode } from "../src/upstream/types.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { type RenderPage, renderPages, servePages, truthOf, wordF1 } from "../test/support/render-pages.ts";

/*
 * The pages of ../shared/benchmarks/render, in parts that can be named (`npm run bench -- render:pages,plain`):
 * - pages: word-F1 of those that need JavaScript, decisions, needless renderings, milliseconds by `render=auto`;
 * - peer: the same pages by Playwright alone, waiting for the network to be idle, its document read by our extraction;
 * - plain: the others' median beside `render=never`;
 * - row: RENDER_PAGES renderings in a row, RENDER_CUTS of them cut off at random: the memory held, how soon a cut page's
 *   connections are closed and its tab's place is free, what is left: processes, profiles' folders, sockets;
 * - long: renderings for RENDER_MINUTES, three at a time: whether memory stays flat;
 * - idle: what the service holds after pages that need no browser, where one is installed and where none is.
 * `row` and `long` take the pages whose ids RENDER_ONLY names, or all that need JavaScript.
 * It fails below the bar: F1 0.90, 95 % of decisions right, nothing left, 1.2 times the memory after the first fifty pages.
 */
const PAGES = Number(process.env["RENDER_PAGES"] ?? 500);
const CUTS = Number(process.env["RENDER_CUTS"] ?? 50);
const MINUTES = Number(process.env["RENDER_MINUTES"] ?? 5);
const ROUNDS = 20;
const BAR = 0.9;
const IDLE_ROUNDS = 5;
/** What two starts of one service differ by. */
const IDLE_MB = 5;
/** A cut page's connection is closed within so long. */
const CUT_MS = 200;
const MAX_GROWTH = 1.2;

const PARTS = ["pages", "peer", "plain", "row", "long", "idle"] as const;
const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = (part: (typeof PARTS)[number]): boolean => named.length === 0 || named.includes(part);

const gateway = await servePages();
const DATA_DIR = mkdtempSync(join(tmpdir(), "tributary-render-"));
const config = readConfig({ ...process.env, UPSTREAM_GATEWAY: gateway.url, DATA_DIR });
const upstream = createUpstream(config);
// Profiles' folders are made in a folder of our own, where they can be counted.
process.env["TMPDIR"] = mkdtempSync(join(tmpdir(), "render-"));
const profiles = (): number => readdirSync(tmpdir()).filter((name) => /chromium/i.test(name)).length;

async function read({ url }: RenderPage, render: RenderMode) {
  const begun = performance.now();
  const request = { urls: [url], includeImages: false, includeRawContent: true, format: "text" as const, render };
  const { results, failed_results } = await lastValueFrom(oneShot(extract(request, { upstream })));
  const text = results[0]?.raw_content ?? "";
  const said = [...(results[0]?.warnings ?? []), ...failed_results.map(({ error }) => error)].join(" ");
  return { text, rendered: results[0]?.rendered ?? false, ms: performance.now() - begun, said };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

const pages = renderPages();
const scripted = pages.filter(({ needs_js }) => needs_js);
const only = process.env["RENDER_ONLY"]?.split(",");
const repeated = scripted.filter(({ id }) => only?.includes(id) ?? true);
const failures: string[] = [];
const hold = (holds: boolean, what: string): void => {
  if (!holds) failures.push(what);
};

/** Of the gateway: answers under way, and those that were sent. */
async function stats(): Promise<{ readonly open: number; readonly finished: number }> {
  return JSON.parse(await (await fetch(`${gateway.url}/__stats`)).text());
}

if (wanted("pages")) {
  const scores: number[] = [];
  const times: number[] = [];
  let [right, needless] = [0, 0];
  // Its start is not the first page's time.
  if (scripted[0]) await read(scripted[0], "auto");
  for (const page of pages) {
    const { text, rendered, ms, said } = await read(page, "auto");
    const score = wordF1(text, truthOf(page));
    if (page.needs_js) scores.push(score);
    if (page.needs_js) times.push(ms);
    if (page.needs_js ? rendered || score >= BAR : !rendered) right += 1;
    if (!page.needs_js && rendered) needless += 1;
    console.log(
      `${page.id.padEnd(14)} F1 ${score.toFixed(3)} ${rendered ? "rendered" : "plain"} ${ms.toFixed(0)} ms ${said}`,
    );
  }
  const f1 = mean(scores);
  console.log(
    `F1 ${f1.toFixed(3)}, ${right}/${pages.length} decisions right, ${needless} needless, p50 ${median(times).toFixed(0)} ms`,
  );
  hold(f1 >= BAR, "F1");
  hold(right / pages.length >= 0.95, "decisions");
}

if (wanted("peer")) await peer();

if (wanted("plain")) {
  const plain = pages.filter(({ needs_js }) => !needs_js);
  const took: Record<"auto" | "never", number[]> = { auto: [], never: [] };
  const before = (await stats()).finished;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const page of plain)
      for (const mode of round % 2 === 0 ? (["auto", "never"] as const) : (["never", "auto"] as const))
        took[mode].push((await read(page, mode)).ms);
  const [auto, never] = [median(took.auto), median(took.never)];
  const asked = (await stats()).finished - before;
  console.log(
    `plain pages, p50: auto ${auto.toFixed(1)} ms, never ${never.toFixed(1)} ms; ${asked} requests for ${took.auto.length + took.never.length} pages`,
  );
  hold(asked >= took.auto.length + took.never.length, "plain pages: a cache answered");
  hold(auto - never <= 5, "plain pages");
}

/** Ctrl-C ends the renderings early; what they have left is looked at all the same. */
let stopped = false;
process.once("SIGINT", () => {
  stopped = true;
});
const failed: string[] = [];

/** Renders a page; `cutMs`: it is left so soon. */
async function rendered(at: number, cutMs?: number): Promise<void> {
  const page = repeated[at % repeated.length];
  if (!page) return;
  const page$ = upstream.render({ url: page.url, as: "flattened" }).pipe(
    catchError((error: unknown) => {
      failed.push(String(error));
      return of(undefined);
    }),
  );
  await lastValueFrom(page$.pipe(takeUntil(cutMs === undefined ? NEVER : timer(cutMs)), toArray()));
}

const browserMb = (): number => upstream.rendering.state?.().memory_mb ?? 0;
const said = (what: string, mb: number): void =>
  console.log(
    `${what}: the browser holds ${mb} MB, this process ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB; ${pageProcesses()} processes of pages; load ${loadavg()[0]?.toFixed(1)}`,
  );
const openAt = async (): Promise<number> => (await stats()).open;
const pagesOpen = (): number => upstream.rendering.state?.().pages_open ?? 0;
/** Milliseconds until it holds; at most so many. */
async function until(holds: () => boolean | Promise<boolean>, mostMs = 5_000): Promise<number> {
  const begun = performance.now();
  while (!(await holds()) && performance.now() - begun < mostMs) await new Promise((later) => setTimeout(later, 5));
  return performance.now() - begun;
}
const spread = (ms: readonly number[]): string =>
  `p50 ${median(ms).toFixed(0)} ms, p95 ${quantile(ms, 0.95).toFixed(0)} ms, at most ${Math.max(...ms).toFixed(0)} ms`;

if (wanted("row")) {
  const most: number[] = [];
  const closed: number[] = [];
  const freed: number[] = [];
  const every = Math.max(1, Math.round(PAGES / CUTS));
  const looking = setInterval(() => {
    most[most.length - 1] = Math.max(most.at(-1) ?? 0, browserMb());
  }, 200);
  for (let at = 0; at < PAGES && !stopped; at += 1) {
    if (at % 50 === 0) most.push(0);
    const isCut = at % every === every - 1;
    await rendered(at, isCut ? Math.random() * 1_500 : undefined);
    if (isCut) {
      const [connections, place] = await Promise.all([
        until(async () => (await openAt()) === 0),
        until(() => pagesOpen() === 0),
      ]);
      closed.push(connections);
      freed.push(place);
    }
    if (at % 50 === 49) said(`${at + 1} pages`, most.at(-1) ?? 0);
  }
  clearInterval(looking);
  said(`${most.length} times fifty pages, or less`, most.at(-1) ?? 0);
  console.log(`${closed.length} cut off: connections closed after ${spread(closed)}; tabs after ${spread(freed)}`);
  hold(Math.max(...closed) <= CUT_MS, "cancellation");
  hold((most.at(-1) ?? 0) <= MAX_GROWTH * (most[0] ?? 0), "memory");
}

if (wanted("long")) {
  const end = performance.now() + MINUTES * 60_000;
  const minutes: number[] = [];
  let [at, most, next] = [0, 0, performance.now() + 60_000];
  const worker = async (): Promise<void> => {
    while (performance.now() < end && !stopped) {
      at += 1;
      await rendered(at);
      most = Math.max(most, browserMb());
      if (performance.now() < next) continue;
      next += 60_000;
      said(`${at} pages`, most);
      minutes.push(most);
      most = 0;
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  hold((minutes.at(-1) ?? 0) <= MAX_GROWTH * (minutes[0] ?? 0), "memory");
}

for (const error of new Set(failed)) console.log(`failed: ${error}`);
hold(failed.length === 0, `${failed.length} pages failed`);
if (wanted("idle")) {
  const plain = pages.filter(({ needs_js }) => !needs_js).map(({ url }) => url);
  const held: Record<"with" | "without", number[]> = { with: [], without: [] };
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    held.with.push(await heldAfter(plain, {}));
    held.without.push(await heldAfter(plain, { CHROMIUM_PATH: "/nowhere/chromium", RENDER_DEFAULT: "never" }));
  }
  const [having, lacking] = [median(held.with), median(held.without)];
  console.log(
    `the service after ${plain.length} plain pages: ${having.toFixed(1)} MB with a browser at hand, ${lacking.toFixed(1)} MB without`,
  );
  hold(having - lacking <= IDLE_MB, "idle memory");
}

await upstream.close();
console.log(`${await openAt()} connections are left`);
hold((await openAt()) === 0, "connections left");
gateway.close();
/** Those of this process, and of nobody's answers: what is kept alive for a next request ends by itself. */
const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
await until(() => sockets() === 0, 15_000);
console.log(`${sockets()} sockets are left`);
hold(sockets() === 0, "sockets left");
const left = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isOwnBrowser(pid));
console.log(`${left.length} processes of the browser are left, ${profiles()} folders of profiles`);
hold(left.length === 0, "processes left");
hold(profiles() === 0, "profiles left");
if (failures.length > 0) console.log(`Below the bar: ${failures.join(", ")}`);
for (const folder of [DATA_DIR, tmpdir()]) rmSync(folder, { recursive: true, force: true });
process.exitCode = failures.length === 0 ? 0 : 1;

/** As most crawlers render: load, wait until the network is idle, take the document's markup. */
async function peer(): Promise<void> {
  const executablePath = findChromium(config);
  if (!executablePath) return;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const [scores, times]: [number[], number[]] = [[], []];
  for (const page of scripted) {
    const context = await browser.newContext();
    await context.route("**/*", async (route) => {
      const answer = await fetch(gateway.url, { headers: { "x-upstream-url": route.request().url() } });
      const body = Buffer.from(await answer.arrayBuffer());
      await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
    });
    const begun = performance.now();
    const shown = await context.newPage();
    await shown.goto(page.url, { waitUntil: "networkidle" });
    const body = Buffer.from(await shown.content());
    const headers = { "content-type": "text/html; charset=utf-8" };
    const found = await readBody(bodyOf({ url: page.url, headers, markdown: false }, body));
    times.push(performance.now() - begun);
    scores.push(wordF1(found.ok ? found.page.text : "", truthOf(page)));
    await context.close();
  }
  await browser.close();
  console.log(`Playwright, network idle: F1 ${mean(scores).toFixed(3)}, p50 ${median(times).toFixed(0)} ms`);
}

/** Resident megabytes of a service that has read some pages. */
async function heldAfter(urls: readonly string[], environment: Record<string, string>): Promise<number> {
  const { PATH = "", HOME = "" } = process.env;
  const service = spawn(process.execPath, [join(import.meta.dirname, "../bin/tributary.mjs"), "serve"], {
    env: { PATH, HOME, PORT: "0", MCP_PORT: "0", LOG_LEVEL: "silent", UPSTREAM_GATEWAY: gateway.url, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Its output is read to its end: a service whose output is closed ends.
  let said = "";
  service.stdout.on("data", (part: Buffer) => {
    said += part;
  });
  const address = /http:\/\/127\.0\.0\.1:\d+(?=\s)/;
  await until(() => address.test(said), 60_000);
  const [base] = address.exec(said) ?? [];
  for (const url of urls) {
    const answer = await fetch(`${base}/extract?url=${encodeURIComponent(url)}`);
    hold(answer.ok, `idle: ${url} answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  await new Promise((later) => setTimeout(later, 3_000));
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, "utf8")) ?? [];
  service.kill();
  await once(service, "exit");
  return Number(kB) / 1000;
}

/** Processes of pages below this one: two more than pages are open at most, for the browser keeps some in store. */
function pageProcesses(): number {
  const all = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid));
  return all.filter((pid) => fileOf(pid, "cmdline").includes("--type=renderer") && isBelow(pid)).length;
}

function isBelow(pid: string): boolean {
  const parent = parentOf(pid);
  return parent === String(process.pid) || (parent !== undefined && parent !== "1" && isBelow(parent));
}

/** The fourth field of its `stat`; the second, a name in parentheses, may hold anything. */
function parentOf(pid: string): string | undefined {
  const stat = fileOf(pid, "stat");
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
}

/** Empty where the process has ended. */
function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}

function isOwnBrowser(pid: string): boolean {
  return parentOf(pid) === String(process.pid) && fileOf(pid, "stat").includes("chrom");
}
