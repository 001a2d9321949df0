/**
 * Pages per second over a site of 1,000 linked real pages (WCXB; made ones where it is not there), served on loopback by a
 * process of its own: ours, which finds robots.txt, takes each page's main content and finds duplicates, and Crawlee's
 * CheerioCrawler, which takes the text of the body. Each runs in a fresh process, in turns, with its storage in memory and
 * its log off; the better of its runs counts.
 * Run: `node benchmarks/crawl.ts [pages] [rounds]`
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { lastValueFrom, tap } from "rxjs";
import { readConfig } from "../src/config.ts";
import { crawl } from "../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../src/pipelines/crawl/options.ts";
import { createReader } from "../src/reading/reader.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { hasRealPages, linkedSite, serving } from "../test/pipelines/crawl/site.ts";

/** What one run came to. */
interface Run {
  readonly pages: number;
  readonly chars: number;
  readonly ms: number;
  /** The process's largest memory, in MB, and the processor's time, in milliseconds. */
  readonly rss: number;
  readonly cpu: number;
}

async function ours(url: string): Promise<Run> {
  const upstream = createUpstream(readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }));
  const reader = createReader();
  const request = { url, ...crawlOptions.parse({ limit: 20_000, max_depth: 100, timeout: 3_600 }) };
  let pages = 0;
  let chars = 0;
  const begin = performance.now();
  await lastValueFrom(
    crawl(request, { upstream, reader }).pipe(
      tap(({ event, data }) => {
        if (event !== "page") return;
        pages += 1;
        chars += String(data["raw_content"] ?? "").length;
      }),
    ),
  );
  const run = measured(pages, chars, begin);
  await Promise.all([upstream.close(), reader.close()]);
  return run;
}

async function crawlee(url: string): Promise<Run> {
  const { CheerioCrawler, Configuration, log } = await import("@crawlee/cheerio");
  log.setLevel(log.LEVELS.OFF);
  let pages = 0;
  let chars = 0;
  const crawler = new CheerioCrawler(
    {
      maxRequestRetries: 0,
      minConcurrency: 12,
      async requestHandler({ $, enqueueLinks }) {
        pages += 1;
        chars += $("body").text().length;
        await enqueueLinks({ strategy: "same-hostname" });
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  );
  const begin = performance.now();
  await crawler.run([url]);
  return measured(pages, chars, begin);
}

function measured(pages: number, chars: number, begin: number): Run {
  const { user, system } = process.cpuUsage();
  const ms = performance.now() - begin;
  return { pages, chars, ms, rss: process.resourceUsage().maxRSS / 1024, cpu: (user + system) / 1000 };
}

/** Serves the site until the parent leaves. */
function serve(count: number): void {
  const server = createServer(serving(linkedSite(count)));
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
}

/** Another process of this file, and the first line it says. */
async function child(...words: readonly string[]): Promise<{ readonly line: string; end(): void }> {
  const started = spawn(process.execPath, [import.meta.filename, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((said, failed) => {
    started.stdout.once("data", (bytes: Buffer) => said(bytes.toString().trim()));
    started.once("error", failed);
    started.once("exit", (code) => failed(new Error(`${words[0]} ended with ${code} and said nothing`)));
  });
  return { line, end: () => started.kill() };
}

const PEERS = { ours, crawlee };

async function compare(count: number, rounds: number): Promise<void> {
  const server = await child("serve", String(count));
  const url = `http://127.0.0.1:${server.line}/`;
  const best = new Map<string, number>();
  console.log(`${count} ${hasRealPages ? "real" : "made"} pages, ${rounds} rounds`);
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(PEERS)) {
      const one = await child(name, url);
      const run: Run = JSON.parse(one.line);
      const rate = (1000 * run.pages) / run.ms;
      best.set(name, Math.max(rate, best.get(name) ?? 0));
      console.log(
        `${name}: ${rate.toFixed(1)} pages/s, ${run.pages} pages, ${run.chars} characters, ${(run.ms / 1000).toFixed(1)} s, ` +
          `${(run.cpu / 1000).toFixed(1)} s of processor, ${run.rss.toFixed(0)} MB at most`,
      );
    }
  server.end();
  const [mine = 0, theirs = 0] = [best.get("ours"), best.get("crawlee")];
  console.log(
    `best: ours ${mine.toFixed(1)}, CheerioCrawler ${theirs.toFixed(1)} pages/s, ratio ${(mine / theirs).toFixed(2)}`,
  );
}

const [what = "", value = ""] = process.argv.slice(2);
if (what === "serve") serve(Number(value));
else if (what === "ours" || what === "crawlee") {
  console.log(JSON.stringify(await PEERS[what](value)));
  process.exit(0);
} else await compare(Number(what || 1_000), Number(value || 2));
