import { beforeEach, describe, expect, it } from "vitest";
import { createMetrics, type Metrics } from "../../src/metrics/metrics.ts";
import { sharedReader } from "../../src/reading/reader.ts";
import { createCircuitBreaker } from "../../src/upstream/circuit-breaker.ts";
import { createDurations } from "../../src/upstream/durations.ts";
import { createLatencies } from "../../src/upstream/latencies.ts";
import { IDLE_STATS } from "../../src/upstream/stats.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

let metrics: Metrics;
const latencies = createLatencies();

beforeEach(() => {
  // Test files share their process: an earlier one may have started the pool's processes.
  sharedReader().close();
  const kinds = new Map([["search", { hit: 3, joined: 1, stale: 0, miss: 2 }]]);
  metrics = createMetrics({
    ...replayUpstream(() => undefined),
    latencies,
    circuitBreaker: createCircuitBreaker(),
    cache: {
      through: (_policy, value$) => value$,
      stats: () => ({ entries: 5, bytes: 700, hits: 4, misses: 2, kinds }),
    },
    stats: () => ({
      ...IDLE_STATS,
      pace: { running: 2, waiting: 7, oldestMs: 1_500 },
      sockets: { connected: 4, free: 2, running: 2, waiting: 0 },
    }),
  });
});

describe("metrics", () => {
  it("tell queues, sockets and the cache by kind", async () => {
    metrics.queue("search", () => ({ running: 1, waiting: 0, oldestMs: 0, shed: 9 }));
    const text = await metrics.text();
    for (const line of [
      'tributary_queue_waiting{queue="upstream"} 7',
      'tributary_queue_oldest_seconds{queue="upstream"} 1.5',
      'tributary_queue_running{queue="upstream"} 2',
      'tributary_queue_waiting{queue="browser"} 0',
      'tributary_queue_waiting{queue="reading"} 0',
      'tributary_queue_shed_total{queue="search"} 9',
      'tributary_upstream_sockets{state="connected"} 4',
      'tributary_cache_answers_total{kind="search",result="hit"} 3',
      'tributary_cache_answers_total{kind="search",result="joined"} 1',
      "tributary_cache_hits_total 4",
      "tributary_cache_bytes 700",
      "tributary_reading_processes 0",
    ])
      expect(text.split("\n")).toContain(line);
    expect(text).not.toContain('tributary_queue_shed_total{queue="browser"}');
  });

  it("count an operation over every face by one name", async () => {
    metrics.request("/search", 200, { face: "rest", operation: "search", outcome: "ok", seconds: 0.2 });
    metrics.request("/search", 499, { face: "rest", operation: "search", outcome: "cancelled", seconds: 3 });
    metrics.call("web_search", { operation: "search", outcome: "overloaded", seconds: 0.01 });
    const lines = (await metrics.text()).split("\n");
    expect(lines).toContain('tributary_operations_total{face="rest",operation="search",outcome="ok"} 1');
    expect(lines).toContain('tributary_operations_total{face="rest",operation="search",outcome="cancelled"} 1');
    expect(lines).toContain('tributary_operations_total{face="mcp",operation="search",outcome="overloaded"} 1');
    expect(lines).toContain('tributary_operation_seconds_count{face="mcp",operation="search"} 1');
    expect(lines).toContain('tributary_mcp_call_seconds_count{operation="web_search",outcome="overloaded"} 1');
  });

  it("count the requests sent for a source", async () => {
    latencies.asked("alpha");
    latencies.asked("alpha");
    expect(await metrics.text()).toContain('tributary_source_requests_total{source="alpha"} 2');
  });

  it("take further series before and after the first count, and a failing one does not stay unsaid", async () => {
    metrics.series({
      name: "first",
      help: "h",
      type: "gauge",
      labels: ["of"],
      read: () => [{ labels: { of: "a" }, value: 1 }],
    });
    metrics.begin();
    metrics.series({ name: "second_total", help: "h", type: "counter", read: async () => [{ value: 3 }] });
    expect(await metrics.text()).toContain('first{of="a"} 1');
    expect(await metrics.text()).toMatch(/^second_total 3$/m);
    metrics.series({ name: "broken", help: "h", type: "gauge", read: () => Promise.reject(new Error("no store")) });
    await expect(metrics.text()).rejects.toThrow("no store");
  });

  it("tell how long something took that is counted elsewhere, also of what comes after the first count", async () => {
    const waits = createDurations();
    waits.add(0.3);
    metrics.series({ name: "waits", help: "h", type: "histogram", read: waits.read });
    metrics.begin();
    waits.add(1_000);
    metrics.series({ name: "later", help: "h", type: "histogram", read: waits.read });
    const lines = (await metrics.text()).split("\n");
    for (const name of ["waits", "later"])
      for (const line of [
        `# TYPE ${name} histogram`,
        `${name}_bucket{le="0.25"} 0`,
        `${name}_bucket{le="0.5"} 1`,
        `${name}_bucket{le="60"} 1`,
        `${name}_bucket{le="+Inf"} 2`,
        `${name}_sum 1000.3`,
        `${name}_count 2`,
      ])
        expect(lines).toContain(line);
    expect(lines).toContain("tributary_pace_wait_seconds_count 0");
  });

  it("bound the values of a label", async () => {
    const names = Array.from({ length: 1_200 }, (_, index) => `s${index}`);
    metrics.series({
      name: "wide",
      help: "h",
      type: "gauge",
      labels: ["of"],
      read: () => names.map((of) => ({ labels: { of }, value: 1 })),
    });
    const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("wide{"));
    expect(lines).toHaveLength(1_001);
    expect(lines).toContain('wide{of="other"} 200');
  });
});
