import { describe, expect, test } from "vitest";
import { type Allocation, createSlabAllocator } from "../../src/upstream/slab-allocator.ts";

const MB = 1024 * 1024;

/** Bytes that tell themselves from others of another seed. */
const bytesOf = (length: number, seed: number): Buffer => Buffer.alloc(length, `${seed} and so on, `);

describe("bytes kept in slabs", () => {
  test.each([0, 1, 511, 512, 513, 1024, 3 * MB + 7])("come back as they were: %i of them", (length) => {
    const slabs = createSlabAllocator(512);
    const kept = slabs.keep(bytesOf(length, 1));
    slabs.keep(bytesOf(2000, 2));
    expect(slabs.read(kept).equals(bytesOf(length, 1))).toBe(true);
    expect(kept.bytes).toBe(length);
  });

  test("are copies: neither the writer nor a reader changes them", () => {
    const slabs = createSlabAllocator(512);
    const given = bytesOf(1000, 3);
    const kept = slabs.keep(given);
    given.fill(0);
    slabs.read(kept).fill(0);
    expect(slabs.read(kept).equals(bytesOf(1000, 3))).toBe(true);
  });

  test("stay whole while others of any length come and go, in the memory of those that went", () => {
    const slabs = createSlabAllocator(512);
    const held: { readonly kept: Allocation; readonly bytes: Buffer }[] = [];
    const turn = (seed: number): void => {
      const bytes = bytesOf((seed * 7919) % 20_000, seed);
      held.push({ kept: slabs.keep(bytes), bytes });
      if (held.length <= 300) return;
      const [gone] = held.splice((seed * 13) % held.length, 1);
      if (gone) slabs.drop(gone.kept);
    };
    for (let seed = 0; seed < 1000; seed += 1) turn(seed);
    const highest = (): number => Math.max(...held.map(({ kept }) => kept.first));
    const before = highest();
    for (let seed = 1000; seed < 5000; seed += 1) turn(seed);
    expect(held.every(({ kept, bytes }) => slabs.read(kept).equals(bytes))).toBe(true);
    expect(highest()).toBeLessThan(before + MB / 512);
  });

  test("leave nothing behind when all is cleared", () => {
    const slabs = createSlabAllocator(4096);
    slabs.keep(bytesOf(5000, 4));
    slabs.clear();
    const kept = slabs.keep(bytesOf(9000, 5));
    expect(kept.first).toBe(0);
    expect(slabs.read(kept).equals(bytesOf(9000, 5))).toBe(true);
  });
});
