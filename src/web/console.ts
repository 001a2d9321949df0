import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escaped } from "./escaped.ts";

/** What the page may do: run its own files, ask this service, and nothing else. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

interface Bundle {
  readonly entry: string;
  readonly style: string;
  /** What the entry imports: the page names it, so that the browser need not read the entry first. */
  readonly preload: readonly string[];
  readonly files: readonly string[];
}

interface PageOptions {
  /** The path without a slash at its beginning, as the browser has it: links are relative to it, below any proxy's path. */
  readonly path: string;
  /** The words of a search, for browsers without scripts. */
  readonly q?: string | undefined;
  readonly keys: boolean;
  readonly parsers: number;
}

interface File {
  readonly type: string;
  readonly body: Buffer;
}

export interface Console {
  page(options: PageOptions): string;
  /** A file of the bundle; undefined where it has none of that name. */
  file(name: string): Promise<File | undefined>;
}

const BUNDLE = join(import.meta.dirname, "bundle");
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The page for people, and the files that it asks for. Without a bundle the page is a plain form. */
export function createConsole(): Console {
  const bundle = existsSync(join(BUNDLE, "bundle.json")) ? readBundle() : undefined;
  const template = readFileSync(join(import.meta.dirname, "page.html"), "utf8");
  return {
    page: ({ path, q, keys, parsers }) => {
      const root = "../".repeat(path.split("/").length - 1) || "./";
      const parts: Readonly<Record<string, string>> = {
        root,
        keys: String(keys),
        parsers: String(parsers),
        assets: bundle ? assetsOf(bundle, root) : "",
        plain: q ? `<meta http-equiv="refresh" content="0; url=${root}ui/plain?q=${encodeURIComponent(q)}">` : "",
        missing: bundle ? "" : "<p>The console is not built here: <code>npm run build</code> builds it.</p>",
      };
      return template.replace(/\{(\w+)\}/g, (mark, name: string) => parts[name] ?? mark);
    },
    file: async (name) => {
      if (!bundle?.files.includes(name)) return undefined;
      return {
        type: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        body: await readFile(join(BUNDLE, name)),
      };
    },
  };
}

function assetsOf({ entry, style, preload }: Bundle, root: string): string {
  return [
    `<link rel="stylesheet" href="${root}ui/assets/${style}">`,
    ...preload.map((name) => `<link rel="modulepreload" href="${root}ui/assets/${name}">`),
    `<script type="module" src="${root}ui/assets/${entry}"></script>`,
  ].join("\n    ");
}

/** The list that `scripts/console.ts` writes beside the files. */
function readBundle(): Bundle {
  const read: unknown = JSON.parse(readFileSync(join(BUNDLE, "bundle.json"), "utf8"));
  const said = typeof read === "object" && read !== null ? { ...read } : {};
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const at = (name: string): unknown => Object.entries(said).find(([known]) => known === name)?.[1];
  return {
    entry: text(at("entry")),
    style: text(at("style")),
    preload: texts(at("preload")),
    files: texts(at("files")),
  };
}

/** The picture of its tab: streams that come together. */
export const favicon = (): Buffer => readFileSync(join(import.meta.dirname, "favicon.ico"));

interface PlainResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly engines: readonly string[];
}

/** Results as a plain list, for browsers without scripts. Whatever comes from the web is text. */
export function plainPage(q: string, results: readonly PlainResult[], root = "../"): string {
  const rows = results.map(({ title, url, snippet, engines }) => {
    const name = escaped(title || url);
    const head = /^https?:\/\//i.test(url)
      ? `<a href="${escaped(url)}" rel="noopener noreferrer nofollow">${name}</a>`
      : name;
    return `<li><h2 dir="auto">${head}</h2><p class="address">${escaped(url)}</p><p dir="auto">${escaped(snippet)}</p><p class="faint">${escaped(engines.join(", "))}</p></li>`;
  });
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escaped(q)} · Tributary</title></head><body><main><h1><a href="${root}">Tributary</a></h1>`,
    `<form action="${root}ui/plain" method="get"><label for="q">Search</label> <input id="q" name="q" type="search" required maxlength="2000" value="${escaped(q)}"> <button type="submit">Search</button></form>`,
    rows.length > 0 ? `<ol aria-label="Results">${rows.join("")}</ol>` : "<p>No engine found anything.</p>",
    `</main></body></html>`,
  ].join("\n");
}
