import { setTimeout as after } from "node:timers/promises";
import WebSocket from "ws";
import { z } from "zod";
import { linkedSite, serving } from "../../../test/pipelines/crawl/site.ts";
import { ended, type Service, served } from "../../../test/tasks/service.ts";
import { loopback } from "../../../test/upstream/loopback.ts";
import { percentile } from "../../load/figures.ts";
import { alternating, figure, median } from "../figure.ts";
import { inFolder } from "./engine.ts";

const DOCUMENTS = 100;
const ASKED = 60;
/** Between two questions. */
const PAUSE_MS = 10;
/** More than are read while the questions are asked. */
const BUSY_PAGES = 3_000;
const WATCHED_PAGES = 200;
const WATCHERS = 60;
const ROUNDS = 3;
const LOOK_MS = 20;

const Ordered = z.object({ id: z.string() });
const Status = z.object({ data: z.array(z.unknown()) });
const Task = z.object({ state: z.string(), pages: z.object({ kept: z.int() }) });
const Message = z.object({ type: z.string(), data: z.object({ data: z.array(z.unknown()) }).optional() });

async function ordered({ url }: Service, site: string, limit: number): Promise<string> {
  const answer = await fetch(`${url}/v2/crawl`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: site, limit, sitemap: "skip" }),
  });
  return Ordered.parse(await answer.json()).id;
}

const taskOf = async ({ url }: Service, id: string) => Task.parse(await (await fetch(`${url}/tasks/${id}`)).json());

async function untilOver(service: Service, id: string, pages: number): Promise<void> {
  for (;;) {
    const { state, pages: counted } = await taskOf(service, id);
    if (state === "completed" && counted.kept === pages) return;
    if (state !== "queued" && state !== "running") throw new Error(`${state} with ${counted.kept} pages of ${pages}`);
    await after(LOOK_MS);
  }
}

/** Milliseconds until an answer is read whole. */
async function asking(address: string): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(address);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return performance.now() - begin;
}

/** How fast a service tells how far a job is, and its documents, beside a running crawl. */
async function statuses(service: Service): Promise<void> {
  await using small = await loopback(serving(linkedSite(DOCUMENTS, [], 1)));
  await using large = await loopback(serving(linkedSite(BUSY_PAGES, [], 1)));
  const id = await ordered(service, small.url, DOCUMENTS);
  await untilOver(service, id, DOCUMENTS);
  const status = await (await fetch(`${service.url}/v2/crawl/${id}`)).text();
  if (Status.parse(JSON.parse(status)).data.length !== DOCUMENTS) throw new Error("not all documents are told");
  const busy = await ordered(service, large.url, BUSY_PAGES);
  while ((await taskOf(service, busy)).pages.kept < DOCUMENTS) await after(LOOK_MS);
  const took = { task: [] as number[], firecrawl: [] as number[] };
  for (let n = 0; n < ASKED; n += 1) {
    took.task.push(await asking(`${service.url}/tasks/${id}`));
    await after(PAUSE_MS);
    took.firecrawl.push(await asking(`${service.url}/v2/crawl/${id}`));
    await after(PAUSE_MS);
  }
  const { state } = await taskOf(service, busy);
  if (state !== "running") throw new Error("the crawl ended before the questions did");
  await fetch(`${service.url}/tasks/${busy}`, { method: "DELETE" });
  const size = `${(status.length / 1000 / DOCUMENTS).toFixed(1)} thousand characters each`;
  for (const [what, times] of [
    [`GET /tasks/:id of ${DOCUMENTS} documents`, took.task],
    [`GET /v2/crawl/:id with ${DOCUMENTS} documents of ${size}`, took.firecrawl],
  ] as const)
    figure(
      `${what}, beside a crawl`,
      `${median(times).toFixed(1)} ms (99 of 100: ${percentile(times, 0.99).toFixed(1)})`,
      "at most 10 ms",
      median(times) <= 10,
    );
}

/** Documents that a watcher was told, once its connection is closed. */
function told({ url }: Service, id: string): Promise<number> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v2/crawl/${id}`, { perMessageDeflate: false });
  let documents = 0;
  socket.on("message", (data) => {
    // Only the first holds more than one, and is read as JSON.
    documents += String(data).startsWith('{"type":"catchup"')
      ? (Message.parse(JSON.parse(String(data))).data?.data.length ?? 0)
      : 1;
  });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code) => (code === 1000 ? resolve(documents) : reject(new Error(`closed with ${code}`))));
  });
}

/** Pages a second of a crawl with so many watchers. */
async function watched(service: Service, site: string, watchers: number): Promise<number> {
  const begin = performance.now();
  const id = await ordered(service, site, WATCHED_PAGES);
  const all = Promise.all(Array.from({ length: watchers }, () => told(service, id)));
  await Promise.race([untilOver(service, id, WATCHED_PAGES), all.then(() => untilOver(service, id, WATCHED_PAGES))]);
  const rate = (1_000 * WATCHED_PAGES) / (performance.now() - begin);
  for (const documents of await all)
    if (documents !== WATCHED_PAGES) throw new Error(`a watcher was told ${documents} documents of ${WATCHED_PAGES}`);
  return rate;
}

async function watching(service: Service): Promise<void> {
  await using site = await loopback(serving(linkedSite(WATCHED_PAGES, [], 1)));
  await watched(service, site.url, 0);
  await watched(service, site.url, WATCHERS);
  const [alone, beside] = await alternating(
    ROUNDS,
    () => watched(service, site.url, 0),
    () => watched(service, site.url, WATCHERS),
  );
  const each = `${alone.toFixed(0)} and ${beside.toFixed(0)} pages/s, ${ROUNDS} alternating rounds`;
  figure(
    `a crawl with ${WATCHERS} watchers`,
    `${(beside / alone).toFixed(2)} of its rate without (${each})`,
    "0.9",
    beside >= 0.9 * alone,
  );
}

const withService = (measure: (service: Service) => Promise<void>): Promise<void> =>
  inFolder(async (dataDir) => {
    const service = await served(dataDir);
    try {
      await measure(service);
    } finally {
      await ended(service.child, "SIGTERM");
    }
  });

/** What who asks for a job's status waits for. */
export const status = (): Promise<void> => withService(statuses);

/** What those cost who watch a job. */
export const watchers = (): Promise<void> => withService(watching);
