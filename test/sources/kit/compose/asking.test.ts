import { concat, map, of } from "rxjs";
import { describe, expect, it } from "vitest";
import { withBackoff } from "../../../../src/sources/kit/compose/backoff.ts";
import { cachedReader } from "../../../../src/sources/kit/compose/cached-reader.ts";
import { retryWithCookie } from "../../../../src/sources/kit/compose/retry-with-cookie.ts";
import type { Reader } from "../../../../src/sources/source.ts";
import type { HttpResponse } from "../../../../src/upstream/types.ts";
import { answer, marbles, reading } from "../reading.ts";

const request = { url: "https://up.example/" };
const once: Reader<unknown, number> = (_, context) => context.fetch(request).pipe(map(({ status }) => status));
const twice: Reader<unknown, number> = (input, context) => concat(once(input, context), once(input, context));

describe("askedAgain", () => {
  const again = retryWithCookie(({ status }) => status === 403, once);

  it("asks once more after such an answer, and takes the second one", () => {
    marbles().run(({ cold, expectObservable }) => {
      const answers = [answer("", { status: 403 }), answer("", { status: 200 })];
      const context = reading(() => cold("--(x|)", { x: answers.shift() ?? answer("", { status: 500 }) }));
      expectObservable(again({}, context)).toBe("----(x|)", { x: 200 });
    });
  });

  it("asks at most twice, and once where the answer will do", () => {
    const refused = reading(() => answer("", { status: 403 }));
    const served = reading(() => answer(""));
    const seen: number[] = [];
    again({}, refused).subscribe((status) => seen.push(status));
    again({}, served).subscribe((status) => seen.push(status));
    expect(seen).toEqual([403, 200]);
    expect([refused.asked.length, served.asked.length]).toEqual([2, 1]);
  });
});

describe("backingOff", () => {
  const patient = withBackoff(({ headers }: HttpResponse) => Number(headers["wait"] ?? 0), twice);

  it("waits as long as the last answer asked before it asks again", () => {
    const scheduler = marbles();
    scheduler.run(({ cold, expectObservable }) => {
      const respond = () => cold("-(x|)", { x: answer("", { headers: { wait: "5" } }) });
      const context = reading(respond, { now: () => scheduler.now() });
      expectObservable(patient({}, context)).toBe("-a-----(b|)", { a: 200, b: 200 });
    });
  });

  it("does not keep anybody for more than a minute", () => {
    const context = reading(() => answer("", { headers: { wait: "60001" } }), { now: () => 0 });
    const seen: unknown[] = [];
    patient({}, context).subscribe({ next: (status) => seen.push(status), error: ({ kind }) => seen.push(kind) });
    expect(seen).toEqual([200, "rate-limited"]);
    expect(context.asked.length).toBe(1);
  });

  it("does not wait unasked, and stops waiting when unsubscribed", () => {
    const scheduler = marbles();
    scheduler.run(({ cold, expectObservable, flush }) => {
      const now = () => scheduler.now();
      const quick = reading(() => cold("-(x|)", { x: answer("") }), { now });
      expectObservable(patient({}, quick)).toBe("-a(b|)", { a: 200, b: 200 });
      let sent = 0;
      const slow = reading(
        () => {
          sent += 1;
          return cold("-(x|)", { x: answer("", { headers: { wait: "50" } }) });
        },
        { now },
      );
      expectObservable(patient({}, slow), "^---------!").toBe("-a", { a: 200 });
      flush();
      expect(sent).toBe(1);
    });
  });
});

describe("kept", () => {
  it("holds what was read for every query of the source", () => {
    const context = reading(() => "");
    const token: Reader<unknown, string> = (_, { cached }) => cached("token", of("abc"));
    cachedReader(3_600_000, token)({}, context).subscribe();
    expect(context.held).toEqual([{ name: "token", holding: { ttlMs: 3_600_000, told: false } }]);
  });
});
