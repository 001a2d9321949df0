import { of } from "rxjs";
import { describe, expect, it } from "vitest";
import { createHistory } from "../../src/metrics/history.ts";
import { createRings } from "../../src/metrics/rings.ts";
import { createSourceDays } from "../../src/metrics/source-days.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe("the rings of the history", () => {
  it("keep the last points of each range, coarser for longer ones, in memory that does not grow", () => {
    const rings = createRings();
    for (let n = 1; n <= 1_000; n += 1) rings.add(n * 5 * SECOND, { requests_per_s: n });
    const near = rings.read("15m");
    expect([near.length, near[0]?.requests_per_s, near.at(-1)]).toEqual([
      180,
      821,
      { at: new Date(5_000 * SECOND).toISOString(), requests_per_s: 1_000 },
    ]);
    const hour = rings.read("1h");
    expect([hour.length, hour.at(-1)?.requests_per_s]).toEqual([180, (997 + 998 + 999 + 1_000) / 4]);
    expect(rings.read("24h").length).toBe(Math.floor(1_000 / 60));
    expect(rings.bytes).toBeLessThan(100_000);
  });

  it("tell the worst delay of a longer span, and nothing of what nobody knows", () => {
    const rings = createRings();
    for (const delay of [1, 9, 2, 3]) rings.add(SECOND, { event_loop_delay_ms: delay, jobs: undefined });
    expect(rings.read("1h")).toEqual([{ at: "1970-01-01T00:00:01.000Z", event_loop_delay_ms: 9 }]);
    expect(rings.read("24h")).toEqual([]);
  });
});

describe("the days of sources", () => {
  it("count answers and failures by hour, and how long answers took, for 24 hours", () => {
    let at = 100 * HOUR;
    const days = createSourceDays(() => at);
    for (const time_ms of [10, 20, 30, 40]) days.add({ id: "alpha", status: "ok", items: 1, time_ms });
    days.add({ id: "alpha", status: "blocked", items: 0, time_ms: 5_000, error: "No." });
    days.add({ id: "keyed", status: "missing-key", items: 0, time_ms: 0 });
    at += 2 * HOUR;
    days.add({ id: "alpha", status: "empty", items: 0, time_ms: 50 });
    const alpha = days.read().get("alpha");
    expect(alpha).toMatchObject({ asked: 6, answered: 5, p50_ms: 30, p95_ms: 50 });
    expect(alpha?.lastFailure).toEqual({ code: "blocked", error: "No.", at: new Date(100 * HOUR).toISOString() });
    expect(alpha?.by_hour.slice(-3)).toEqual([
      { answered: 4, failed: 1 },
      { answered: 0, failed: 0 },
      { answered: 1, failed: 0 },
    ]);
    expect([...days.read().keys()]).toEqual(["alpha"]);
    at += 23 * HOUR;
    expect(days.read().get("alpha")).toMatchObject({ asked: 1, p50_ms: 50, lastFailure: undefined });
    at += 2 * HOUR;
    expect(days.read().size).toBe(0);
  });

  it("keep no more sources apart than a thousand", () => {
    const days = createSourceDays(() => HOUR);
    for (let n = 0; n < 1_100; n += 1) days.add({ id: `own${n}`, status: "ok", items: 1, time_ms: 1 });
    expect(days.read().size).toBe(1_000);
  });
});

describe("the history", () => {
  it("is written while it is sampled: operations and those that failed", () =>
    virtualTime(({ expectObservable, flush }) => {
      const history = createHistory(replayUpstream(() => undefined));
      expectObservable(history.sampled(of(1)), "^ 5001ms !").toBe("-");
      for (const failed of [true, false, false, false, false]) history.operation(failed);
      flush();
      expect(history.read("15m")).toMatchObject([{ requests_per_s: 0, errors_per_s: 0, jobs: 1, sockets: 0 }]);
    }));
});
