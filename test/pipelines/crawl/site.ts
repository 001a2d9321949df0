import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Real pages, where they are there. */
const WCXB = join(import.meta.dirname, "../../../../shared/benchmarks/wcxb/dev/html");
export const hasRealPages = existsSync(WCXB);

/** A page's links that lead into the site itself. */
const FAN_OUT = 10;

/** `count` pages of HTML: where real ones are there, as many of them, without their links, evenly among made ones. */
function pagesOf(count: number, real: number): readonly string[] {
  const files = hasRealPages ? readdirSync(WCXB).sort() : [];
  const every = count / real;
  return Array.from({ length: count }, (_, index) => {
    const file = index % every < 1 ? files[Math.floor(index / every) % files.length] : undefined;
    return file ? gunzipSync(readFileSync(join(WCXB, file))).toString() : madePage(index);
  });
}

/** A page of its own words: a text of a few hundred, drawn by the page's number. */
export function madePage(index: number): string {
  let state = index * 2_654_435_761 + 1;
  const word = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return `word${(state >>> 8) % 5_000}`;
  };
  const paragraph = () => `<p>${Array.from({ length: 60 }, word).join(" ")}.</p>`;
  return `<!doctype html><html><head><title>Page ${index}</title></head><body><article><h1>Page ${index}</h1>${paragraph()}${paragraph()}${paragraph()}</article></body></html>`;
}

/** The paths to which page `index` of `count` leads: a tree of ten branches, and links back up. */
function linksFrom(index: number, count: number): readonly string[] {
  const below = Array.from({ length: FAN_OUT }, (_, branch) => index * FAN_OUT + branch + 1).filter((to) => to < count);
  const parent = Math.floor((index - 1) / FAN_OUT);
  return ["/", ...below.map((to) => `/page/${to}`), `${parent > 0 ? `/page/${parent}` : "/"}?utm_source=up#top`];
}

/** The addresses in a page that are relative, which would lead into the site that serves it. */
const RELATIVE = /\b(href\s*=\s*["']?)(?![a-z][a-z0-9+.-]*:(?!\?)|\/\/|#|["'])\s*/gi;

/** The page with the site's links at the beginning of its body; its own lead elsewhere. */
function linked(html: string, paths: readonly string[]): string {
  const nav = `<nav>${paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")}</nav>`;
  const bare = html.replace(/<base\b[^>]*>/gi, "").replace(RELATIVE, "$1https://elsewhere.example/");
  const body = /<body\b[^>]*>/i.exec(bare);
  const at = body ? body.index + body[0].length : 0;
  return bare.slice(0, at) + nav + bare.slice(at);
}

/** A site of `count` linked pages, `real` of them real ones where those are there: `/` is page 0, `/page/<n>` the others. */
export function linkedSite(count: number, extra: readonly string[] = [], real = count): ReadonlyMap<string, Buffer> {
  const pages = pagesOf(count, real);
  return new Map(
    pages.map((html, index) => [
      index === 0 ? "/" : `/page/${index}`,
      Buffer.from(linked(html, [...linksFrom(index, count), ...(index === 0 ? extra : [])])),
    ]),
  );
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers from the pages, then from `special`, else with 404; notes every path asked for. */
export function serving(
  pages: ReadonlyMap<string, Buffer>,
  special: Readonly<Record<string, Handler>> = {},
  asked: string[] = [],
): Handler {
  return (request, response) => {
    const address = request.url ?? "/";
    asked.push(address);
    const path = address.replace(/[?#].*$/s, "");
    const handler = special[path];
    const page = pages.get(path);
    if (handler) handler(request, response);
    else if (page) response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    else response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
  };
}
