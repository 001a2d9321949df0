import { defer, type Observable, of, tap, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { type Page, paged } from "../../../../src/sources/kit/readers/paged.ts";
import type { HttpRequest } from "../../../../src/upstream/types.ts";
import { marbles, reading } from "../reading.ts";

const context = (pages: number) => reading(() => "", { pages });

/** A reader of pages by number, answered by `answers` in turn; it notes each request's address. */
function numbered(answers: (page: number) => Observable<Page<string>>, limit = 99) {
  const asked: string[] = [];
  const read = paged(
    { pages: ({ page, cursor }) => (page > limit ? undefined : { url: `https://up.example/${page}/${cursor ?? ""}` }) },
    (request: HttpRequest) => {
      asked.push(request.url);
      return answers(asked.length);
    },
  );
  return { asked, read };
}

describe("paged", () => {
  it("asks a page only when the one before was read, and stops at the limit of pages", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { asked, read } = numbered((page) => cold("----(x|)", { x: { items: [`${page}a`, `${page}b`] } }));
      const items$ = read({}, context(2));
      expect(asked).toEqual([]);
      expectObservable(items$).toBe("----(ab)(cd|)", { a: "1a", b: "1b", c: "2a", d: "2b" });
      flush();
      expect(asked).toEqual(["https://up.example/1/", "https://up.example/2/"]);
    });
  });

  it("asks no further page when nobody listens any more", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const first = cold<Page<string>>("--(x|)", { x: { items: ["a"] } });
      const second = cold<Page<string>>("-----(x|)", { x: { items: ["b"] } });
      const { asked, read } = numbered((page) => (page === 1 ? first : second));
      expectObservable(read({}, context(3)), "^---!").toBe("--a", { a: "a" });
      expectSubscriptions(first.subscriptions).toBe("^-!");
      expectSubscriptions(second.subscriptions).toBe("--^-!");
      flush();
      expect(asked).toHaveLength(2);
    });
  });

  it("ends with an empty page, and with one that repeats the page before", () => {
    marbles().run(({ expectObservable, flush }) => {
      const empty = numbered((page) => of({ items: page < 3 ? [`${page}`] : [] }));
      expectObservable(empty.read({}, context(9))).toBe("(ab|)", { a: "1", b: "2" });
      const same = numbered(() => of({ items: ["a", "b"] }));
      expectObservable(same.read({}, context(9))).toBe("(ab|)");
      flush();
      expect([empty.asked.length, same.asked.length]).toEqual([3, 2]);
    });
  });

  it("hands cursors on, and ends where there is none or no further request", () => {
    marbles().run(({ expectObservable, flush }) => {
      const cursors = numbered((page) => of({ items: [`${page}`], next: page < 2 ? "c2" : null }));
      expectObservable(cursors.read({}, context(9))).toBe("(ab|)", { a: "1", b: "2" });
      const limited = numbered((page) => of({ items: [`${page}`] }), 1);
      expectObservable(limited.read({}, context(9))).toBe("(a|)", { a: "1" });
      flush();
      expect(cursors.asked).toEqual(["https://up.example/1/", "https://up.example/2/c2"]);
      expect(limited.asked).toHaveLength(1);
    });
  });

  it("asks no further page once there are enough items", () => {
    marbles().run(({ expectObservable, flush }) => {
      const { asked, read } = numbered((page) => of({ items: [`${page}a`, `${page}b`] }));
      expectObservable(read({}, { ...context(9), enoughItems: 3 })).toBe("(abcd|)", {
        a: "1a",
        b: "1b",
        c: "2a",
        d: "2b",
      });
      flush();
      expect(asked).toHaveLength(2);
    });
  });

  it("keeps what it has, and says so, where the turn of a further page does not come", () => {
    marbles().run(({ expectObservable, flush }) => {
      const unqueued = new SourceError("timeout", "duck was not asked.", { rests: false, unqueued: true });
      const refused = () => throwError(() => unqueued);
      const { read } = numbered((page) => (page === 1 ? of({ items: ["a"] }) : refused()));
      const notices: unknown[] = [];
      const noting = { ...context(9), notice: (notice: unknown) => void notices.push(notice) };
      expectObservable(read({}, noting)).toBe("(a|)");
      expectObservable(numbered(refused).read({}, context(9))).toBe("#", undefined, unqueued);
      flush();
      expect(notices).toEqual([{ kind: "unread", text: "Page 2 was not asked: duck was not asked." }]);
    });
  });

  it("asks once where there are no pages", () => {
    marbles().run(({ expectObservable }) => {
      const once = paged({ request: () => ({ url: "https://up.example/" }) }, () => of({ items: ["a"], next: "more" }));
      expectObservable(once({}, context(9))).toBe("(a|)");
    });
  });

  it("fails after the items that came before the failure", () => {
    marbles().run(({ cold, expectObservable }) => {
      const failure = new SourceError("rate-limited", "slow down");
      const { read } = numbered((page) =>
        page === 1 ? cold("-(x|)", { x: { items: ["a"] } }) : cold("-#", {}, failure),
      );
      expectObservable(read({}, context(9))).toBe("-a#", { a: "a" }, failure);
    });
  });

  it("names each page in the cache by method, address and body", () => {
    const kept = reading(() => "", { pages: 1 });
    const read = paged({ request: () => ({ url: "https://up.example/", method: "POST" as const, body: "q=1" }) }, () =>
      of({ items: ["a"] }),
    );
    read({}, kept).subscribe();
    expect(kept.held).toEqual([{ name: "POST https://up.example/ q=1", holding: { anySite: false } }]);
  });

  it("has a held page say again what was said of it, but not what was said of the request that brought it", () => {
    const store = new Map<string, unknown>();
    const ask = () => {
      const kept = reading(() => "", { cached: held });
      paged({ request: () => ({ url: "https://up.example/" }) }, (_request, _input, { notice }) =>
        defer(() => {
          notice({ kind: "note", text: "Lyon understood as Lyon (69123)" });
          notice({ kind: "note", once: true, text: "that cost a cent" });
          notice({ kind: "dropped", count: 1, why: "odd" });
          return of({ items: ["a"] });
        }),
      )({}, kept).subscribe();
      return kept.notices;
    };
    const once = { kind: "note", once: true, text: "that cost a cent" };
    const ofThePage = [
      { kind: "note", text: "Lyon understood as Lyon (69123)" },
      { kind: "dropped", count: 1, why: "odd" },
    ];
    expect(ask()).toEqual([once, ...ofThePage]);
    expect(ask()).toEqual(ofThePage);

    function held<T>(name: string, value$: Observable<T>): Observable<T> {
      const before = store.get(name);
      return before === undefined ? value$.pipe(tap((value) => store.set(name, value))) : of(before as T);
    }
  });

  it("says what was said before a failure", () => {
    const failing = reading(() => "");
    const failure = new SourceError("changed", "no");
    paged({ request: () => ({ url: "https://up.example/" }) }, (_request, _input, { notice }) =>
      defer(() => {
        notice({ kind: "note", text: "said" });
        return throwError(() => failure);
      }),
    )({}, failing).subscribe({ error: () => undefined });
    expect(failing.notices).toEqual([{ kind: "note", text: "said" }]);
  });

  it("gives the request the key that is set", () => {
    const keys: string[] = [];
    const read = paged(
      {
        request: ({ key }) => {
          keys.push(key);
          return { url: "https://up.example/" };
        },
      },
      () => of({ items: ["a"] }),
    );
    read(
      {},
      reading(() => ""),
    ).subscribe();
    read(
      {},
      reading(() => "", { keys: { A_KEY: "secret" } }),
    ).subscribe();
    expect(keys).toEqual(["", "secret"]);
  });
});
