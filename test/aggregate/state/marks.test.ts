import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Claim, type FeedCheck, type FeedMarks, feedMarks } from "../../../src/aggregate/state/marks.ts";

let folder = "";
let marks: FeedMarks;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marks-"));
  marks = feedMarks(folder);
});
afterEach(() => {
  marks.close();
  rmSync(folder, { recursive: true, force: true });
});

const MINUTE = 60_000;
const T0 = Date.parse("2026-01-01T00:00:00Z");

const check = (keys: readonly string[], more: Partial<FeedCheck> = {}): FeedCheck => ({
  reader: "default",
  feed: "https://a.example/feed",
  entries: keys.map((key) => ({ key })),
  limit: 20,
  at: T0,
  reset: false,
  ...more,
});
const claim = (asked: FeedCheck): Promise<Claim> => firstValueFrom(marks.claim(asked));
const peek = (asked: FeedCheck) => firstValueFrom(marks.peek(asked));
const confirm = async (asked: FeedCheck) => {
  const claimed = await claim(asked);
  await firstValueFrom(marks.confirm(asked, claimed));
  return claimed;
};

describe("feedMarks", () => {
  it("finds everything new at first, then what is new since", async () => {
    expect(await confirm(check(["b", "a"]))).toMatchObject({ fresh: ["b", "a"], remaining: 0, known: 0 });
    const later = T0 + MINUTE;
    const second = await confirm(check(["d", "c", "b", "a"], { at: later }));
    expect(second).toMatchObject({ fresh: ["d", "c"], remaining: 0, known: 2, previousCheck: T0 });
    const third = await confirm(check(["d", "c", "b", "a"], { at: later + MINUTE }));
    expect(third).toMatchObject({ fresh: [], remaining: 0, known: 4, previousCheck: later });
  });

  it("forgets the feeds that were not checked for longest where the file has no room, and never the one that is checked", async () => {
    const small = feedMarks(folder, 400_000);
    const keys = Array.from({ length: 50 }, (_, n) => `${n} ${"x".repeat(100)}`);
    const at = (n: number) => check(keys, { feed: `https://a.example/${n}`, at: T0 + n, limit: 50 });
    for (let n = 0; n < 80; n += 1) {
      const claimed = await firstValueFrom(small.claim(at(n)));
      await firstValueFrom(small.confirm(at(n), claimed));
    }
    expect(await firstValueFrom(small.peek(at(79)))).toMatchObject({ known: 50 });
    expect(await firstValueFrom(small.peek(at(70)))).toMatchObject({ known: 50 });
    expect(await firstValueFrom(small.peek(at(0)))).toMatchObject({ known: 0 });
    small.close();
  });

  it("tells that a feed was never checked", async () => {
    expect((await confirm(check([]))).previousCheck).toBeUndefined();
    expect((await confirm(check([], { at: T0 + 1 }))).previousCheck).toBe(T0);
  });

  it("leaves what is beyond the limit new for the next check", async () => {
    const keys = ["e", "d", "c", "b", "a"];
    expect(await confirm(check(keys, { limit: 2 }))).toMatchObject({ fresh: ["e", "d"], remaining: 3, known: 0 });
    expect(await confirm(check(keys, { limit: 2 }))).toMatchObject({ fresh: ["c", "b"], remaining: 1, known: 2 });
    expect(await confirm(check(keys, { limit: 2 }))).toMatchObject({ fresh: ["a"], remaining: 0, known: 4 });
  });

  it("gives no entry to two checks at once", async () => {
    const first = await claim(check(["b", "a"]));
    const other = feedMarks(folder);
    const second = await firstValueFrom(other.claim(check(["c", "b", "a"], { at: T0 + MINUTE })));
    expect(second).toMatchObject({ fresh: ["c"], known: 2 });
    await firstValueFrom(marks.confirm(check(["b", "a"]), first));
    await firstValueFrom(other.confirm(check([]), second));
    other.close();
    expect(await claim(check(["c", "b", "a"], { at: T0 + 60 * MINUTE }))).toMatchObject({ fresh: [], known: 3 });
  });

  it("makes what was released new again, and leaves what was confirmed", async () => {
    await confirm(check(["a"]));
    const claimed = await claim(check(["c", "b", "a"]));
    await firstValueFrom(marks.release(claimed));
    expect(await claim(check(["c", "b", "a"]))).toMatchObject({ fresh: ["c", "b"], known: 1 });
  });

  it("takes over what was claimed ten minutes ago, and lets the check that was held up report nothing", async () => {
    const asked = check(["b", "a"]);
    const heldUp = await claim(asked);
    expect(await claim(check(["b", "a"], { at: T0 + 10 * MINUTE - 1 }))).toMatchObject({ fresh: [], known: 2 });
    const takingOver = check(["b", "a"], { at: T0 + 10 * MINUTE, limit: 1 });
    const taken = await claim(takingOver);
    expect(taken).toMatchObject({ fresh: ["b"], remaining: 1, known: 0 });
    await expect(firstValueFrom(marks.confirm(asked, heldUp))).rejects.toMatchObject({ kind: "timeout" });
    await firstValueFrom(marks.confirm(takingOver, taken));
    // Nothing of the check that was held up counts: "a" is still to be reported.
    await firstValueFrom(marks.release(heldUp));
    expect(await claim(check(["b", "a"], { at: T0 + 11 * MINUTE }))).toMatchObject({ fresh: ["a"], known: 1 });
  });

  it("does not count a check that was not confirmed", async () => {
    await claim(check(["a"]));
    expect((await claim(check(["a"], { at: T0 + MINUTE }))).previousCheck).toBeUndefined();
  });

  it("moves nothing when it peeks", async () => {
    expect(await peek(check(["b", "a"], { limit: 1 }))).toMatchObject({ fresh: ["b"], remaining: 1, known: 0 });
    await confirm(check(["a"]));
    expect(await peek(check(["b", "a"], { at: T0 + 1 }))).toMatchObject({ fresh: ["b"], known: 1, previousCheck: T0 });
    expect(await peek(check(["b", "a"], { reset: true }))).toMatchObject({ fresh: ["b", "a"], known: 0 });
    expect(await claim(check(["b", "a"]))).toMatchObject({ fresh: ["b"], known: 1 });
  });

  it("forgets a feed that is reset, for its reader alone", async () => {
    await confirm(check(["a"]));
    await confirm(check(["a"], { reader: "other" }));
    await confirm(check(["a"], { feed: "https://b.example/feed" }));
    const again = await confirm(check(["a"], { reset: true, at: T0 + MINUTE }));
    expect(again).toMatchObject({ fresh: ["a"], known: 0 });
    expect(again.previousCheck).toBeUndefined();
    expect(await claim(check(["a"], { reader: "other" }))).toMatchObject({ fresh: [] });
    expect(await claim(check(["a"], { feed: "https://b.example/feed" }))).toMatchObject({ fresh: [] });
  });

  it("keeps readers and feeds apart", async () => {
    await confirm(check(["a"]));
    expect(await claim(check(["a"], { reader: "other" }))).toMatchObject({ fresh: ["a"] });
    expect(await claim(check(["a"], { feed: "https://b.example/feed" }))).toMatchObject({ fresh: ["a"] });
  });

  it("forgets entries that the feed has not shown for half a year, and no others", async () => {
    const day = 24 * 60 * MINUTE;
    await confirm(check(["b", "a"]));
    await confirm(check(["b"], { at: T0 + 100 * day }));
    expect(await claim(check(["b"], { at: T0 + 181 * day }))).toMatchObject({ fresh: [], known: 1 });
    expect(await claim(check(["b", "a"], { at: T0 + 181 * day }))).toMatchObject({ fresh: ["a"], known: 1 });
  });
});
