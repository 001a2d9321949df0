import { NEVER, Observable, of, throwError } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { until } from "../support/until.ts";
import { categoriesOf, listening, listing, serverFor } from "./support.ts";

const engines = [
  listing("alpha", { open: () => of({ title: "one", url: "https://one.example/", source: "alpha" }) }),
  listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
  listing("keyed", { key: { env: ["KEYED_API_KEY"], required: true } }),
];

let app: App | undefined;
afterEach(() => app?.close());

const server = (more: Parameters<typeof serverFor>[2] = {}): App => {
  app = serverFor("http://127.0.0.1:9", categoriesOf(engines, [listing("npm", { open: () => NEVER })]), more);
  return app;
};

const historyOf = () => {
  const metrics = createMetrics(replayUpstream(() => undefined));
  virtualTime(({ expectObservable }) => {
    expectObservable(metrics.history.sampled(of(2)), "^ 10001ms !").toBe("-");
  });
  return metrics;
};

describe("GET /health/history", () => {
  it("tells the past of the service in a range, as JSON and CSV", async () => {
    const asked = server({ metrics: historyOf() });
    const answer = (await asked.inject("/health/history")).json();
    expect(answer).toMatchObject({ success: true, range: "15m", step_s: 5 });
    expect(answer.items).toMatchObject([
      { at: "1970-01-01T00:00:05.000Z", requests_per_s: 0, jobs: 2 },
      { at: "1970-01-01T00:00:10.000Z", sockets: 0 },
    ]);
    expect(answer.items[0].memory_bytes).toBeGreaterThan(1e6);
    expect((await asked.inject("/health/history?range=24h")).json()).toMatchObject({ step_s: 300, items: [] });
    const csv = (await asked.inject("/health/history?format=csv")).body;
    expect(csv.split("\r\n", 1)[0]).toContain("at,requests_per_s,errors_per_s");
    expect((await asked.inject("/health/history?range=2d")).json()).toMatchObject({
      success: false,
      code: "bad-query",
    });
  });

  it("needs a key where one is asked for", async () => {
    const asked = server({ environment: { API_KEYS: "secret" } });
    expect((await asked.inject("/health/history")).statusCode).toBe(401);
    expect((await asked.inject("/health/sources?api_key=secret")).statusCode).toBe(200);
  });
});

describe("GET /health/sources", () => {
  it("tells how each source fared that was asked", async () => {
    const asked = server();
    await asked.inject("/search?q=otters");
    const { items } = (await asked.inject("/health/sources")).json();
    const of = (id: string) => items.find((item: { readonly id: string }) => item.id === id);
    expect(of("alpha")).toMatchObject({ asked: 1, answered: 1, success_rate: 1 });
    expect(of("alpha").by_hour.at(-1)).toEqual({ answered: 1, failed: 0 });
    expect(of("gamma")).toMatchObject({ asked: 1, answered: 0, success_rate: 0 });
    expect(of("gamma").p50_ms).toBeUndefined();
    expect(of("keyed")).toBeUndefined();
  });
});

describe("POST /doctor", () => {
  const payload = { sources: ["search"] };

  it("asks sources for their own example, and tells how each fared", async () => {
    const answer = (await server().inject({ method: "POST", url: "/doctor", payload })).json();
    expect(answer.items).toMatchObject([
      { id: "alpha", category: "search", status: "ok", items: 1 },
      { id: "gamma", status: "blocked", error: "Gamma shows a captcha." },
      { id: "keyed", status: "missing-key" },
    ]);
    expect(answer.counts).toEqual({ ok: 1, blocked: 1, "missing-key": 1 });
  });

  it("tells it as it goes, as events", async () => {
    const headers = { accept: "application/x-ndjson" };
    const { body } = await server().inject({ method: "POST", url: "/doctor", payload, headers });
    const events = body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ event }) => event)).toEqual(["section", "source", "source", "source", "done"]);
    expect(events[0].data).toEqual({ name: "asked", value: 3 });
  });

  it("lets go of the sources when the client hangs up", async () => {
    let open = 0;
    const hanging = new Observable<never>(() => {
      open += 1;
      return () => {
        open -= 1;
      };
    });
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("hanging", { open: () => hanging })]));
    const url = await listening(app);
    const gone = new AbortController();
    const headers = { accept: "text/event-stream" };
    const response = await fetch(`${url}/doctor`, { method: "POST", headers, signal: gone.signal });
    expect(response.status).toBe(200);
    await until(() => open === 1, "the source is asked");
    gone.abort();
    await until(() => open === 0, "the source is let go");
  });

  it("refuses a name that is none", async () => {
    const answer = await server().inject({ method: "POST", url: "/doctor", payload: { sources: ["nobody"] } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "unknown-source"]);
  });
});
