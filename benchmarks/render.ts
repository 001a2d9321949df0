import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catchError, lastValueFrom, NEVER, of, takeUntil, timer, toArray } from "rxjs";
import { readConfig } from "../src/config.ts";
import { extract } from "../src/pipelines/extract.ts";
import { oneShot } from "../src/pipelines/one-shot.ts";
import type { RenderMode } from "../src/upstream/types.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { type RenderPage, renderPages, servePages, truthOf, wordF1 } from "../test/support/render-pages.ts";

/*
 * The pages of ../shared/benchmarks/render by `render=auto`: word-F1 of those that need JavaScript, decisions, needless renderings,
 * milliseconds; the others' median beside `render=never`; then PAGES renderings in a row, every tenth cut off: the memory of the
 * browser, and what is left of it. It fails below the bar: F1 0.90, 95 % of decisions right, nothing left.
 */
const PAGES = Number(process.env["RENDER_PAGES"] ?? 500);
const ROUNDS = 20;
const BAR = 0.9;

const gateway = await servePages();
const DATA_DIR = mkdtempSync(join(tmpdir(), "tributary-render-"));
const upstream = createUpstream(readConfig({ ...process.env, UPSTREAM_GATEWAY: gateway.url, DATA_DIR }));

async function read({ url }: RenderPage, render: RenderMode) {
  const begun = performance.now();
  const request = { urls: [url], includeImages: false, includeRawContent: true, format: "text" as const, render };
  const { results } = await lastValueFrom(oneShot(extract(request, { upstream })));
  const text = results[0]?.raw_content ?? "";
  return { text, rendered: results[0]?.rendered ?? false, ms: performance.now() - begun };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const pages = renderPages();
const scores: number[] = [];
const times: number[] = [];
let [right, needless] = [0, 0];
for (const page of pages) {
  const { text, rendered, ms } = await read(page, "auto");
  const score = wordF1(text, truthOf(page));
  if (page.needs_js) scores.push(score);
  if (page.needs_js) times.push(ms);
  if (page.needs_js ? rendered || score >= BAR : !rendered) right += 1;
  if (!page.needs_js && rendered) needless += 1;
  console.log(`${page.id.padEnd(14)} F1 ${score.toFixed(3)} ${rendered ? "rendered" : "plain"} ${ms.toFixed(0)} ms`);
}
const f1 = mean(scores);
console.log(
  `F1 ${f1.toFixed(3)}, ${right}/${pages.length} decisions right, ${needless} needless, p50 ${median(times).toFixed(0)} ms`,
);

const plain = pages.filter(({ needs_js }) => !needs_js);
const took: Record<"auto" | "never", number[]> = { auto: [], never: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const page of plain) for (const mode of ["auto", "never"] as const) took[mode].push((await read(page, mode)).ms);
console.log(`plain pages, p50: auto ${median(took.auto).toFixed(1)} ms, never ${median(took.never).toFixed(1)} ms`);

const shown = pages.filter(({ needs_js, id }) => needs_js && id !== "redoc");
const held: number[] = [];
for (let at = 0; at < PAGES; at += 1) {
  const page = shown[at % shown.length];
  if (!page) break;
  const cut$ = at % 10 === 9 ? timer(50 + ((at * 37) % 900)) : NEVER;
  const page$ = upstream.render({ url: page.url, as: "flattened" }).pipe(catchError(() => of(undefined)));
  await lastValueFrom(page$.pipe(takeUntil(cut$), toArray()));
  if (at % 50 === 49) {
    held.push(upstream.rendering.state?.().memory_mb ?? 0);
    console.log(
      `${at + 1} pages: the browser holds ${held.at(-1)} MB, this process ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
    );
  }
}
await upstream.close();
gateway.close();
const left = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isOwnBrowser(pid));
console.log(`${left.length} processes of the browser are left`);
process.exitCode = f1 >= BAR && right / pages.length >= 0.95 && left.length === 0 ? 0 : 1;

function isOwnBrowser(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === process.pid && stat.includes("chrom");
  } catch {
    return false;
  }
}
