import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { z } from "zod";
import { findChromium } from "../src/upstream/find-chromium.ts";

/*
 * Writes docs/screenshots: every view of the console over the demo's recordings, on a desktop, on a phone and in the dark.
 * `node scripts/screenshots.ts`, or some views: `node scripts/screenshots.ts search research`.
 */
const OUT = join(import.meta.dirname, "../docs/screenshots");
const MOST_BYTES = 100_000;
const PATIENCE_MS = 120_000;
/** So long after a view has come to rest its pictures and fonts are there. */
const SETTLE_MS = 700;
const QUALITIES = [80, 60, 40, 20];

const VIEWS: Readonly<Record<string, string>> = {
  search: "/ui/search?q=rxjs+backpressure",
  research: "/ui/research?q=how+does+rxjs+handle+backpressure&cite=2",
  extract: "/ui/extract?url=https%3A%2F%2Frxjs.dev%2Fguide%2Foverview",
  crawl: "/ui/crawl?url=docs.example.com",
  jobs: "/ui/jobs",
  sources: "/ui/sources?q=building+permits+france",
  source: "/ui/sources/packages/crates?q=tokio&pagecount=1&ask=1",
  analyses: "/ui/analyses",
  analysis: "/ui/analyses/france/living?q=Valfleuri",
  health: "/ui/health",
};

const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
] as const;

const Shot = z.object({ data: z.base64() });

/** A picture small enough, as WebP. */
async function shoot(browser: Browser, url: string, name: string, size: (typeof SIZES)[number]): Promise<void> {
  const { viewport, colorScheme } = size;
  const context = await browser.newContext({ viewport, colorScheme, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("main h1").waitFor({ timeout: PATIENCE_MS });
  await page
    .locator("main:not(:has(progress, [aria-busy=true]))")
    .waitFor({ timeout: PATIENCE_MS })
    .then(() => sleep(SETTLE_MS));
  const session = await context.newCDPSession(page);
  for (const quality of QUALITIES) {
    const shot = Shot.parse(await session.send("Page.captureScreenshot", { format: "webp", quality }));
    const bytes = Buffer.from(shot.data, "base64");
    if (bytes.length > MOST_BYTES) continue;
    writeFileSync(join(OUT, `${name}-${size.name}.webp`), bytes);
    console.log(`${name}-${size.name}.webp: ${bytes.length} bytes`);
    break;
  }
  await context.close();
}

/** The demo, and where it listens. */
async function demo(): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "demo.ts")], {
    env: { ...process.env, PORT: "0", MCP_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((found, failed) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += String(text);
      const [, address] = /listens on (http:\S+)/.exec(said) ?? [];
      if (address) found(address);
    });
    child.on("exit", (code) => failed(new Error(`The demo ended with ${code}.`)));
  });
  return { url, stop: () => child.kill() };
}

const wanted = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
const service = await demo();
const executablePath = findChromium({ CHROMIUM_PATH: undefined });
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
try {
  await (await fetch(`${service.url}/crawl?q=docs.example.com&async=true`)).json();
  for (const [name, path] of Object.entries(VIEWS))
    if (wanted.length === 0 || wanted.includes(name))
      for (const size of SIZES) await shoot(browser, service.url + path, name, size);
} finally {
  await browser.close();
  service.stop();
}
