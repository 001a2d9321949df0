/**
 * What a search costs: fifteen JSON engines on loopback, ten results each, some of them shared. Searches a second and their
 * times at eight clients that never ask the same; the same search asked again at 32 clients, beside a bare Fastify route
 * that sends the same bytes; and what is resident after minutes of distinct searches. Beside ours, where it is installed (Debian:
 * `apt-get install searx`), searx 1.1.0 over the same engines under the same load; an answer that lacks results fails the
 * benchmark; and the limit: one thread that only asks the engines by undici, parses, merges by address and sends. Engines, load
 * and what is measured share the machine's processors; what is compared runs in turns.
 * Run: `node benchmarks/fanout.ts [seconds a turn] [seconds of distinct searches for the memory]`
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { z } from "zod";
import { readConfig } from "../src/config.ts";
import { createServer as createTributary } from "../src/http/server.ts";
import { boundOld, boundYoung, keepYoung } from "../src/processes/heap.ts";
import { defineCategory, defineSource } from "../src/sources/define.ts";
import { json } from "../src/sources/kit/readers/json.ts";
import { text } from "../src/sources/kit/requests/query.ts";
import { get as ask } from "../src/sources/kit/requests/request.ts";
import { listed } from "../src/sources/listing.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { serveMerging } from "./beside/merging.ts";
import { hasSearx, startSearx } from "./beside/searx.ts";

const ENGINES = 15;
const RESULTS = 10;
const CLIENTS = 8;
const MANY_CLIENTS = 32;
const TURNS = 3;
/** How many times searx' searches a second ours are to be, and within how many milliseconds nearly all of them. */
const GOAL = { factor: 10, p99: 100, ofLimit: 0.7 };
const MINUTE_MS = 60_000;

/** Each engine is a host of its own on loopback. */
const hostOf = (engine: number): string => `127.0.0.${engine + 2}`;

/** What an engine answers: of its ten results three are everybody's. */
const answerOf = (host: string, q: string): string =>
  JSON.stringify({
    results: Array.from({ length: RESULTS }, (_, rank) => {
      const page = rank % 4 === 1 ? `common/${rank}` : `${host}/${rank}`;
      return {
        title: `${q}: result ${rank + 1} of ${host}`,
        url: `https://www.example${rank}.org/${encodeURIComponent(q)}/${page}?utm_source=engine&id=${rank}`,
        content: `What is known about ${q}, in the words of ${host}: ${"some words of a snippet as engines show them ".repeat(3)}`,
      };
    }),
  });

function serveEngines(): void {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://engine");
    const body = answerOf(request.headers.host?.split(":")[0] ?? "", url.searchParams.get("q") ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "0.0.0.0", () => console.log(portOf(server.address())));
}

const Item = z.object({ title: z.string(), url: z.url(), snippet: z.string().optional(), source: z.string() });

