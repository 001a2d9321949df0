import { describe, it } from "vitest";
import { listed } from "../../../src/sources/marketplace/listing.ts";
import { marbles, reading } from "../kit/reading.ts";

const context = reading(() => "");

const a = { id: 1, title: "a" };
const b = { url: "https://shop.example/b", title: "b" };
const c = { title: "c" };

describe("listed", () => {
  it("tells an offer once, by its id, else its address, else all of it, and its place", () => {
    marbles().run(({ cold, expectObservable }) => {
      const offers$ = cold<{ id?: number; url?: string; title: string }>("-a-b-a-b-c-c-|", { a, b, c });
      expectObservable(listed(() => offers$)("q", context)).toBe("-a-b-----c---|", {
        a: { ...a, position: 1 },
        b: { ...b, position: 2 },
        c: { ...c, position: 3 },
      });
    });
  });

  it("passes failures on, and unsubscribes", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const broken$ = cold<typeof a>("-a-#", { a }, new Error("broken"));
      expectObservable(listed(() => broken$)("q", context)).toBe(
        "-a-#",
        { a: { ...a, position: 1 } },
        new Error("broken"),
      );
      const long$ = cold<typeof a>("-a---|", { a });
      expectObservable(listed(() => long$)("q", context), "--!").toBe("-a", { a: { ...a, position: 1 } });
      expectSubscriptions(long$.subscriptions).toBe("^-!");
    });
  });
});
