import { asyncScheduler, catchError, map, mergeMap, of, tap } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { ByteBudget, FREE_BYTES, type Reservation } from "../../src/in-flight.ts";
import { virtualTime } from "./virtualTime.ts";

const KB = 1024;
const bytes = (length: number) => new Uint8Array(length);
/** A letter is a chunk of 100 KB, so that two are more than passes for free. */
const chunks = map((_letter: string) => bytes(100 * KB));
const name = map((piece: Uint8Array) => (piece.length === 100 * KB ? "c" : "?"));
const isOverloaded = (error: unknown): boolean =>
  error instanceof SourceError && error.status === 503 && (error.retryAfterMs ?? 0) > 0;

describe("a budget of bytes in flight", () => {
  test("holds a body's source back while there is no room, and lets it go on with the room", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const budget = new ByteBudget(150 * KB);
      const said: string[] = [];
      const pause = (paused: boolean): void => void said.push(`${paused ? "held" : "on"} at ${asyncScheduler.now()}`);
      const first$ = cold("a--a----|").pipe(chunks, budget.receiving({ pause: () => said.push("the first") }));
      const second$ = cold("-a--a----a|").pipe(chunks, budget.receiving({ pause, patienceMs: 20 }), name);
      expectObservable(first$.pipe(name)).toBe("c--c----|");
      expectObservable(second$).toBe("         -c--c----c|");
      flush();
      expect(said).toEqual(["held at 4", "on at 8"]);
      expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
    }));

  test("fails a body that waits too long, and gives its room to the others", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const budget = new ByteBudget(150 * KB);
      const receiving = budget.receiving({ pause: () => {}, patienceMs: 3 });
      expectObservable(cold("aa---------|").pipe(chunks, receiving, name)).toBe("cc---------|");
      const late$ = cold("                   -aa--------|").pipe(chunks, receiving, name);
      expectObservable(late$.pipe(tap({ error: (error) => expect(isOverloaded(error)).toBe(true) }))).toBe(
        "-cc--#",
        undefined,
        expect.anything(),
      );
      flush();
      expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
    }));

  test("lets one body go on past it, so that two halves do not wait for each other", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const budget = new ByteBudget(300 * KB);
      let held = 0;
      const receiving = budget.receiving({
        pause: (paused) => {
          held += paused ? 1 : -1;
        },
        patienceMs: 50,
      });
      expectObservable(cold("aa---a|").pipe(chunks, receiving, name)).toBe("cc---c|");
      expectObservable(cold("-aa-----a|").pipe(chunks, receiving, name)).toBe("-cc-----c|");
      flush();
      expect([held, budget.heldBytes]).toEqual([0, 0]);
    }));

  test("counts nothing any more of a body that is unsubscribed or fails", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const budget = new ByteBudget(100 * KB);
      const receiving = budget.receiving({ pause: () => {}, patienceMs: 50 });
      const source$ = cold("aa----a");
      expectObservable(source$.pipe(chunks, receiving, name), "^--!").toBe("cc-");
      expectSubscriptions(source$.subscriptions).toBe("^--!");
      expectObservable(cold("aa-#").pipe(chunks, receiving, name)).toBe("cc-#");
      flush();
      expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
    }));

  test("lets reservations in by their order, and refuses those that wait too long", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const budget = new ByteBudget(1_000 * KB);
      /** Reserves with the letter; the room is given back after so many frames. */
      const entering = (at: string, kb: number, patienceMs: number, frames: number) =>
        cold(at).pipe(
          mergeMap(() => budget.reserve(kb * KB, patienceMs, asyncScheduler)),
          map((room) => {
            asyncScheduler.schedule(room.release, frames);
            return "in";
          }),
        );
      expectObservable(entering("a", 800, 9, 4)).toBe("r", { r: "in" });
      expectObservable(entering("-a", 900, 9, 4)).toBe("----r", { r: "in" });
      // It would fit, but stands behind the one before.
      expectObservable(entering("--a", 200, 9, 1)).toBe("--------r", { r: "in" });
      expectObservable(entering("--a", 990, 3, 1).pipe(catchError((error) => of(isOverloaded(error))))).toBe(
        "-----(o|)",
        { o: true },
      );
      // So small a body never waits.
      expectObservable(entering("---a", FREE_BYTES / KB, 9, 1)).toBe("---r", { r: "in" });
      // Who leaves the queue is not let in.
      expectObservable(entering("--a", 1_000, 9, 1), "^--!").toBe("---");
      // More than the budget enters when nothing else is there.
      expectObservable(entering("---------- 10ms a", 5_000, 9, 1)).toBe("---------- 10ms r", { r: "in" });
      flush();
      expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
    }));

  test("counts memory once however many hold it, and a reservation by what it turned out to be", () => {
    const budget = new ByteBudget(KB);
    const memory = new Uint8Array(600);
    const first = budget.hold([memory.subarray(0, 300), memory.subarray(300)]);
    const second = budget.hold([memory]);
    expect(budget.heldBytes).toBe(600);
    first();
    first();
    expect(budget.heldBytes).toBe(600);
    second();
    expect(budget.heldBytes).toBe(0);
    const rooms: Reservation[] = [];
    budget.reserve(500).subscribe((room) => rooms.push(room));
    rooms[0]?.resize(20);
    expect(budget.heldBytes).toBe(20);
    rooms[0]?.release();
    rooms[0]?.release();
    expect(budget.heldBytes).toBe(0);
  });
});