async function serveTributary(port: string): Promise<void> {
  const engines = Array.from({ length: ENGINES }, (_, index) =>
    defineSource({
      id: `engine${index}`,
      title: `Engine ${index}`,
      docs: "https://example.org/",
      query: text("words", "words"),
      item: Item,
      polite: { concurrency: 100 },
      read: json({
        pages: ({ text: q, page }) => (page > 1 ? undefined : ask(`http://${hostOf(index)}:${port}/`, { q })),
        body: z.object({
          results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
        }),
        items: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
      }),
    }),
  );
  keepYoung();
  boundYoung();
  boundOld();
  const config = readConfig({ TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
  const upstream = createUpstream(config);
  const categories = [defineCategory("search", "Web search", 30 * MINUTE_MS, engines)].map(listed);
  const app = createTributary({ config, env: { upstream, keys: {} }, categories });
  await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(portOf(app.server.address()));
}

async function serveBare(url: string): Promise<void> {
  const body = Buffer.from(await (await fetch(url)).arrayBuffer());
  const app = fastify();
  app.get("/search", async (_request, reply) => reply.type("application/json; charset=utf-8").send(body));
  await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(portOf(app.server.address()));
}

const addressesAt = (port: string): readonly string[] =>
  Array.from({ length: ENGINES }, (_, index) => `http://${hostOf(index)}:${port}/`);

const portOf = (address: unknown): number =>
  typeof address === "object" && address !== null && "port" in address ? Number(address.port) : 0;

interface Child {
  readonly line: string;
  readonly pid: number | undefined;
  end(): void;
}

/** Another process of this file, and the first line it says. */
async function child(words: readonly string[]): Promise<Child> {
  const started = spawn(process.execPath, [import.meta.filename, ...words], {
    // The compile cache is what bin/tributary.mjs switches on.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((said, failed) => {
    started.stdout.once("data", (bytes: Buffer) => said(bytes.toString().trim()));
    started.once("error", failed);
    started.once("exit", (code) => failed(new Error(`${words[0]} ended with ${code} and said nothing`)));
  });
  process.once("exit", () => started.kill());
  return { line, pid: started.pid, end: () => started.kill() };
}

/** A server that is under load: what it is measured by. */
type Loaded = Pick<Child, "pid">;

/** The bytes that an answer has at least, for one that is known to hold the results of all engines. */
async function fullAnswer(url: string, list: string): Promise<number> {
  const answer: unknown = await (await fetch(url)).json();
  const rows: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, list) : undefined;
  const found = Array.isArray(rows) ? rows.length : 0;
  // Three of an engine's ten are everybody's.
  const pages = 7 * ENGINES + 3;
  if (found !== pages) throw new Error(`${url} answered with ${found} results where there are ${pages}`);
  return 0.9 * JSON.stringify(rows).length;
}

/** Asks an address, reads the whole answer; its bytes. */
const asked = (url: string, agent: Agent): Promise<number> =>
  new Promise((done, failed) => {
    get(url, { agent }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () =>
        response.statusCode === 200 ? done(bytes) : failed(new Error(`${response.statusCode}`)),
      );
      response.on("error", failed);
    }).on("error", failed);
  });

interface Load {
  readonly rate: number;
  /** Milliseconds of processor that the server spent on one answer: on a busy machine the clock tells of others' work too. */
  readonly work: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the processors' time that a hypervisor gave to others meanwhile: it is in the times, and not in the work. */
  readonly stolen: number;
}

/** So many clients, each asking again as soon as it is answered. */
async function loaded(
  server: Loaded,
  urlOf: () => string,
  clients: number,
  seconds: number,
  leastBytes = 1,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const before = worked(server.pid);
  const [stolenBefore, allBefore] = processors();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        const bytes = await asked(urlOf(), agent);
        if (bytes < leastBytes) throw new Error(`an answer of ${bytes} bytes lacks results`);
        times.push(performance.now() - from);
      }
    }),
  );
  const ms = performance.now() - begin;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  const work = (worked(server.pid) - before) / times.length;
  const [stolenAfter, allAfter] = processors();
  const stolen = (stolenAfter - stolenBefore) / (allAfter - allBefore);
  return { rate: (1000 * times.length) / ms, work, p50: at(0.5), p99: at(0.99), stolen };
}

/** What a hypervisor took of the processors' time since the machine began, and all of that time, in hundredths of a second. */
function processors(): readonly [stolen: number, all: number] {
  try {
    const ticks = (/^cpu +(.*)/.exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? "").split(" ").slice(0, 8).map(Number);
    return [ticks[7] ?? Number.NaN, ticks.reduce((sum, time) => sum + time, 0)];
  } catch {
    return [Number.NaN, Number.NaN];
  }
}

/** Milliseconds of processor that a process has had, where /proc tells them in hundredths of a second. */
function worked(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return 10 * (Number(user) + Number(system));
  } catch {
    return Number.NaN;
  }
}

