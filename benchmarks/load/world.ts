/**
 * The world that the service under load asks, in a process of its own: fifteen engines, each a host on loopback, that answer
 * after 0.3 to 3 seconds; two of them never do, two refuse, one fails now and then. Every other host is a site whose pages
 * link to one another. Its port is sent to the parent process; a message `{ stalled: true }` makes all hosts silent.
 */
import { createServer, type ServerResponse } from "node:http";
import { ENGINES } from "./hosts.ts";

const RESULTS = 10;
const SILENT = new Set([5, 11]);
const REFUSING = new Set([8, 13]);
const FAILING = 3;
const FAILS_ONE_IN = 5;
const LEAST_MS = 300;
const MOST_MS = 3_000;
const PAGE_MS = 50;
const PARAGRAPHS = 40;
const PAGES = 400;

/** What an engine answers: of its ten results three are everybody's. */
function resultsOf(engine: number, q: string): string {
  return JSON.stringify({
    results: Array.from({ length: RESULTS }, (_, rank) => ({
      title: `${q}: result ${rank + 1} of engine ${engine}`,
      url: `https://www.example${rank}.org/${encodeURIComponent(q)}/${rank % 4 === 1 ? `common/${rank}` : `${engine}/${rank}`}?utm_source=engine`,
      content: `What is known about ${q}, in the words of engine ${engine}: ${"some words of a snippet as engines show them ".repeat(3)}`,
    })),
  });
}

function pageOf(host: string, path: string): string {
  const n = Number(/\d+/.exec(path)?.[0] ?? 0);
  const links = Array.from({ length: 12 }, (_, at) => (n * 7 + at * 13 + 1) % PAGES);
  const words = Array.from({ length: PARAGRAPHS }, (_, at) => {
    const sentence = `Paragraph ${at} of page ${n} at ${host} tells of rivers, weirs and the people who keep them in order. `;
    return `<p>${sentence.repeat(5)}<a href="/p/${links[at % links.length]}">Further reading ${at}</a></p>`;
  });
  return (
    `<!doctype html><html lang="en"><head><title>Page ${n} of ${host}</title></head><body><nav>` +
    `${links.map((link) => `<a href="/p/${link}">Page ${link}</a>`).join(" ")}</nav><main><h1>Page ${n}</h1>${words.join("\n")}</main></body></html>`
  );
}

let stalled = false;

function answer(host: string, url: URL, response: ServerResponse): void {
  const engine = Number(host.split(".")[3]) - 2;
  if (stalled) return;
  if (!host.startsWith("127.0.0.") || engine < 0 || engine >= ENGINES) {
    const found = url.pathname !== "/robots.txt" && url.pathname !== "/sitemap.xml";
    const type = { "content-type": found ? "text/html; charset=utf-8" : "text/plain" };
    setTimeout(() => {
      response.writeHead(found ? 200 : 404, type).end(found ? pageOf(host, url.pathname) : "");
    }, PAGE_MS);
    return;
  }
  if (SILENT.has(engine)) return;
  if (REFUSING.has(engine)) {
    response.writeHead(429, { "content-type": "text/plain" }).end("Too many requests");
    return;
  }
  const ms = LEAST_MS * (MOST_MS / LEAST_MS) ** Math.random();
  const fails = engine === FAILING && Math.random() * FAILS_ONE_IN < 1;
  setTimeout(() => {
    const headers = { "content-type": fails ? "text/plain" : "application/json" };
    response.writeHead(fails ? 500 : 200, headers).end(fails ? "" : resultsOf(engine, url.searchParams.get("q") ?? ""));
  }, ms);
}

if (process.send) {
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(":")[0] ?? "";
    answer(host, new URL(request.url ?? "/", `http://${host}`), response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen({ port: 0, host: "0.0.0.0", backlog: 4_096 }, () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" ? address?.port : undefined });
  });
  process.on("message", (message: unknown) => {
    stalled = Boolean(Object(message).stalled);
  });
  process.on("disconnect", () => process.exit());
}
