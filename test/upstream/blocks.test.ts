import { concat, from, lastValueFrom, map, materialize, NEVER, of, Subject, throwError, timer, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { inBlocks } from "../../src/upstream/blocks.ts";

const bytes = (size: number, value = 1): Uint8Array => new Uint8Array(size).fill(value);
const sizes = (chunks: readonly Uint8Array[]): number[] => chunks.map(({ length }) => length);

describe("inBlocks", () => {
  test("gathers what comes in one turn, and keeps its order around a large chunk", async () => {
    const given = [bytes(1, 1), bytes(2, 2), bytes(5_000, 3), bytes(3, 4)];
    const gathered = await lastValueFrom(from(given).pipe(inBlocks(), toArray()));
    expect(sizes(gathered)).toEqual([3, 5_000, 3]);
    expect(Buffer.concat(gathered).equals(Buffer.concat(given))).toBe(true);
  });

  test("lets go of what it has at the end of the turn, unless the whole is wanted", async () => {
    const chunks$ = concat(of(bytes(1), bytes(1)), timer(5).pipe(map(() => bytes(1))));
    expect(sizes(await lastValueFrom(chunks$.pipe(inBlocks(), toArray())))).toEqual([2, 1]);
    expect(sizes(await lastValueFrom(chunks$.pipe(inBlocks({ whole: true }), toArray())))).toEqual([3]);
  });

  test("fills blocks of 64 KB", async () => {
    const chunks = await lastValueFrom(
      from(Array.from({ length: 100 }, () => bytes(1_000))).pipe(inBlocks({ whole: true }), toArray()),
    );
    expect(sizes(chunks)).toEqual([4_000, 65_000, 31_000]);
  });

  test("gives what it has before a failure", async () => {
    const failing = concat(
      of(bytes(2)),
      throwError(() => new Error("broken off")),
    );
    const seen = await lastValueFrom(failing.pipe(inBlocks({ whole: true }), materialize(), toArray()));
    expect(seen.map(({ kind }) => kind)).toEqual(["N", "E"]);
  });

  test("leaves with its reader, and gives nothing afterwards", async () => {
    const source = new Subject<Uint8Array>();
    const seen: Uint8Array[] = [];
    const reading = concat(source, NEVER)
      .pipe(inBlocks())
      .subscribe((chunk) => seen.push(chunk));
    source.next(bytes(1));
    reading.unsubscribe();
    await Promise.resolve();
    expect([source.observed, seen]).toEqual([false, []]);
  });
});
