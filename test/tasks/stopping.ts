import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { firstValueFrom } from "rxjs";
import { expect } from "vitest";
import { machineName } from "../../src/tasks/machine.ts";
import type { TaskRow } from "../../src/tasks/order.ts";
import type { TaskStore } from "../../src/tasks/store.ts";
import { linkedSite } from "../pipelines/crawl/site.ts";
import { loopback } from "../upstream/loopback.ts";

const PAGES = 20;
/** They lead to no page that others do not lead to; fewer than a host is asked at once. */
const LAST = new Set(["/page/18", "/page/19"]);
const CHILD = new URL("engine-child.ts", import.meta.url);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await after(10);
}

async function heard(child: ChildProcess): Promise<object> {
  const [said] = await once(child, "message");
  return Object(said);
}

/**
 * A process hangs while it visits the last pages of a crawl, they are given to another, and it wakes: what it settles late must
 * be refused. `where` is what the processes are told of the store.
 */
export async function stoppedAndWoken(where: string, store: TaskStore): Promise<void> {
  const site = linkedSite(PAGES, [], 1);
  const held: (() => void)[] = [];
  let holds = true;
  await using server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const body = site.get(path);
    const answer = () => void response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
    if (holds && LAST.has(path)) held.push(answer);
    else answer();
  });
  const workers: ChildProcess[] = [];
  const begun = async (...order: readonly string[]) => {
    const child = fork(CHILD, [where, ...order], { execArgv: [] });
    workers.push(child);
    return { child, said: await heard(child) };
  };
  try {
    const { child: hanging, said } = await begun(server.url);
    const id = "id" in said ? String(said.id) : "";
    const row = async (): Promise<TaskRow> => {
      const found = await firstValueFrom(store.byId(id));
      if (!found) throw new Error("the task is gone");
      return found;
    };
    await until(async () => held.length === LAST.size && (await row()).docs === PAGES - LAST.size);
    const reclaimer = { id: "reclaimer", machine: machineName(), pid: process.pid };
    const isFree = () =>
      firstValueFrom(store.beat(reclaimer)).then(
        () => true,
        () => false,
      );
    // One that is stopped in a transaction of SQLite's holds the lock: it is stopped again at another moment.
    for (hanging.kill("SIGSTOP"); !(await isFree()); hanging.kill("SIGSTOP")) {
      hanging.kill("SIGCONT");
      await after(10);
    }
    holds = false;
    for (const answer of held.splice(0)) answer();

    expect(await firstValueFrom(store.reclaim(reclaimer, [process.pid], 100))).toBe(LAST.size);
    await begun();
    await until(async () => (await row()).ended_at !== null);
    hanging.kill("SIGCONT");
    // What it settles late is refused.
    await until(async () => {
      const answer = heard(hanging);
      hanging.send("pages");
      const { pages } = Object(await answer);
      return Object(pages).lost_claim === LAST.size;
    });

    const last = await row();
    expect(last).toMatchObject({ state: "completed", docs: PAGES, failed: 0, waiting: 0, claimed: 0 });
    const texts = await firstValueFrom(store.documents(id, 0, 2 * PAGES));
    expect(texts).toHaveLength(PAGES);
    expect(new Set(texts.map((text): string => JSON.parse(text).url)).size).toBe(PAGES);
  } finally {
    const gone = workers.map((child) => once(child, "exit"));
    for (const child of workers) child.kill("SIGKILL");
    await Promise.all(gone);
  }
}
