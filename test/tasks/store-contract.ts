import { randomUUID } from "node:crypto";
import { firstValueFrom, type Observable } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UNIT_DEATHS, VISIT_DEATHS } from "../../src/tasks/deaths.ts";
import { ORDER_VERSION, type Order } from "../../src/tasks/order.ts";
import type {
  ClaimedItem,
  NewTask,
  StoredClaim,
  StoredOutcome,
  StoredPlace,
  TaskStore,
} from "../../src/tasks/store.ts";

const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);
const DAY_MS = 86_400_000;
const PACE = { answeredMs: 1, spacingMs: 0, retryAfterMs: 0 };

let last = 0n;
const place = (host: string, url = `https://${host}/${last}`): StoredPlace => {
  last += 1n;
  return { key: last, host, url, depth: 0, bounds: [] };
};
const crawl: Order = { v: ORDER_VERSION, kind: "crawl", url: "https://a.example/", options: {} };
const unit: Order = { v: ORDER_VERSION, kind: "map", request: { method: "GET", path: "/map?q=a.example" } };
const task = (more: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  owner: randomUUID(),
  order: crawl,
  deadlineAt: Date.now() + DAY_MS,
  limit: 100,
  maxBreadth: null,
  pool: "visit",
  seeds: [place("a.example")],
  maxOpen: 10,
  ...more,
});
const page = (url: string, more: Partial<StoredOutcome> = {}): StoredOutcome => ({
  kind: "page",
  body: JSON.stringify({ url, raw_content: "text" }),
  url,
  depth: 0,
  disallowed: false,
  sites: [],
  ...more,
});
const failure = (url: string): StoredOutcome => ({
  kind: "failed",
  body: JSON.stringify({ url, error: "It is not there.", code: "not-found" }),
  url,
  depth: 0,
  disallowed: false,
  sites: [],
});

