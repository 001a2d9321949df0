import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { headers, TRIBUTARY_URL } from "./environment.ts";

/* Crawl a site and write one page a line, as the pages are read. Ctrl-C stops the crawl down to its sockets. */

const [site = "docs.example.com", file = "pages.ndjson"] = process.argv.slice(2);
const response = await fetch(`${TRIBUTARY_URL}/crawl?${new URLSearchParams({ q: site, limit: "100" })}`, {
  headers: { ...headers, accept: "application/x-ndjson" },
});
if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);

const pages = createWriteStream(file);
let count = 0;
for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
  const { event, data } = JSON.parse(line);
  if (event === "page") {
    pages.write(`${JSON.stringify(data)}\n`);
    count += 1;
  } else if (event === "error") throw new Error(data.error);
}
await new Promise((written) => pages.end(written));
console.log(`${count} pages in ${file}`);
