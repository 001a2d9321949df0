import { z } from "zod";
import { get, question } from "./environment.ts";

/* Search, then read the first result: nothing but fetch. */

const Found = z.object({
  items: z.array(z.object({ title: z.string(), url: z.string(), engines: z.array(z.string()).optional() })),
  sources: z.array(z.object({ id: z.string(), status: z.string() })),
});
const Extracted = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().optional(), raw_content: z.string() })),
});

const found = Found.parse(await get("/search", { q: question("rxjs backpressure"), pagecount: "1", max_results: "5" }));
for (const [index, { title, url }] of found.items.entries()) console.log(`[${index + 1}] ${title}\n    ${url}`);
const failed = found.sources.filter(({ status }) => status !== "ok" && status !== "empty");
console.log(`without an answer: ${failed.map(({ id, status }) => `${id} (${status})`).join(", ") || "none"}`);

for (const { url } of found.items) {
  try {
    const { results } = Extracted.parse(await get("/extract", { q: url, max_tokens: "500" }));
    if (!results[0]) continue;
    console.log(`\n${results[0].title ?? url}\n${results[0].raw_content}`);
    break;
  } catch (error) {
    console.log(`${url}: ${error instanceof Error ? error.message : error}`);
  }
}
