import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { firstValueFrom } from "rxjs";
import type { TaskRow } from "../../src/tasks/order.ts";
import { sqliteStore } from "../../src/tasks/sqlite/client.ts";
import { linkedSite } from "../pipelines/crawl/site.ts";
import { loopback } from "../upstream/loopback.ts";

export interface Survived {
  readonly last: TaskRow;
  /** The addresses of the documents, in their order. */
  readonly urls: readonly string[];
  /** Pages kept after each end of a process. */
  readonly counts: readonly number[];
  /** Requests for each page, by its path. */
  readonly asked: ReadonlyMap<string, number>;
}

interface Surviving {
  readonly pages: number;
  /** Milliseconds of one answer. */
  readonly answerMs: number;
  /** How the process ends each time. */
  readonly signals: readonly NodeJS.Signals[];
}

const LOOK_MS = 5;
const RANDOM_MS = 150;
/** Pages that each process keeps before its end, at least. */
const KEPT = 4;

/** Crawls a site by processes that are ended again and again, each by its signal at a random moment while pages come. */
export async function surviving({ pages, answerMs, signals }: Surviving): Promise<Survived> {
  const site = linkedSite(pages, [], 1);
  const asked = new Map<string, number>();
  await using server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const body = site.get(path);
    if (body !== undefined) asked.set(path, (asked.get(path) ?? 0) + 1);
    setTimeout(() => response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body), answerMs);
  });
  const dataDir = mkdtempSync(join(tmpdir(), "surviving-"));
  const ordered = await begun(dataDir, server.url);
  let { child } = ordered;
  const store = sqliteStore(dataDir);
  const row = async (): Promise<TaskRow> => {
    const found = await firstValueFrom(store.byId(ordered.id));
    if (!found) throw new Error("the task is gone");
    return found;
  };
  try {
    const counts: number[] = [];
    for (const signal of signals) {
      const { docs: before } = await row();
      const hasMore = ({ docs, ended_at }: TaskRow): boolean => docs < before + KEPT && ended_at === null;
      while (hasMore(await row())) await after(LOOK_MS);
      await after(Math.random() * RANDOM_MS);
      await ended(child, signal);
      const { docs, claimed } = await row();
      if (signal === "SIGTERM" && claimed > 0) throw new Error("claims were not given back");
      counts.push(docs);
      ({ child } = await begun(dataDir));
    }
    while ((await row()).ended_at === null) await after(LOOK_MS);
    const last = await row();
    const urls: string[] = [];
    while (urls.length < last.docs) {
      const texts = await firstValueFrom(store.documents(ordered.id, urls.length, 100));
      if (texts.length === 0) throw new Error("a number is missing");
      urls.push(...texts.map((text): string => JSON.parse(text).url));
    }
    return { last, urls, counts, asked };
  } finally {
    await ended(child, "SIGKILL");
    store.close();
    rmSync(dataDir, { recursive: true });
  }
}

/**
 * Crawls a site on which one page ends each process that visits it, and starts another each time: the task at its end, its
 * failures, and how many processes ended.
 */
export async function survivingPage(
  pages: number,
  deadly: string,
): Promise<{ readonly last: TaskRow; readonly failures: readonly string[]; readonly ends: number }> {
  const site = linkedSite(pages, [], 1);
  let child: ChildProcess | undefined;
  await using server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === deadly) {
      child?.kill("SIGKILL");
      return;
    }
    const body = site.get(path);
    response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
  });
  const dataDir = mkdtempSync(join(tmpdir(), "surviving-"));
  const ordered = await begun(dataDir, server.url);
  child = ordered.child;
  const store = sqliteStore(dataDir);
  try {
    let ends = 0;
    let last = await firstValueFrom(store.byId(ordered.id));
    while (last && last.ended_at === null) {
      await after(LOOK_MS);
      if (child.signalCode !== null) {
        ends += 1;
        ({ child } = await begun(dataDir));
      }
      last = await firstValueFrom(store.byId(ordered.id));
    }
    if (!last) throw new Error("the task is gone");
    const notes = await firstValueFrom(store.notes(ordered.id, 0, pages));
    return { last, failures: notes.map(({ body }): string => JSON.parse(body).url), ends };
  } finally {
    await ended(child, "SIGKILL");
    store.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function begun(dataDir: string, ...order: readonly string[]): Promise<{ child: ChildProcess; id: string }> {
  const child = fork(new URL("engine-child.ts", import.meta.url), [dataDir, ...order], { execArgv: [] });
  const [said] = await once(child, "message");
  if (typeof said !== "object" || said === null || "broken" in said) throw new Error(JSON.stringify(said));
  return { child, id: "id" in said ? String(said.id) : "" };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
