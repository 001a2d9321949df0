import { describe, expect, test } from "vitest";
import { FairQueue } from "../../src/admission/fair-queue.ts";

const a = { id: "a", weight: 1 };
const b = { id: "b", weight: 1 };

function drained<T>(queue: FairQueue<T>, most = Number.POSITIVE_INFINITY): T[] {
  const taken: T[] = [];
  while (queue.size > 0 && taken.length < most) {
    const item = queue.take();
    if (item !== undefined) taken.push(item);
  }
  return taken;
}

function filled(...items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push({ id: item.charAt(0), weight: 1 }, item);
  return queue;
}

describe("FairQueue", () => {
  test("within a client first come, first served; between clients by turns", () => {
    expect(drained(filled("a1", "a2", "a3", "b1", "b2", "c1"))).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("one that asks seldom is next, however much of another waits", () => {
    const queue = filled("a1", "a2", "a3", "a4", "a5");
    expect(drained(queue, 2)).toEqual(["a1", "a2"]);
    queue.push(b, "b1");
    expect(drained(queue, 2)).toContain("b1");
  });

  test("a client that comes back has no more than its share", () => {
    const queue = filled("a1", "a2", "a3", "a4");
    const taken: string[] = [];
    for (let turn = 1; taken.length < 6; turn += 1) {
      queue.push(b, `b${turn}`);
      taken.push(...drained(queue, 2));
    }
    expect(taken.filter((item) => item.startsWith("b"))).toHaveLength(3);
  });

  test("a client of twice the weight is served twice as often", () => {
    const queue = new FairQueue<string>();
    for (let index = 0; index < 30; index += 1) {
      queue.push({ id: "heavy", weight: 2 }, `heavy${index}`);
      queue.push(a, `a${index}`);
    }
    const taken = drained(queue, 30);
    expect(taken.filter((item) => item.startsWith("heavy"))).toHaveLength(20);
  });

  test("a weight that is none, or out of bounds, keeps nobody waiting for ever", () => {
    const queue = new FairQueue<string>();
    queue.push({ id: "none", weight: Number.NaN }, "none");
    queue.push({ id: "zero", weight: 0 }, "zero1");
    queue.push({ id: "zero", weight: 0 }, "zero2");
    for (let index = 0; index < 20; index += 1) queue.push(a, `a${index}`);
    expect(drained(queue, 14)).toEqual(expect.arrayContaining(["none", "zero1", "zero2"]));
  });

  test("says how many are ahead of one that comes now", () => {
    const queue = filled("a1", "a2", "a3", "a4", "c1");
    // Of each that waits, those whose turn is not after its own.
    expect(queue.ahead(b)).toBe(2);
    expect(queue.ahead(a)).toBe(5);
    expect(queue.ahead({ id: "c", weight: 1 })).toBe(3);
    const before = queue.ahead(b);
    queue.push(b, "b1");
    expect(drained(queue).indexOf("b1")).toBeLessThanOrEqual(before);
  });

  test("what is removed is not taken, and does not count", () => {
    const queue = filled("a1", "a2", "b1");
    expect(queue.delete(a, "a1")).toBe(true);
    expect(queue.delete(a, "a1")).toBe(false);
    expect(queue.delete({ id: "unknown", weight: 1 }, "a2")).toBe(false);
    expect([queue.size, queue.clients, queue.has(a, "a2"), queue.has(a, "a1")]).toEqual([2, 2, true, false]);
    expect(drained(queue)).toEqual(["a2", "b1"]);
    expect([queue.peek(), queue.take(), queue.size]).toEqual([undefined, undefined, 0]);
  });

  test("takes the next that is accepted, past those that are not", () => {
    const queue = filled("a1", "a2", "b1");
    expect(queue.peek()).toBe("a1");
    expect(queue.take((item) => !item.startsWith("a"))).toBe("b1");
    expect(queue.take((item) => item === "a2")).toBe("a2");
    expect(queue.take((item) => item === "a2")).toBeUndefined();
    expect([...queue]).toEqual(["a1"]);
  });

  test("drops the last of whoever has most waiting, unless that is the one who comes", () => {
    const queue = filled("a1", "a2", "a3", "b1");
    expect(queue.dropLongest(b)).toBe("a3");
    expect(queue.dropLongest(b)).toBeUndefined();
    expect(queue.dropLongest(a)).toBeUndefined();
    expect(queue.size).toBe(3);
  });

  test("does not remember whoever once came", () => {
    const queue = new FairQueue<number>();
    queue.push(a, -1);
    queue.push(a, -2);
    for (let index = 0; index < 5_000; index += 1) {
      queue.push({ id: `client ${index}`, weight: 1 }, index);
      queue.take((item) => item >= 0);
    }
    expect(queue.remembered).toBeLessThanOrEqual(1_000);
    expect(drained(queue)).toEqual([-1, -2]);
    expect(queue.remembered).toBe(0);
  });
});
