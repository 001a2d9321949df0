import { defer, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { untilOver } from "../../src/mcp/tasks/progress.ts";
import type { StoredTask } from "../../src/mcp/tasks/stored.ts";
import { virtualTime } from "./virtualTime.ts";

const task = (kept: number, more: Partial<StoredTask> = {}): StoredTask => ({
  id: "t",
  kind: "crawl",
  state: "running",
  created_at: "2026-01-01T00:00:00.000Z",
  pages: { kept, failed: 0, disallowed: 0, waiting: 1, under_way: 1 },
  ...more,
});
const OVER = task(2, { state: "completed", ended_at: "2026-01-01T00:00:03.000Z" });

describe("untilOver", () => {
  test("asks every so often, tells what has changed, and completes with the end", () =>
    virtualTime(({ now, expectObservable, flush }) => {
      let asked = 0;
      const task$ = defer(() => {
        asked += 1;
        return of(now() < 200 ? task(0) : now() < 300 ? task(1) : OVER);
      });
      expectObservable(untilOver(task$, 100)).toBe("a 199ms b 99ms (c|)", { a: task(0), b: task(1), c: OVER });
      flush();
      expect(asked).toBe(4);
    }));

  test("fails as the question fails: a task that is forgotten meanwhile is not waited for", () =>
    virtualTime(({ now, expectObservable }) => {
      const task$ = defer(() => (now() < 100 ? of(task(0)) : throwError(() => "gone")));
      expectObservable(untilOver(task$, 100)).toBe("a 99ms #", { a: task(0) }, "gone");
    }));

  test("asks no more once nobody listens", () =>
    virtualTime(({ expectObservable, flush }) => {
      let asked = 0;
      const task$ = defer(() => {
        asked += 1;
        return of(task(asked));
      });
      expectObservable(untilOver(task$, 100), "150ms !").toBe("a 99ms b", { a: task(1), b: task(2) });
      flush();
      expect(asked).toBe(2);
    }));
});
