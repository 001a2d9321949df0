import { writeFileSync, readFileSync } from "node:fs";
import { lastValueFrom, tap } from "rxjs";
import { createRuntime } from "./src/runtime.ts";
import { readySources } from "./src/pipelines/research/plan.ts";
import { research } from "./src/pipelines/research/research.ts";
import { ResearchRequest } from "./src/pipelines/research/request.ts";
import { extract } from "./src/pipelines/extract.ts";
import { categories } from "./src/sources/catalogue.ts";
const rt: any = createRuntime({ UPSTREAM_GATEWAY: "http://127.0.0.1:9600", SEARXNG_URL: "http://searx.example", TRIBUTARY_NO_PACE: "true" });
console.log(Object.keys(rt));
const env = rt.env ?? { upstream: rt.upstream, keys: rt.keys };
const { engines, suggesters } = readySources(categories as any, env);
const qs = JSON.parse(readFileSync("/work/shared/benchmarks/answers/questions.json","utf8"));
const out: any[] = [];
for (const q of qs) {
  const pages: any = {};
  let fin: any;
  await lastValueFrom(research(ResearchRequest.parse({ query: q.question, model: "pro", sources: ["searxng"] }), { engines, suggesters, upstream: env.upstream,
    extract: (r: any) => extract(r, { upstream: env.upstream }).pipe(tap((e: any) => { if (e.event === "page") pages[e.data.url] = e.data; })) } as any).pipe(tap((e: any) => { if (e.event === "done") fin = e.data; })));
  out.push({ ...q, results: fin.results.map((r: any) => ({ ...r, content: undefined })), pages });
  if (out.length % 10 === 0) console.log(out.length);
}
writeFileSync("/tmp/evidence.json", JSON.stringify(out));
await rt.close?.();
process.exit(0);
