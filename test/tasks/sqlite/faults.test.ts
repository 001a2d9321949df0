import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { firstValueFrom } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ORDER_VERSION, readOrder } from "../../../src/tasks/order.ts";
import { sqliteStore } from "../../../src/tasks/sqlite/client.ts";
import { isFull } from "../../../src/tasks/sqlite/sql.ts";
import { type NewTask, STORE_FULL } from "../../../src/tasks/store.ts";
import { PATIENCE_MS } from "../../support/until.ts";

/** Whether this machine lets the test have a disk of its own. */
const mayMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), "mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", directory]).status === 0;
  if (mounted) spawnSync("umount", [directory]);
  rmSync(directory, { recursive: true });
  return mounted;
})();

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "faults-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const task = (more: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  owner: "",
  order: { v: ORDER_VERSION, kind: "crawl", url: "https://a.example/", options: {} },
  deadlineAt: Date.now() + 60_000,
  limit: 100,
  maxBreadth: null,
  pool: "visit",
  seeds: [{ key: 1n, host: "a.example", url: "https://a.example/", depth: 0, bounds: [] }],
  maxOpen: 10,
  ...more,
});
const PROCESS = { id: "p", machine: "m", pid: 1 };

it("fails a task that has more to keep than the store has room for, and takes no further order", async () => {
  const store = sqliteStore(dataDir, 400_000);
  const { id } = task();
  expect(await firstValueFrom(store.order(task({ id })))).toEqual({ id, again: false });
  await firstValueFrom(store.beat(PROCESS));
  for (let n = 2n; ; n += 1n) {
    const { claims } = await firstValueFrom(store.take("p", 1, 10, "visit"));
    const [claim] = claims;
    if (!claim) break;
    // What does not compress.
    const body = JSON.stringify({ text: Array.from({ length: 800 }, () => randomUUID()).join("") });
    const outcome = { kind: "page", body, url: claim.url, depth: 0, disallowed: false, sites: [] } as const;
    const found = { key: n, host: "a.example", url: `https://a.example/${n}`, depth: 1, bounds: [] };
    await firstValueFrom(store.settle(claim, outcome, [found], { answeredMs: 0, spacingMs: 0, retryAfterMs: 0 }));
    expect(n).toBeLessThan(60n);
  }
  const row = await firstValueFrom(store.byId(id));
  expect(row).toMatchObject({ state: "failed", error: STORE_FULL });
  expect(row?.docs).toBeGreaterThan(0);
  expect(await firstValueFrom(store.order(task()))).toEqual({ refused: "full" });
  store.close();
});

const keeping = (url: string, bytes: number) =>
  ({
    kind: "page",
    // What does not compress.
    body: JSON.stringify({ text: randomBytes(Math.ceil(bytes / 2)).toString("hex") }),
    url,
    depth: 0,
    disallowed: false,
    sites: [],
  }) as const;
const PACE = { answeredMs: 0, spacingMs: 0, retryAfterMs: 0 };

it("fails the task whose page finds no room at all, and keeps what came beside it", async () => {
  const store = sqliteStore(dataDir, 400_000);
  const [{ id: large }, { id: small }] = [task(), task()];
  for (const id of [large, small]) await firstValueFrom(store.order(task({ id })));
  await firstValueFrom(store.beat(PROCESS));
  const { claims } = await firstValueFrom(store.take("p", 2, 10, "visit"));
  // In one transaction: SQLite itself refuses the first, for the file would be far beyond its budget.
  const settled = await Promise.all(
    claims.map((claim) =>
      firstValueFrom(store.settle(claim, keeping(claim.url, claim.task === large ? 9_000_000 : 100), [], PACE)),
    ),
  );
  expect(settled).toEqual(claims.map((claim) => claim.task === small));
  expect(await firstValueFrom(store.byId(large))).toMatchObject({ state: "failed", error: STORE_FULL, docs: 0 });
  expect(await firstValueFrom(store.byId(small))).toMatchObject({ state: "completed", docs: 1 });
  store.close();
});

