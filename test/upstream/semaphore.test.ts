import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { semaphore } from "../../src/upstream/semaphore.ts";

describe("places", () => {
  it("tell what runs, what waits and for how long, and forget who left", () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable }) => {
      const place = semaphore(1, scheduler);
      const states: object[] = [];
      const look = (at: number) => scheduler.schedule(() => states.push(place.stats()), at);
      look(2);
      look(5);
      look(9);
      expectObservable(place(cold("---a--|"))).toBe("---a--|");
      expectObservable(place(cold("-b|")), "^--!").toBe("---");
      expectObservable(place(cold("-c|")), "-^-------").toBe("-------c|");
      scheduler.flush();
      expect(states).toEqual([
        { running: 1, waiting: 2, oldestMs: 2 },
        { running: 1, waiting: 1, oldestMs: 4 },
        { running: 0, waiting: 0, oldestMs: 0 },
      ]);
    });
  });
});
