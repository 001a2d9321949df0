import { asyncScheduler, map, tap } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { ByteBudget, FREE_BYTES } from "../../src/in-flight.ts";
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

  test("refuses a body that there is no room for at once, and a client's that would leave too little for others'", () => {
    const budget = new ByteBudget(1_000 * KB);
    const reserve = (kb: number, client: string) => budget.reserve(kb * KB, client);
    const first = reserve(400, "greedy");
    const second = reserve(300, "greedy");
    expect(() => reserve(200, "greedy")).toThrow(/no room for another body/);
    const other = reserve(200, "seldom");
    // So small a body is never refused, and so is nobody's that comes to an empty house.
    const small = reserve(FREE_BYTES / KB, "greedy");
    expect(() => reserve(150, "third")).toThrow(SourceError);
    for (const room of [first, second, other, small]) room.release();
    expect(budget.heldBytes).toBe(0);
    const large = reserve(5_000, "greedy");
    large.release();
    large.resize(9_000);
    expect(budget.heldBytes).toBe(0);
  });

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
    const room = budget.reserve(500);
    room.resize(20);
    expect(budget.heldBytes).toBe(20);
    const third = budget.hold([memory]);
    room.becomes([memory]);
    expect(budget.heldBytes).toBe(600);
    third();
    expect(budget.heldBytes).toBe(600);
    room.release();
    room.release();
    expect(budget.heldBytes).toBe(0);
  });
});