describe.skipIf(!mayMount)("on a disk of three megabytes (a tmpfs may be mounted)", () => {
  beforeEach(() => void execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", dataDir]));
  afterEach(() => void execFileSync("umount", ["-l", dataDir]));

  it("a task that fills it ends failed, what it has stays readable, and with room again orders are taken", async () => {
    const store = sqliteStore(dataDir);
    const { id } = task();
    const seeds = Array.from({ length: 100 }, (_, n) => ({
      key: BigInt(n),
      host: "a.example",
      url: `https://a.example/${n}`,
      depth: 0,
      bounds: [],
    }));
    await firstValueFrom(store.order(task({ id, seeds, limit: 1_000 })));
    await firstValueFrom(store.beat(PROCESS));
    await firstValueFrom(store.sweep(0));
    for (;;) {
      const { claims } = await firstValueFrom(store.take("p", 1, 10, "visit"));
      const [claim] = claims;
      if (!claim) throw new Error("the disk was never full");
      if (!(await firstValueFrom(store.settle(claim, keeping(claim.url, 100_000), [], PACE)))) break;
    }
    const row = await firstValueFrom(store.byId(id));
    expect(row).toMatchObject({ state: "failed", error: STORE_FULL });
    expect(row?.docs).toBeGreaterThan(3);
    expect(await firstValueFrom(store.documents(id, 0, 100))).toHaveLength(row?.docs ?? 0);
    execFileSync("mount", ["-o", "remount,size=30m", dataDir]);
    expect(await firstValueFrom(store.order(task()))).toMatchObject({ again: false });
    store.close();
  });
});

it("gives the disk back what expired tasks took", async () => {
  const store = sqliteStore(dataDir);
  const { id } = task();
  await firstValueFrom(store.order(task({ id })));
  await firstValueFrom(store.beat(PROCESS));
  const { claims } = await firstValueFrom(store.take("p", 1, 10, "visit"));
  for (const claim of claims) await firstValueFrom(store.settle(claim, keeping(claim.url, 2_000_000), [], PACE));
  const path = join(dataDir, "tasks.sqlite");
  const sizeOf = () => {
    const database = new DatabaseSync(path);
    const [{ page_count: pages } = { page_count: 0 }] = database.prepare("PRAGMA page_count").all();
    database.close();
    return Number(pages);
  };
  const full = sizeOf();
  for (let round = 0; round < 5; round += 1) await firstValueFrom(store.sweep(Date.now() + 1_000));
  expect(await firstValueFrom(store.byId(id))).toBeUndefined();
  expect(sizeOf()).toBeLessThan(full / 2);
  store.close();
});

it("knows a full disk by SQLite's code", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t(b BLOB); PRAGMA max_page_count = 3");
  expect(() => database.prepare("INSERT INTO t VALUES (zeroblob(100000))").run()).toThrow(
    expect.toSatisfy((error: unknown) => isFull(error)),
  );
  expect(isFull(new Error("another"))).toBe(false);
});

it("sets a broken file aside and begins anew", async () => {
  const path = join(dataDir, "tasks.sqlite");
  writeFileSync(path, "this is no database, whatever its name says ".repeat(100));
  const store = sqliteStore(dataDir);
  const { id } = task();
  expect(await firstValueFrom(store.order(task({ id })))).toEqual({ id, again: false });
  expect(existsSync(`${path}.broken`)).toBe(true);
  store.close();
});

it("refuses a file that a newer version of the service has written, in a sentence", async () => {
  const path = join(dataDir, "tasks.sqlite");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 1000");
  database.close();
  const store = sqliteStore(dataDir);
  await expect(firstValueFrom(store.order(task()))).rejects.toThrow(/a newer version of the service has written it/);
  store.close();
});

it("leaves an order of a later version to processes that know it, and says of a changed one that it cannot be read", async () => {
  const store = sqliteStore(dataDir);
  const [{ id: later }, { id: changed }] = [task(), task()];
  await firstValueFrom(store.order(task({ id: later })));
  await firstValueFrom(store.order(task({ id: changed })));
  store.close();
  // The store's thread is being ended, and holds the file until it is.
  const database = new DatabaseSync(join(dataDir, "tasks.sqlite"), { timeout: PATIENCE_MS });
  database.prepare("UPDATE task SET v = ? WHERE id = ?").run(ORDER_VERSION + 1, later);
  database.prepare("UPDATE task SET body = 'not JSON' WHERE id = ?").run(changed);
  database.close();
  const again = sqliteStore(dataDir);
  await firstValueFrom(again.beat(PROCESS));
  const { claims } = await firstValueFrom(again.take("p", 10, 10, "visit"));
  expect(claims.map(({ task: of }) => of)).toEqual([changed]);
  const row = await firstValueFrom(again.byId(changed));
  expect(() => readOrder(row?.body ?? "")).toThrow("cannot be read by this version");
  again.close();
});

it("reads what the first version of its tables holds", async () => {
  const { MIGRATIONS } = await import("../../../src/tasks/sqlite/tables.ts");
  const database = new DatabaseSync(join(dataDir, "tasks.sqlite"));
  database.exec(MIGRATIONS[0] ?? "");
  database.exec("PRAGMA user_version = 1");
  const order = JSON.stringify(task().order);
  database
    .prepare(
      `INSERT INTO task(id, owner, kind, v, body, state, created_at, deadline_at, most, waiting)
       VALUES ('old', '', 'crawl', 1, ?, 'queued', 1, 9e15, 10, 1)`,
    )
    .run(order);
  database.exec("INSERT INTO entry(task, key, host, url, depth, state) VALUES ('old', 1, 'h', 'https://h/', 0, 0)");
  database.exec("INSERT INTO host(task, name, waiting, claimed, most, next_at) VALUES ('old', 'h', 1, 0, 1, 0)");
  database.exec("INSERT INTO note(task, n, body) VALUES ('old', 0, '{}')");
  database.close();
  const store = sqliteStore(dataDir);
  expect(await firstValueFrom(store.notes("old", 0, 1))).toEqual([{ body: "{}", at: 0 }]);
  await firstValueFrom(store.beat(PROCESS));
  expect((await firstValueFrom(store.take("p", 1, 1, "visit"))).claims).toMatchObject([{ task: "old" }]);
  store.close();
});