/** What every store of tasks must do, whatever it keeps them in. `open` gives one that is empty, or holds nothing open. */
export function storeContract(name: string, open: () => Promise<TaskStore>): void {
  describe(`the store of tasks in ${name}`, () => {
    let store: TaskStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const self = () => `process-${randomUUID()}`;
    const alive = async (id: string) => answer(store.beat({ id, machine: "m", pid: process.pid }));
    const order = async (given: NewTask): Promise<NewTask> => {
      expect(await answer(store.order(given))).toEqual({ id: given.id, again: false });
      return given;
    };
    /** Claims of one task: those of others are given back. */
    async function take(id: string, most = 10, perHost = 10, pool: "visit" | "unit" = "visit", process = self()) {
      await alive(process);
      const { claims, nextAt } = await answer(store.take(process, most, perHost, pool));
      const own = claims.filter((claim) => claim.task === id);
      for (const other of claims) if (other.task !== id) await answer(store.release(other, 0));
      return { claims: own, nextAt, process };
    }
    async function taken(id: string, pool: "visit" | "unit" = "visit"): Promise<StoredClaim> {
      const { claims } = await take(id, 1_000, 1, pool);
      if (!claims[0]) throw new Error("nothing to take");
      return claims[0];
    }
    const row = async (id: string) => {
      const found = await answer(store.byId(id));
      if (!found) throw new Error("no such task");
      return found;
    };
    const over = async (...ids: readonly string[]) => {
      for (const id of ids) await answer(store.end(id, "cancelled", null));
    };

    it("keeps an order, shows it to its owner alone, and lists it newest first", async () => {
      const { id, owner } = await order(task());
      const second = await order(task({ owner }));
      expect(await answer(store.find(owner, id))).toMatchObject({
        id,
        owner,
        kind: "crawl",
        state: "queued",
        waiting: 1,
      });
      expect(await answer(store.find("another", id))).toBeUndefined();
      const listed = await answer(store.list(owner, null, Number.MAX_SAFE_INTEGER, 10));
      expect(listed.map((one) => one.id)).toEqual([second.id, id]);
      expect(await answer(store.list(owner, "running", Number.MAX_SAFE_INTEGER, 10))).toEqual([]);
      await over(id, second.id);
    });

    it("takes no more open tasks of an owner than allowed", async () => {
      const { id, owner } = await order(task({ maxOpen: 1 }));
      expect(await answer(store.order(task({ owner, maxOpen: 1 })))).toEqual({ refused: "too-many" });
      await over(id);
      const next = await order(task({ owner, maxOpen: 1 }));
      await over(next.id);
    });

    it("gives the same task for the same idempotency key, and refuses another request under it", async () => {
      const idempotency = { key: "k", hash: "one" };
      const { id, owner } = await order(task({ idempotency }));
      expect(await answer(store.order(task({ owner, idempotency })))).toEqual({ id, again: true });
      const other = task({ owner, idempotency: { key: "k", hash: "two" } });
      expect(await answer(store.order(other))).toEqual({ refused: "other-request" });
      const elsewhere = await order(task({ idempotency }));
      await over(id, elsewhere.id);
    });

    it("settles a claim once: numbers documents and notes without gaps, adds what is new, and ends the task", async () => {
      const { id } = await order(task());
      const first = await taken(id);
      const [b, c] = [place("b.example"), place("c.example")];
      expect(await answer(store.settle(first, page(first.url), [b, c, b], PACE))).toBe(true);
      expect(await answer(store.settle(first, page(first.url), [place("d.example")], PACE))).toBe(false);
      expect(await row(id)).toMatchObject({ state: "running", docs: 1, waiting: 2, claimed: 0 });
      const { claims } = await take(id);
      expect(claims.map(({ host }) => host).sort()).toEqual(["b.example", "c.example"]);
      for (const claim of claims)
        expect(
          await answer(
            store.settle(
              claim,
              claim.host === "b.example" ? failure(claim.url) : page(claim.url),
              [first, b, c].map((one) => ({ ...b, ...("key" in one ? { key: one.key } : {}) })),
              PACE,
            ),
          ),
        ).toBe(true);
      expect(await row(id)).toMatchObject({
        state: "completed",
        docs: 2,
        notes: 1,
        failed: 1,
        waiting: 0,
        stopped: null,
      });
      const documents = await answer(store.documents(id, 0, 10));
      expect(documents.map((text) => JSON.parse(text).url)).toEqual([first.url, c.url]);
      expect(await answer(store.documents(id, 1, 1))).toEqual([documents[1]]);
      const [note] = await answer(store.notes(id, 0, 10));
      expect(JSON.parse(note?.body ?? "")).toEqual({ url: b.url, error: "It is not there.", code: "not-found" });
      expect(Date.now() - (note?.at ?? 0)).toBeLessThan(60_000);
    });

    it("keeps a page of the same content as a duplicate, and an address that robots.txt forbids as a note", async () => {
      const { id } = await order(task({ seeds: [place("a.example"), place("b.example"), place("c.example")] }));
      const { claims } = await take(id);
      const [first, second, third] = claims;
      if (!first || !second || !third) throw new Error("three hosts may be asked at once");
      const same = { textKey: -7n, simHash: 9n };
      await answer(store.settle(first, page(first.url, same), [], PACE));
      await answer(store.settle(second, page(second.url, same), [], PACE));
      const forbidden = { kind: "nothing", url: third.url, depth: 0, disallowed: true, sites: [] } as const;
      await answer(store.settle(third, forbidden, [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed", docs: 1, notes: 2, failed: 0, disallowed: 1 });
      expect((await answer(store.notes(id, 0, 10))).map(({ body }): unknown => JSON.parse(body))).toEqual([
        { url: second.url, duplicate_of: first.url, depth: 0 },
        { url: third.url, disallowed: true },
      ]);
    });

    it("gives a host's entries within its pace, one at a time where its robots.txt asks for it", async () => {
      const { id } = await order(task({ seeds: [place("slow.example"), place("slow.example")] }));
      const first = await taken(id);
      const spaced = { answeredMs: 0, spacingMs: 60_000, retryAfterMs: 0 };
      await answer(store.settle(first, page(first.url), [], spaced));
      const { claims, nextAt } = await take(id);
      expect(claims).toEqual([]);
      expect(Math.abs((nextAt ?? 0) - Date.now() - 60_000)).toBeLessThan(10_000);
      await over(id);
    });

    it("lets a small host end without waiting for a large one", async () => {
      const large = Array.from({ length: 90 }, () => place("large.example"));
      const small = Array.from({ length: 10 }, () => place("small.example"));
      const { id } = await order(task({ seeds: [...large, ...small] }));
      let left = small.length;
      for (let round = 0; left > 0; round += 1) {
        expect(round).toBeLessThan(20);
        const { claims } = await take(id, 2, 1);
        for (const claim of claims) {
          if (claim.host === "small.example") left -= 1;
          await answer(store.settle(claim, page(claim.url), [], PACE));
        }
      }
      await over(id);
    });

    it("is fair: the task with the fewest visits under way is next", async () => {
      const process = self();
      await alive(process);
      const many = await order(task({ seeds: Array.from({ length: 50 }, (_, n) => place(`h${n}.example`)) }));
      const held = await answer(store.take(process, 20, 1, "visit"));
      expect(held.claims).toHaveLength(20);
      const few = await order(task({ seeds: [place("a.example"), place("b.example"), place("c.example")] }));
      const { claims } = await answer(store.take(process, 3, 1, "visit"));
      expect(claims.map((claim) => claim.task)).toEqual([few.id, few.id, few.id]);
      await over(many.id, few.id);
      await answer(store.leave(process));
    });

    it("gives no more of a task at once than it wants, and the next as one ends", async () => {
      const seeds = Array.from({ length: 4 }, (_, n) => place(`v${n}.example`));
      const { id } = await order(task({ visits: 2, seeds }));
      const { claims } = await take(id);
      expect(claims).toHaveLength(2);
      expect((await take(id)).claims).toEqual([]);
      for (const claim of claims.slice(0, 1)) await answer(store.settle(claim, page(claim.url), [], PACE));
      expect((await take(id)).claims).toHaveLength(1);
      await over(id);
    });

    it("ends at the limit, and says so", async () => {
      const { id } = await order(task({ limit: 1, seeds: [place("a.example"), place("b.example")] }));
      const { claims } = await take(id);
      expect(claims).toHaveLength(1);
      for (const claim of claims) await answer(store.settle(claim, page(claim.url), [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed", stopped: "limit", docs: 1, waiting: 1 });
    });

    it("holds what is found within its bounds and its breadth", async () => {
      const { id } = await order(task({ maxBreadth: 3 }));
      const first = await taken(id);
      const bounds = [{ key: "trap", max: 2 }];
      const found = Array.from({ length: 9 }, () => ({ ...place("b.example"), bounds }));
      await answer(store.settle(first, page(first.url), [...found, place("c.example"), place("d.example")], PACE));
      expect(await row(id)).toMatchObject({ waiting: 3 });
      await over(id);
    });

    it("admits a redirect's target once, and again for the address whose visit begins anew", async () => {
      const known = place("a.example");
      const { id } = await order(task({ seeds: [known] }));
      const [target, one, other] = [place("b.example").key, place("c.example").key, place("d.example").key];
      expect(await answer(store.admit(id, target, one))).toBe(true);
      expect(await answer(store.admit(id, target, other))).toBe(false);
      expect(await answer(store.admit(id, target, one))).toBe(true);
      expect(await answer(store.admit(id, known.key, one))).toBe(false);
      expect(await answer(store.admit(id, known.key, known.key))).toBe(false);
      await over(id);
    });

    it("gives a claim back in front of its queue without a try, and keeps nothing of the one who had it", async () => {
      const { id } = await order(task({ seeds: [place("back.example"), place("back.example")] }));
      const first = await taken(id);
      await answer(store.release(first, 0));
      expect(await answer(store.settle(first, page(first.url), [], PACE))).toBe(false);
      const again = await taken(id);
      expect(again.url).toBe(first.url);
      expect(again.token).not.toBe(first.token);
      await answer(store.release(again, Date.now() + 60_000));
      expect((await take(id)).claims).toEqual([]);
      await over(id);
    });

    /** A process that holds what it was given, and then is dead: its claims. */
    async function dying(id: string, pool: "visit" | "unit" = "visit"): Promise<readonly StoredClaim[]> {
      const process = await doomed();
      const { claims } = await take(id, 10, 10, pool, process);
      expect(await reclaimed(process)).toBeGreaterThan(0);
      for (const claim of claims) expect(await answer(store.settle(claim, page("late"), [], PACE))).toBe(false);
      return claims;
    }
    const beatElsewhere = (id: string) => answer(store.beat({ id, machine: "gone", pid: 1_000_000 }));
    /** A process that will be dead. */
    async function doomed(): Promise<string> {
      const id = self();
      await beatElsewhere(id);
      return id;
    }
    async function reclaimed(dead: string): Promise<number> {
      await beatElsewhere(dead);
      const reclaimer = { id: self(), machine: "gone", pid: 1 };
      await answer(store.beat(reclaimer));
      const given = await answer(store.reclaim(reclaimer, [1], 100));
      await answer(store.leave(reclaimer.id));
      return given;
    }
    const hosts = (claims: readonly StoredClaim[]) => claims.map(({ host }) => host).sort();

    it("gives back what a dead process held, and gives an entry up that ended process after process", async () => {
      const { id } = await order(task({ seeds: [place("a.example")] }));
      for (let died = 0; died < VISIT_DEATHS; died += 1) expect(await dying(id)).toHaveLength(1);
      expect(await row(id)).toMatchObject({ state: "completed", docs: 0, notes: 1, failed: 1 });
      const [note] = await answer(store.notes(id, 0, 1));
      expect(JSON.parse(note?.body ?? "")).toMatchObject({ code: "internal" });
    });

    it("gives up only the entry that ends its process, and none that was under way beside it", async () => {
      const innocent = ["a.example", "c.example", "d.example"];
      const { id } = await order(
        task({ seeds: ["a.example", "k.example", "c.example", "d.example"].map((h) => place(h)) }),
      );
      const visited: string[] = [];
      for (let lives = 0; lives < 20 && (await row(id)).ended_at === null; lives += 1) {
        const process = await doomed();
        for (let alive = true; alive; ) {
          const { claims } = await take(id, 10, 10, "visit", process);
          alive = claims.length > 0 && claims.every(({ host }) => host !== "k.example");
          for (const claim of alive ? claims : []) {
            expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
            visited.push(claim.host);
          }
        }
        await reclaimed(process);
      }
      expect(visited.sort()).toEqual(innocent);
      expect(await row(id)).toMatchObject({ state: "completed", docs: 3, notes: 1, waiting: 0, claimed: 0 });
      const [note] = await answer(store.notes(id, 0, 1));
      expect(JSON.parse(note?.body ?? "").url).toContain("k.example");
    });

    it("gives an entry that two dead processes held to a process that visits nothing else, and nothing beside it", async () => {
      const seeds = ["a.example", "b.example"].map((host) => place(host));
      const { id } = await order(task({ seeds }));
      expect(hosts(await dying(id))).toEqual(["a.example", "b.example"]);
      expect(hosts(await dying(id))).toEqual(["a.example", "b.example"]);
      const other = await order(task({ seeds: [place("c.example")] }));
      const process = self();
      const { claims } = await take(id, 10, 10, "visit", process);
      expect(hosts(claims)).toEqual(["a.example"]);
      const run = await order(task({ order: unit, pool: "unit", limit: 1, seeds: [place("unit")] }));
      expect((await answer(store.take(process, 10, 10, "visit"))).claims).toEqual([]);
      expect((await answer(store.take(process, 10, 10, "unit"))).claims).toEqual([]);
      // Another process goes on with the rest.
      const busy = await take(other.id);
      expect(hosts(busy.claims)).toEqual(["c.example"]);
      for (const claim of claims) expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      // It is to end what it visits first.
      expect((await answer(store.take(busy.process, 10, 10, "visit"))).claims).toEqual([]);
      for (const claim of busy.claims) await answer(store.settle(claim, page(claim.url), [], PACE));
      const last = await take(id, 10, 10, "visit", busy.process);
      expect(hosts(last.claims)).toEqual(["b.example"]);
      for (const claim of last.claims) await answer(store.release(claim, 0));
      const [again] = (await take(id)).claims;
      expect(again && (await answer(store.settle(again, page(again.url), [], PACE)))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "completed", docs: 2, waiting: 0, claimed: 0 });
      expect(hosts((await take(run.id, 10, 10, "unit")).claims)).toEqual(["unit"]);
      await over(run.id);
    });

    it("keeps an entry whose process was killed from outside while it was visited alone, and takes other suspects before it", async () => {
      const seeds = ["a.example", "b.example"].map((host) => place(host));
      const { id } = await order(task({ seeds }));
      for (let died = 0; died < 2; died += 1) expect(await dying(id)).toHaveLength(2);
      const alone: string[] = [];
      for (let died = 0; died < 6; died += 1) alone.push(...hosts(await dying(id)));
      expect(alone).toEqual(["a.example", "b.example", "a.example", "b.example", "a.example", "b.example"]);
      for (let left = 0; left < 2; left += 1) {
        const claim = await taken(id);
        expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      }
      expect(await row(id)).toMatchObject({ state: "completed", docs: 2, notes: 0, waiting: 0, claimed: 0 });
    });

    it("counts each death against a unit, whatever else its process did", async () => {
      const run = await order(task({ order: unit, pool: "unit", limit: 1, seeds: [place("unit")] }));
      for (let died = 0; died < UNIT_DEATHS; died += 1) {
        const beside = await order(task());
        const process = await doomed();
        await take(beside.id, 10, 10, "visit", process);
        expect(await take(run.id, 10, 10, "unit", process)).toMatchObject({ claims: [{ host: "unit" }] });
        await reclaimed(process);
        await over(beside.id);
      }
      expect(await row(run.id)).toMatchObject({ state: "failed", docs: 0, notes: 1 });
    });

    it("takes nothing of a paused task, keeps what was under way, and goes on when it is resumed", async () => {
      const { id } = await order(task({ seeds: ["a.example", "b.example"].map((host) => place(host)) }));
      const { claims } = await take(id, 1);
      expect(await answer(store.pause(id))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "paused", waiting: 1, claimed: 1, ended_at: null });
      expect((await take(id)).claims).toEqual([]);
      for (const claim of claims)
        expect(await answer(store.settle(claim, page(claim.url), [place("c.example")], PACE))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "paused", docs: 1, waiting: 2, claimed: 0 });
      expect(await answer(store.append(id, [place("d.example")], 1))).toBe(true);
      expect(await take(id)).toMatchObject({ claims: [], nextAt: null });
      expect(await row(id)).toMatchObject({ state: "paused", waiting: 3 });
      expect(await answer(store.resume(id))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "running", waiting: 3 });
      const rest = await take(id);
      expect(hosts(rest.claims)).toEqual(["b.example", "c.example", "d.example"]);
      for (const claim of rest.claims) await answer(store.settle(claim, page(claim.url), [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed", docs: 4 });
      expect(await answer(store.pause(id))).toBe(false);
      expect(await answer(store.resume(id))).toBe(false);
      expect(await answer(store.pause(randomUUID()))).toBe(false);
      expect(await row(id)).toMatchObject({ state: "completed" });
    });

    it("waits again where a paused task had not begun, and ends one whose last page was under way", async () => {
      const { id, owner } = await order(task());
      const queued = async () => (await answer(store.list(owner, "queued", Number.MAX_SAFE_INTEGER, 9))).length;
      expect(await answer(store.pause(id))).toBe(true);
      expect(await queued()).toBe(0);
      expect((await take(id)).claims).toEqual([]);
      expect(await answer(store.resume(id))).toBe(true);
      expect(await answer(store.resume(id))).toBe(true);
      expect(await queued()).toBe(1);
      expect((await answer(store.stats())).oldestQueued).toContainEqual(expect.objectContaining({ kind: "crawl" }));
      const claim = await taken(id);
      await answer(store.pause(id));
      await answer(store.settle(claim, page(claim.url), [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed", docs: 1 });
    });

    it("ends a paused task at its deadline, and when it is cancelled", async () => {
      const { id } = await order(task({ deadlineAt: Date.now() - 1 }));
      await answer(store.pause(id));
      await answer(store.sweep(0));
      expect(await row(id)).toMatchObject({ state: "completed", stopped: "timeout" });
      const cancelled = await order(task());
      await answer(store.pause(cancelled.id));
      await over(cancelled.id);
      expect(await row(cancelled.id)).toMatchObject({ state: "cancelled" });
    });

    it("gives nothing of a paused task that a dead process held, nor its suspects, and keeps nobody else waiting for it", async () => {
      const { id } = await order(task({ seeds: [place("a.example")] }));
      for (let died = 0; died < 2; died += 1) {
        const process = await doomed();
        expect((await take(id, 10, 10, "visit", process)).claims).toHaveLength(1);
        await answer(store.pause(id));
        await reclaimed(process);
        expect((await take(id)).claims).toEqual([]);
        if (died === 0) await answer(store.resume(id));
      }
      const other = await order(task({ seeds: [place("b.example")] }));
      const claim = await taken(other.id);
      expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      await answer(store.resume(id));
      const suspect = await taken(id);
      expect(await answer(store.settle(suspect, page(suspect.url), [], PACE))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "completed", docs: 1 });
    });

    it("keeps nothing after a cancel, and tells the process that holds a claim of it", async () => {
      const { id } = await order(task());
      const { claims, process } = await take(id);
      await answer(store.end(id, "cancelled", null));
      expect(await alive(process)).toContain(id);
      for (const claim of claims) expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(false);
      expect(await row(id)).toMatchObject({ state: "cancelled", docs: 0 });
      await answer(store.end(id, "failed", "too late"));
      expect(await row(id)).toMatchObject({ state: "cancelled", error: null });
    });

    it("ends what is past its deadline with what it has, and deletes what ended long ago", async () => {
      const { id, owner } = await order(task({ deadlineAt: Date.now() - 1 }));
      await answer(store.sweep(0));
      expect(await row(id)).toMatchObject({ state: "completed", stopped: "timeout" });
      for (let round = 0; round < 60 && (await answer(store.byId(id))); round += 1)
        await answer(store.sweep(Date.now() + 1_000));
      expect(await answer(store.find(owner, id))).toBeUndefined();
    });

    it("deletes what is to be kept for a shorter time once that is over", async () => {
      const [brief, other] = [await order(task({ keepMs: 1 })), await order(task())];
      await over(brief.id, other.id);
      for (let round = 0; round < 200 && (await answer(store.byId(brief.id))); round += 1) await answer(store.sweep(0));
      expect(await answer(store.byId(brief.id))).toBeUndefined();
      expect(await row(other.id)).toMatchObject({ state: "cancelled", keep_ms: null });
    });

    it("runs a unit in places of its own: one document, or its failure's sentence", async () => {
      const seed = place("unit");
      const kept = await order(task({ order: unit, pool: "unit", limit: 1, seeds: [seed] }));
      expect((await take(kept.id)).claims).toEqual([]);
      const claim = await taken(kept.id, "unit");
      expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      expect(await row(kept.id)).toMatchObject({ state: "completed", docs: 1, error: null });
      const failed = await order(task({ order: unit, pool: "unit", limit: 1, seeds: [seed] }));
      const lost = await taken(failed.id, "unit");
      await answer(store.settle(lost, failure(lost.url), [], PACE));
      expect(await row(failed.id)).toMatchObject({ state: "failed", docs: 0, notes: 1, error: "It is not there." });
    });

    it("adds further entries to a task that is open or completed, and to no other", async () => {
      const { id } = await order(task({ limit: 1 }));
      const first = await taken(id);
      await answer(store.settle(first, page(first.url), [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed" });
      expect(await answer(store.append(id, [place("b.example")], 1))).toBe(true);
      expect(await row(id)).toMatchObject({ state: "running", ended_at: null, waiting: 1 });
      const second = await taken(id);
      await answer(store.settle(second, page(second.url), [], PACE));
      expect(await row(id)).toMatchObject({ state: "completed", docs: 2 });
      const cancelled = await order(task());
      await over(cancelled.id);
      expect(await answer(store.append(cancelled.id, [place("b.example")], 1))).toBe(false);
      expect(await answer(store.append(randomUUID(), [place("b.example")], 1))).toBe(false);
    });

    it("forgets a task with all that it holds", async () => {
      const { id, owner } = await order(task({ webhook: "{}" }));
      await answer(store.end(id, "cancelled", null));
      await answer(store.forget(id));
      expect(await answer(store.find(owner, id))).toBeUndefined();
      expect(await answer(store.findItem("webhook", owner, id))).toBeUndefined();
      expect(await answer(store.documents(id, 0, 10))).toEqual([]);
    });

    it("lets one process at once have an item that is due, and keeps what it saves", async () => {
      const { id, owner } = await order(task({ webhook: '{"n":0}' }));
      const process = self();
      await alive(process);
      const held = (await answer(store.takeItems("webhook", process, 100))).find((item) => item.id === id);
      expect(held).toMatchObject({ queue: "webhook", owner, body: '{"n":0}' });
      const item = held as ClaimedItem;
      expect((await answer(store.takeItems("webhook", self(), 100))).map((one) => one.id)).not.toContain(id);
      expect(await answer(store.saveItem({ ...item, body: '{"n":1}' }, true))).toBe(true);
      expect(await answer(store.saveItem({ ...item, token: "another" }, true))).toBe(false);
      expect(await answer(store.saveItem({ ...item, body: '{"n":2}', dueAt: null }, false))).toBe(true);
      expect(await answer(store.saveItem(item, false))).toBe(false);
      expect(await answer(store.findItem("webhook", owner, id))).toMatchObject({ body: '{"n":2}', dueAt: null });
      expect((await answer(store.takeItems("webhook", self(), 100))).map((one) => one.id)).not.toContain(id);
      await over(id);
    });

    it("gives a process's items to others when it stops or dies", async () => {
      const item = { queue: "schedule", id: randomUUID(), owner: "o", body: "{}", dueAt: Date.now() - 5 } as const;
      expect(await answer(store.addItem(item))).toBe(true);
      expect(await answer(store.addItem(item))).toBe(false);
      const holds = async (process: string) => {
        await answer(store.beat({ id: process, machine: "gone", pid: 2_000_000 }));
        return (await answer(store.takeItems("schedule", process, 100))).some(({ id }) => id === item.id);
      };
      const [first, second, third] = [self(), self(), self()];
      expect(await holds(first)).toBe(true);
      expect(await holds(second)).toBe(false);
      await answer(store.leave(first));
      expect(await holds(second)).toBe(true);
      const reclaimer = { id: self(), machine: "gone", pid: 1 };
      await answer(store.beat(reclaimer));
      await answer(store.reclaim(reclaimer, [1], 100));
      expect(await holds(third)).toBe(true);
      expect(await answer(store.replaceItem({ ...item, body: '{"new":1}', dueAt: null }))).toBe(true);
      expect(await answer(store.listItems("schedule", "o", 10))).toEqual([{ ...item, body: '{"new":1}', dueAt: null }]);
      expect(await answer(store.removeItem("schedule", "another", item.id))).toBe(false);
      expect(await answer(store.removeItem("schedule", "o", item.id))).toBe(true);
      expect(await answer(store.replaceItem(item))).toBe(false);
    });

    it("says what it holds", async () => {
      const { id } = await order(task());
      const { claimed } = await answer(store.stats());
      await taken(id);
      const stats = await answer(store.stats());
      expect(stats.claimed).toBe(claimed + 1);
      expect(stats.bytes).toBeGreaterThan(0);
      expect(stats.processes.length).toBeGreaterThan(0);
      expect(stats.tasks).toContainEqual(expect.objectContaining({ kind: "crawl", state: "running" }));
      await over(id);
    });

    it("says which task has changed", async () => {
      const { id } = task();
      const changed = new Promise<void>((resolve) => {
        const hints = store.changed$.subscribe((one) => {
          if (one !== id) return;
          hints.unsubscribe();
          resolve();
        });
      });
      await order(task({ id }));
      await changed;
      await over(id);
    });
  });
}