function resident(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const told = (what: string, { rate, work, p50, p99, stolen }: Load): string =>
  `${what.padEnd(34)}${rate.toFixed(0).padStart(8)}/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${work.toFixed(2)} ms of processor each   ${(100 * stolen).toFixed(0)} % stolen`;

const best = (loads: readonly Load[]): Load => loads.reduce((one, other) => (other.rate > one.rate ? other : one));

async function compare(seconds: number, memorySeconds: number): Promise<void> {
  const engines = await child(["engines"]);
  const ours = await child(["tributary", engines.line]);
  const origin = `http://127.0.0.1:${ours.line}`;
  const addresses = addressesAt(engines.line);
  let n = 0;
  const limit = await child(["limit", engines.line]);
  const limitOf = (): string => {
    n += 1;
    return `http://127.0.0.1:${limit.line}/search?q=distinct+words+${n}`;
  };
  const searx = hasSearx() ? await startSearx(addresses) : undefined;
  const distinctOf = (at: string) => (): string => {
    n += 1;
    return `${at}/search?format=json&q=distinct+words+${n}`;
  };
  const distinct = distinctOf(origin);
  const same = `${origin}/search?q=the+same+words`;
  const bare = await child(["bare", same]);
  const bareUrl = `http://127.0.0.1:${bare.line}/search?q=the+same+words`;
  const least = await fullAnswer(distinct(), "items");
  const besides = searx && { searx, urlOf: distinctOf(searx.origin), least: 0 };
  if (besides) besides.least = await fullAnswer(besides.urlOf(), "results");
  const leastOfLimit = await fullAnswer(limitOf(), "items");
  await loaded(ours, distinct, CLIENTS, seconds, least);
  await loaded(limit, limitOf, CLIENTS, seconds, leastOfLimit);

  const runs = {
    fresh: [] as Load[],
    limit: [] as Load[],
    searx: [] as Load[],
    again: [] as Load[],
    bare: [] as Load[],
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    runs.fresh.push(await loaded(ours, distinct, CLIENTS, seconds, least));
    runs.limit.push(await loaded(limit, limitOf, CLIENTS, seconds, leastOfLimit));
    if (besides) runs.searx.push(await loaded(besides.searx, besides.urlOf, CLIENTS, seconds, besides.least));
    runs.again.push(await loaded(ours, () => same, MANY_CLIENTS, seconds));
    runs.bare.push(await loaded(bare, () => bareUrl, MANY_CLIENTS, seconds));
  }
  searx?.end();
  limit.end();
  const [fresh, again, theirs] = [best(runs.fresh), best(runs.again), best(runs.bare)];
  console.log(told(`distinct searches, ${CLIENTS} clients`, fresh));
  const bound = best(runs.limit);
  console.log(told(`undici alone, ${CLIENTS} clients`, bound));
  console.log(`distinct searches: ${(fresh.rate / bound.rate).toFixed(2)} of undici alone (at least ${GOAL.ofLimit})`);
  if (runs.searx.length === 0) console.log("searx: not measured, for there is no searx-run");
  else {
    const peer = best(runs.searx);
    console.log(told(`searx 1.1.0, ${CLIENTS} clients`, peer));
    console.log(`distinct searches: ${(fresh.rate / peer.rate).toFixed(1)} times searx (at least ${GOAL.factor})`);
  }
  console.log(`distinct searches: p99 ${fresh.p99.toFixed(1)} ms (below ${GOAL.p99})`);
  console.log(told(`the same search, ${MANY_CLIENTS} clients`, again));
  console.log(told(`bare Fastify, the same bytes, ${MANY_CLIENTS}`, theirs));
  console.log(`the same search: ${(again.rate / theirs.rate).toFixed(2)} of the bare route (at least 0.5)`);

  bare.end();

  const from = n;
  await loaded(ours, distinct, CLIENTS, memorySeconds);
  const searches = `${n - from} distinct searches in ${memorySeconds} s`;
  console.log(`resident after ${searches}: ${resident(ours.pid).toFixed(0)} MB (at most 300)`);
  ours.end();
  engines.end();
}

const [what = "", value = ""] = process.argv.slice(2);
if (what === "engines") serveEngines();
else if (what === "tributary") await serveTributary(value);
else if (what === "bare") await serveBare(value);
else if (what === "limit") console.log(await serveMerging(addressesAt(value)));
else await compare(Number(what || 5), Number(value || 300));
