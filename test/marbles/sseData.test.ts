import { from, lastValueFrom, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { sseData } from "../../src/operators/sseData.ts";
import { virtualTime } from "./virtualTime.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const tooLong = (): Error => new Error("too long");
const read = (...chunks: readonly Uint8Array[]) => lastValueFrom(from(chunks).pipe(sseData(1000, tooLong), toArray()));

describe("sseData", () => {
  test("emits an event when its blank line has come", () =>
    virtualTime(({ cold, expectObservable }) => {
      const bytes$ = cold("--x--y--z--|", { x: bytes("data: a\n"), y: bytes("\ndata:b\n\n"), z: bytes(": ping\n\n") });
      expectObservable(bytes$.pipe(sseData(1000, tooLong))).toBe("-----(ab)--|");
    }));

  test("passes an error on, and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const broken$ = cold("-x-#", { x: bytes("data: a\n\ndata: half") });
      expectObservable(broken$.pipe(sseData(1000, tooLong))).toBe("-a-#");
      const open$ = cold("  -x--", { x: bytes("data: a\n\n") });
      expectObservable(open$.pipe(sseData(1000, tooLong)), "^--!").toBe("-a--");
      expectSubscriptions(open$.subscriptions).toBe("^--!");
    }));

  test("fails on an event that is too long, with lines and without", () =>
    virtualTime(({ cold, expectObservable }) => {
      const x = bytes(`data: ${"a".repeat(20)}`);
      expectObservable(cold("-x-|", { x }).pipe(sseData(9, tooLong))).toBe("-#", undefined, tooLong());
      const lines = { x: bytes("data: aaaa\n") };
      expectObservable(cold("-xx-|", lines).pipe(sseData(12, tooLong))).toBe("--#", undefined, tooLong());
    }));

  test("reads any cut: within letters, between CR and LF", async () => {
    const whole = bytes("data: ä€𝄞\r\ndata: 2\r\n\r\nevent: x\r\ndata: b\r\r");
    const expected = ["ä€𝄞\n2", "b"];
    expect(await read(whole)).toEqual(expected);
    expect(await read(...[...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test("takes what follows the last blank line too", async () => {
    expect(await read(bytes("data: a\n\ndata: b"))).toEqual(["a", "b"]);
    expect(await read()).toEqual([]);
  });
});
