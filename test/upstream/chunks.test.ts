import {
  concat,
  EMPTY,
  from,
  lastValueFrom,
  map,
  materialize,
  NEVER,
  of,
  Subject,
  throwError,
  timer,
  toArray,
} from "rxjs";
import { describe, expect, test } from "vitest";
import { coalesceChunks, concatChunks } from "../../src/upstream/chunks.ts";

const bytes = (size: number, value = 1): Uint8Array => new Uint8Array(size).fill(value);
const sizes = (chunks: readonly Uint8Array[]): number[] => chunks.map(({ length }) => length);

describe("inBlocks", () => {
  test("gathers what comes in one turn, and keeps its order around a large chunk", async () => {
    const given = [bytes(1, 1), bytes(2, 2), bytes(5_000, 3), bytes(3, 4)];
    const gathered = await lastValueFrom(from(given).pipe(coalesceChunks(), toArray()));
    expect(sizes(gathered)).toEqual([3, 5_000, 3]);
    expect(Buffer.concat(gathered).equals(Buffer.concat(given))).toBe(true);
  });

  test("lets go of what it has at the end of the turn", async () => {
    const chunks$ = concat(of(bytes(1), bytes(1)), timer(5).pipe(map(() => bytes(1))));
    expect(sizes(await lastValueFrom(chunks$.pipe(coalesceChunks(), toArray())))).toEqual([2, 1]);
  });

  test("lets a chunk that comes alone pass as it is", async () => {
    const alone = bytes(7);
    expect(await lastValueFrom(of(alone).pipe(coalesceChunks()))).toBe(alone);
  });

  test("fills blocks of 64 KB", async () => {
    const chunks = await lastValueFrom(
      from(Array.from({ length: 100 }, () => bytes(1_000))).pipe(coalesceChunks(), toArray()),
    );
    expect(sizes(chunks)).toEqual([4_000, 65_000, 31_000]);
  });

  test("gives what it has before a failure", async () => {
    const failing = concat(
      of(bytes(2)),
      throwError(() => new Error("broken off")),
    );
    const seen = await lastValueFrom(failing.pipe(coalesceChunks(), materialize(), toArray()));
    expect(seen.map(({ kind }) => kind)).toEqual(["N", "E"]);
  });

  test("leaves with its reader, and gives nothing afterwards", async () => {
    const source = new Subject<Uint8Array>();
    const seen: Uint8Array[] = [];
    const reading = concat(source, NEVER)
      .pipe(coalesceChunks())
      .subscribe((chunk) => seen.push(chunk));
    source.next(bytes(1));
    reading.unsubscribe();
    await Promise.resolve();
    expect([source.observed, seen]).toEqual([false, []]);
  });
});

describe("inOne", () => {
  test("gives a lone chunk as it is, and several in one", async () => {
    const alone = bytes(7, 3);
    const whole = await lastValueFrom(of(alone).pipe(concatChunks((whole) => whole)));
    expect([whole.buffer, whole.length]).toEqual([alone.buffer, 7]);
    const given = Array.from({ length: 300 }, (_, index) => bytes(1 + (index % 7) * 40, index % 251));
    expect((await lastValueFrom(from(given).pipe(concatChunks((whole) => whole)))).equals(Buffer.concat(given))).toBe(
      true,
    );
  });

  test("leaves what it is given unchanged", async () => {
    const given = [bytes(3, 1), bytes(3, 2)];
    await lastValueFrom(from(given).pipe(concatChunks((whole) => whole)));
    expect(given).toEqual([bytes(3, 1), bytes(3, 2)]);
  });

  test("of nothing is nothing; passes a failure on, and leaves with its reader", async () => {
    expect((await lastValueFrom(EMPTY.pipe(concatChunks((whole) => whole)))).length).toBe(0);
    const failing = concat(
      of(bytes(2)),
      throwError(() => new Error("broken off")),
    );
    await expect(lastValueFrom(failing.pipe(concatChunks((whole) => whole)))).rejects.toThrow("broken off");
    const source = new Subject<Uint8Array>();
    source
      .pipe(concatChunks((whole) => whole))
      .subscribe()
      .unsubscribe();
    expect(source.observed).toBe(false);
  });
});
