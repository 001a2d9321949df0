import { defer, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { heartbeat } from "../../src/tasks/heartbeat.ts";
import { virtualTime } from "./virtualTime.ts";

const self = { id: "me", machine: "here", pid: 1 };
const options = { everyMs: 4, keepMs: 100, isAlive: (pid: number) => pid === 7, now: () => 1_000 };

describe("heartbeat", () => {
  test("beats at once and again, gives back in slices until nothing is left, and tells what is over", () =>
    virtualTime(({ expectObservable, flush }) => {
      const asked: string[] = [];
      const reclaimed: number[] = [];
      let claims = 150;
      let beats = 0;
      const store = {
        beat: () => of(beats++ === 1 ? ["t"] : []),
        pids: () => of([7, 8]),
        reclaim: (_self: unknown, alive: readonly number[], most: number) =>
          defer(() => {
            const given = Math.min(claims, most);
            claims -= given;
            asked.push(`${alive.join()} ${given}`);
            return of(given);
          }),
        sweep: (before: number) => {
          expect(before).toBe(900);
          return of(undefined);
        },
      };
      const onReclaimed = (given: number) => void reclaimed.push(given);
      expectObservable(heartbeat(store, self, { ...options, onReclaimed }), "^-----!").toBe("----t");
      flush();
      expect(reclaimed).toEqual([100, 50]);
      expect(asked).toEqual(["7 100", "7 50", "7 0"]);
    }));

  test("asks no more once nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const beat$ = cold<string[]>("---(b|)", { b: [] });
      const store = { beat: () => beat$, pids: () => of([]), reclaim: () => of(0), sweep: () => of(undefined) };
      expectObservable(heartbeat(store, self, options), "^----!").toBe("");
      expectSubscriptions(beat$.subscriptions).toBe(["^--!", "----^!"]);
    }));

  test("fails as the store fails", () =>
    virtualTime(({ expectObservable }) => {
      const broken = () => throwError(() => "full");
      const store = { beat: broken, pids: broken, reclaim: broken, sweep: broken };
      expectObservable(heartbeat(store, self, options)).toBe("#", undefined, "full");
    }));
});
