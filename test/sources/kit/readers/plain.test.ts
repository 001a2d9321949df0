import { describe, expect, it } from "vitest";
import type { SourceError } from "../../../../src/errors.ts";
import { page, plain } from "../../../../src/sources/kit/readers/plain.ts";
import { get } from "../../../../src/sources/kit/requests/request.ts";
import { emptyOn } from "../../../../src/sources/kit/responses/answer.ts";
import { answer, marbles, reading } from "../reading.ts";

describe("plain", () => {
  const words = plain({
    pages: ({ page, cursor }) => get("https://up.example/", { page, cursor }),
    judge: emptyOn(404),
    items: (body) => body.split(" "),
    next: (body) => (body.includes("last") ? null : "more"),
  });

  it("reads page after page, each in its charset, until one says it is the last", () => {
    const bodies = ["a b", "é last"].map((body) => Buffer.from(body, "latin1"));
    const context = reading(
      () => answer(bodies.shift() ?? "", { headers: { "content-type": "text/plain; charset=iso-8859-1" } }),
      { pages: 5 },
    );
    const seen: string[] = [];
    words({}, context).subscribe((word) => seen.push(word));
    expect(seen).toEqual(["a", "b", "é", "last"]);
    expect(context.asked.map(({ url }) => url)).toEqual([
      "https://up.example/?page=1",
      "https://up.example/?page=2&cursor=more",
    ]);
  });

  it("is empty where the judge says so, and fails as the status says", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const missing = cold("-(x|)", { x: answer("", { status: 404 }) });
      expectObservable(
        words(
          {},
          reading(() => missing),
        ),
      ).toBe("-|");
      const slow = cold("--x", { x: answer("") });
      expectObservable(
        words(
          {},
          reading(() => slow),
        ),
        "-!",
      ).toBe("--");
      expectSubscriptions(slow.subscriptions).toBe("^!");
    });
    let failure: SourceError | undefined;
    words(
      {},
      reading(() => answer("", { status: 500 })),
    ).subscribe({
      error: (error) => {
        failure = error;
      },
    });
    expect(failure?.kind).toBe("unreachable");
  });
});

describe("page", () => {
  it("asks for a user's address under guard, once, and lets its refusal rest nothing", () => {
    const context = reading(() => answer("<p>seen"), { pages: 5 });
    const seen: number[] = [];
    const read = page({ redirect: "manual", items: ({ status }) => [status] });
    read({ url: "https://own.example/" }, context).subscribe((status) => seen.push(status));
    expect(seen).toEqual([200]);
    expect(context.asked).toMatchObject([{ url: "https://own.example/", guarded: true, redirect: "manual" }]);
    expect(context.held).toMatchObject([{ holding: { anySite: true } }]);
  });
});
