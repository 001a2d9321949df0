import { EMPTY, NEVER, type Observable, of, switchMap, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { createAdmission } from "../../src/admission/admission.ts";
import { CLASS_LIMITS, type ClassLimits } from "../../src/admission/classes.ts";
import { SourceError } from "../../src/errors.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const one = { id: "one", weight: 1 };
const other = { id: "other", weight: 1 };

const limited = (search: Partial<ClassLimits>, lag$: Observable<number> = NEVER) =>
  createAdmission({
    limits: { ...CLASS_LIMITS, search: { most: 1, waiting: 10, deadlineMs: 50, ...search } },
    lag$,
  });

const overloaded = (running: number, waiting: number, seconds = 1) =>
  new SourceError(
    "overloaded",
    `The service has as many requests of this kind (search) as it can answer: ${running} are under way, ${waiting} wait. ` +
      `Ask again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retryAfterMs: seconds * 1000, rests: false },
  );

describe("admitted", () => {
  test("begins at once while there is room, else when there is", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const { admitted } = limited({});
      const [a, b] = [cold("--a--|"), cold("--b|")];
      expectObservable(a.pipe(admitted("search", one))).toBe("--a--|");
      expectObservable(b.pipe(admitted("search", one))).toBe("-------b|");
      expectSubscriptions(a.subscriptions).toBe("^----!");
      expectSubscriptions(b.subscriptions).toBe("-----^--!");
    });
  });

  test("what would begin too late is refused at once where those that wait do not begin as often as before", () => {
    marbles().run(({ cold, expectObservable }) => {
      const { admitted } = limited({});
      // One that is over at once says that each is.
      expectObservable(cold("-a|").pipe(admitted("search", one))).toBe("-a|");
      const later = (ms: number, client: typeof one, work$: Observable<string>) =>
        cold(`${ms}ms x`).pipe(switchMap(() => work$.pipe(admitted("search", client))));
      expectObservable(later(5, one, cold("100ms b|"))).toBe("105ms b");
      expectObservable(later(6, one, cold("c|"))).toBe("56ms #", undefined, overloaded(1, 0));
      // Nothing has begun for thirty milliseconds, and two stand before it.
      expectObservable(later(36, one, cold("d|"))).toBe("36ms #", undefined, overloaded(1, 1));
    });
  });

  test("those that wait in vain are refused as soon as that shows, before their deadline", () => {
    marbles().run(({ cold, expectObservable }) => {
      const { admitted } = limited({ least: 1, deadlineMs: 50 }, cold("5ms a|", { a: 0 }));
      const asked = (name: string) =>
        cold("-x|").pipe(switchMap(() => cold(`15ms (${name}|)`).pipe(admitted("search", one))));
      // That each takes fifteen milliseconds is known when the first ends: the fourth would begin after 46.
      for (const [name, at] of [
        ["b", 16],
        ["c", 31],
        ["d", 46],
      ] as const)
        expectObservable(asked(name)).toBe(`${at}ms (${name}|)`);
      expectObservable(asked("e")).toBe("61ms (e|)");
      expectObservable(asked("f")).toBe("21ms #", undefined, overloaded(1, 2));
    });
  });

  test("classes do not wait for each other, and what is light waits for nobody", () => {
    marbles().run(({ cold, expectObservable }) => {
      const { admitted } = limited({});
      expectObservable(cold("---a|").pipe(admitted("search", one))).toBe("---a|");
      expectObservable(cold("-b|").pipe(admitted("extract", one))).toBe("-b|");
      for (let index = 0; index < 500; index += 1)
        expectObservable(cold("-c|").pipe(admitted("light", one))).toBe("-c|");
    });
  });

  test("another client's first is next, before what a busy one has waiting", () => {
    marbles().run(({ cold, expectObservable }) => {
      const { admitted } = limited({});
      expectObservable(cold("--a|").pipe(admitted("search", one))).toBe("--a|");
      expectObservable(cold("--b|").pipe(admitted("search", one))).toBe("-----b|");
      expectObservable(cold("--c|").pipe(admitted("search", one))).toBe("-----------c|");
      const late$ = cold("----(d|)").pipe(switchMap(() => cold("--d|").pipe(admitted("search", other))));
      expectObservable(late$).toBe("--------d|");
    });
  });

  test("one client alone leaves room for another", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const { admitted } = limited({ most: 10 });
      const works = Array.from({ length: 10 }, () => cold("------a|"));
      for (const [index, work] of works.entries())
        expectObservable(work.pipe(admitted("search", one)), index < 8 ? "^-----!" : "^----!");
      const theirs = cold("-b|");
      expectObservable(theirs.pipe(admitted("search", other))).toBe("-b|");
      expectSubscriptions(theirs.subscriptions).toBe("^-!");
      for (const work of works.slice(0, 8)) expectSubscriptions(work.subscriptions).toBe("^-----!");
      for (const work of works.slice(8)) expectSubscriptions(work.subscriptions).toBe([]);
    });
  });

  test("refuses at its deadline what has not begun, and begins it never", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const { admitted, queues } = limited({ deadlineMs: 5 });
      const late = cold("-b|");
      expectObservable(cold("9ms a|").pipe(admitted("search", one))).toBe("9ms a|");
      expectObservable(late.pipe(admitted("search", other))).toBe("5ms #", undefined, overloaded(1, 0));
      expectSubscriptions(late.subscriptions).toBe([]);
      expectObservable(
        of(1).pipe(() => NEVER),
        "20ms !",
      ).toBe("");
      expect(queues.get("search")?.()).toMatchObject({ running: 0, waiting: 0, shed: 0 });
    });
  });

  test("refuses at once what by the time that others took would begin too late", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { admitted, queues } = limited({ deadlineMs: 3_000 });
      const asked = () => cold("999ms (a|)").pipe(admitted("search", one));
      expectObservable(asked()).toBe("999ms (a|)");
      // One ahead takes a second; with two ahead it would be three with caution, with three it is too long.
      const later = () => cold("1s (x|)").pipe(switchMap(asked));
      expectObservable(later()).toBe("1999ms (a|)");
      expectObservable(later()).toBe("2998ms (a|)");
      expectObservable(later()).toBe("3997ms (a|)");
      expectObservable(later()).toBe("1s #", undefined, overloaded(1, 2, 3));
      flush();
      expect(queues.get("search")?.()?.shed).toBe(1);
    });
  });

  test("where too many wait, the last of whoever has most waiting is refused", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const { admitted } = limited({ waiting: 2 });
      expectObservable(cold("---a|").pipe(admitted("search", one))).toBe("---a|");
      expectObservable(cold("---b|").pipe(admitted("search", one))).toBe("-------b|");
      expectObservable(cold("---c|").pipe(admitted("search", one))).toBe("#", undefined, overloaded(1, 2));
      const theirs = cold("--d|");
      expectObservable(theirs.pipe(admitted("search", other))).toBe("----------d|");
      expectSubscriptions(theirs.subscriptions).toBe("--------^--!");
      expectObservable(cold("--e|").pipe(admitted("search", other))).toBe("#", undefined, overloaded(1, 2));
    });
  });

  test("errors pass and give the room back; so do leaving while under way and while waiting", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const { admitted } = limited({});
      const left = cold("-b|");
      expectObservable(cold("--#").pipe(admitted("search", one))).toBe("--#");
      expectObservable(left.pipe(admitted("search", one)), "^!").toBe("");
      expectObservable(cold("-----c").pipe(admitted("search", one)), "^---!").toBe("");
      expectObservable(cold("-d|").pipe(admitted("search", one))).toBe("-----d|");
      expectSubscriptions(left.subscriptions).toBe([]);
    });
  });

  test("what ends within its subscription holds no room", () => {
    const { admitted, queues } = limited({});
    const seen: unknown[] = [];
    for (const source$ of [of(1), EMPTY, throwError(() => new Error("no")), of(2)])
      source$.pipe(admitted("search", one)).subscribe({
        next: (value) => seen.push(value),
        error: (error) => seen.push(String(error)),
      });
    expect(seen).toEqual([1, "Error: no", 2]);
    expect(queues.get("search")?.()).toEqual({ running: 0, limit: 1, waiting: 0, oldestMs: 0, shed: 0 });
  });

  test("a thread that is late lets fewer begin, one that keeps its time more again", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const lag$ = cold("-h--llll----", { h: 100, l: 0 });
      const { admitted, queues } = createAdmission({
        limits: { ...CLASS_LIMITS, search: { most: 4, least: 2, waiting: 10, deadlineMs: 50 } },
        lag$,
      });
      const clients = ["a", "b", "c", "d"].map((id) => ({ id, weight: 1 }));
      const works = clients.map(() => cold("---x|"));
      const next = ["e", "f", "g", "h"].map((id) => ({ id, work: cold("-----x|") }));
      for (const [index, work] of works.entries())
        expectObservable(work.pipe(admitted("search", clients[index] ?? one))).toBe("---x|");
      for (const { id, work } of next)
        expectObservable(work.pipe(admitted("search", { id, weight: 1 })), "^----------!");
      expectSubscriptions(lag$.subscriptions).toBe("^----------!");
      // Three of the four that were under way may follow; the fourth once the thread has kept its time for a while.
      for (const { work } of next.slice(0, 3)) expectSubscriptions(work.subscriptions).toBe("----^-----!");
      expectSubscriptions(next[3]?.work.subscriptions ?? []).toBe("-------^---!");
      expect(queues.get("search")?.()?.limit).toBe(4);
    });
  });
});
