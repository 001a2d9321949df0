import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Home {
  readonly html: string;
  /** Its Content-Security-Policy: what stands in the page runs, and nothing else; it asks this service only. */
  readonly policy: string;
}

interface HomeOptions {
  /** A key is asked for from the start. */
  readonly keys: boolean;
  readonly parsers: number;
}

/** The page for people: what this is, and a search box. It is whole by itself. */
export function home({ keys, parsers }: HomeOptions): Home {
  const [style, script] = [read("home.css"), read("home-script.js")];
  const parts: Readonly<Record<string, string>> = {
    '<link rel="stylesheet" href="home.css">': `<style>${style}</style>`,
    '<script type="module" src="home-script.js"></script>': `<script type="module">${script}</script>`,
    "{parsers}": String(parsers),
    ...(keys && { 'id="door" hidden': 'id="door"' }),
  };
  const html = Object.entries(parts).reduce(
    (page, [mark, part]) => page.replaceAll(mark, () => part),
    read("home.html"),
  );
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}

/** The picture of its tab: streams that come together. */
export const favicon = (): Buffer => readFileSync(join(import.meta.dirname, "favicon.ico"));

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
