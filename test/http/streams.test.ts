import { interval, map, NEVER, of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import type { Category } from "../../src/sources/define.ts";
import { BY_THE_CLOCK, until } from "../support/until.ts";
import {
  asking,
  categoriesOf,
  type Internet,
  internet,
  listening,
  listing,
  type Site,
  says,
  serverFor,
} from "./support.ts";

const row = (title: string) => ({ title, url: `https://pages.example/${title}` });
const delayed =
  (ms: number, site: Site): Site =>
  (...asked) => {
    setTimeout(() => site(...asked), ms);
  };
const silent: Site = () => undefined;
const SSE = { accept: "text/event-stream" };

let net: Internet;
let app: App;

async function start(
  sites: Readonly<Record<string, Site>>,
  categories: readonly Category[],
  options = {},
): Promise<string> {
  net = await internet(sites);
  app = serverFor(net.gateway, categories, options);
  return listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
});

interface Event {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const sseEvents = (text: string): readonly Event[] =>
  text
    .split("\n\n")
    .filter((block) => block.startsWith("event: "))
    .map((block) => {
      const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) };
    });

const TIMING = ["time_ms"];
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, field) => (TIMING.includes(name) ? 0 : field)));

describe("server-sent events", () => {
  it("send each engine's results as it answers, then the one-shot answer", async () => {
    const categories = categoriesOf(["fast", "slow", "broken"].map((id) => listing(id)));
    const url = await start(
      {
        "fast.example": says({ rows: [row("one")], last: true }),
        "slow.example": delayed(60, says({ rows: [row("one"), row("two")], last: true })),
        "broken.example": (_url, response) => response.writeHead(403).end(),
      },
      categories,
    );
    const { answered, whole } = asking(`${url}/search?q=a`, SSE);
    const { headers } = await answered;
    expect(headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    const events = sseEvents(await whole);
    expect(events.slice(0, 3).map(({ event, data }) => [event, data["status"]])).toEqual([
      ["source", "started"],
      ["source", "started"],
      ["source", "started"],
    ]);
    const results = events.filter(({ event }) => event === "result");
    const outcomes = events.filter(({ event, data }) => event === "source" && data["status"] !== "started");
    expect(results).toHaveLength(3);
    expect(results[0]?.data["id"]).toBe(results[1]?.data["id"]);
    expect(outcomes.map(({ data }) => `${data["id"]} ${data["status"]}`).toSorted()).toEqual([
      "broken blocked",
      "fast ok",
      "slow ok",
    ]);
    expect(events.indexOf(results[0] ?? { event: "", data: {} })).toBeLessThan(
      events.findIndex(({ data }) => data["id"] === "slow" && data["status"] === "ok"),
    );
    const done = events.at(-1);
    expect(done?.event).toBe("done");
    const oneShot = await asking(`${url}/search?q=a`).whole;
    const { items, success } = JSON.parse(oneShot);
    expect(timeless(done?.data)).toEqual(expect.objectContaining({ success, items }));
  });

  it("carry the fastest engine's result at once, however slow the others are", BY_THE_CLOCK, async () => {
    let sentAt = 0;
    const url = await start(
      {
        "fast.example": delayed(100, (...asked) => {
          says({ rows: [row("one"), row("two")], last: true })(...asked);
          sentAt = performance.now();
        }),
        "slow.example": delayed(5000, says({ rows: [row("three")], last: true })),
      },
      categoriesOf(["fast", "slow"].map((id) => listing(id))),
    );
    // Sockets, schemas and code are warm, as they are in a service that runs.
    await asking(`${url}/search?q=warm&sources=fast`, SSE).whole;
    const delays: number[] = [];
    for (const q of ["a", "b", "c"]) {
      const { arrivals, request } = asking(`${url}/search?q=${q}`, SSE);
      await until(() => arrivals.some(({ text }) => text.includes("event: result")), "a result");
      delays.push((arrivals.find(({ text }) => text.includes("event: result"))?.at ?? 0) - sentAt);
      request.destroy();
    }
    const [, median] = delays.toSorted((a, b) => a - b);
    expect(median).toBeLessThanOrEqual(15);
  });

  it("begin before any upstream answered", async () => {
    const url = await start({ "mute.example": silent }, categoriesOf([listing("mute")]));
    const { arrivals, request } = asking(`${url}/search/mute?q=a`, SSE);
    await until(() => arrivals.length > 0, "a first byte");
    expect(arrivals[0]?.text).toContain('{"id":"mute","status":"started"}');
    request.destroy();
  });

  it("keep the connection alive with comments", async () => {
    const url = await start({ "mute.example": silent }, categoriesOf([listing("mute")]), { heartbeatMs: 10 });
    const { arrivals, request } = asking(`${url}/search/mute?q=a`, SSE);
    await until(() => arrivals.filter(({ text }) => text.includes(": heartbeat\n\n")).length > 1, "two heartbeats");
    request.destroy();
  });

  it("answer a bad query plainly, and end with an error event when the source fails later", async () => {
    const url = await start(
      { "broken.example": (_url, response) => response.writeHead(403).end() },
      categoriesOf([listing("broken")]),
    );
    const bad = asking(`${url}/search/broken?q=`, SSE);
    expect((await bad.answered).statusCode).toBe(400);
    expect(JSON.parse(await bad.whole)).toMatchObject({ success: false, code: "bad-query" });
    const late = asking(`${url}/search/broken?q=a`, SSE);
    expect((await late.answered).statusCode).toBe(200);
    expect(sseEvents(await late.whole).map(({ event, data }) => [event, data["code"] ?? data["status"]])).toEqual([
      ["source", "started"],
      ["source", "blocked"],
      ["error", "blocked"],
    ]);
  });

  it("answer a source that cannot be asked plainly", async () => {
    const keyed = listing("keyed", { key: { env: ["KEYED_API_KEY"], required: true } });
    const url = await start({}, categoriesOf([keyed]));
    const { answered, whole } = asking(`${url}/search/keyed?q=a`, SSE);
    expect((await answered).statusCode).toBe(424);
    expect(JSON.parse(await whole)).toMatchObject({ code: "missing-key" });
  });
});

it("NDJSON carries the same events, a line each", async () => {
  const url = await start(
    { "alpha.example": says({ rows: [row("one")], last: true }) },
    categoriesOf([listing("alpha")]),
  );
  const sse = sseEvents(await asking(`${url}/search/alpha?q=a`, SSE).whole);
  const { answered, whole } = asking(`${url}/search/alpha?q=a`, { accept: "application/x-ndjson" });
  expect((await answered).headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  const lines = (await whole).trimEnd().split("\n");
  expect(timeless(lines.map((line) => JSON.parse(line)))).toEqual(timeless(sse));
});

it("CSV and XML send the first page while the second is still awaited", async () => {
  const paged: Site = (asked, response, request) =>
    asked.searchParams.get("page") === "1" ? says({ rows: [row("one")] })(asked, response, request) : undefined;
  const url = await start({ "paged.example": paged }, categoriesOf([], [listing("paged")]));
  for (const format of ["csv", "xml"]) {
    const { arrivals, request } = asking(`${url}/packages/paged?q=${format}&format=${format}`);
    await until(() => arrivals.some(({ text }) => text.includes("https://pages.example/one")), "the first row");
    request.destroy();
  }
});

describe("a client that hangs up", () => {
  it.each(["application/json", "text/event-stream", "application/x-ndjson", "text/csv", "application/xml"])(
    "closes the upstream's socket: %s",
    async (accept) => {
      const url = await start({ "mute.example": silent }, categoriesOf([listing("mute")]));
      const { request } = asking(`${url}/search?q=a`, { accept });
      await until(() => net.asked.length === 1, "a question upstream");
      expect(net.sockets.size).toBe(1);
      request.destroy();
      await until(() => net.sockets.size === 0, "no socket upstream");
    },
  );

  it("is counted as such", async () => {
    const url = await start({ "mute.example": silent }, categoriesOf([listing("mute")]));
    const { request } = asking(`${url}/search/mute?q=a`);
    await until(() => net.asked.length === 1, "a question upstream");
    request.destroy();
    await until(() => net.sockets.size === 0, "no socket upstream");
    const metrics = (await app.inject("/metrics")).body;
    expect(metrics).toContain('tributary_http_request_seconds_count{route="/search/mute",status="499"} 1');
  });

  it("leaves others that wait for the same answer alone", async () => {
    const url = await start(
      { "late.example": delayed(80, says({ rows: [row("one")], last: true })) },
      categoriesOf([listing("late")]),
    );
    const gone = asking(`${url}/search/late?q=a`);
    const stays = asking(`${url}/search/late?q=a`);
    await until(() => net.asked.length > 0, "a question upstream");
    gone.request.destroy();
    expect(JSON.parse(await stays.whole)).toMatchObject({ items: [row("one")] });
    expect(net.asked).toHaveLength(1);
  });
});

it("a reader that is slow gets everything", async () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({
    title: `${index} ${"x".repeat(1000)}`,
    url: `https://pages.example/${index}`,
  }));
  const source = listing("many", { open: () => of(...many.map((item) => ({ ...item, source: "many" }))) });
  const url = await start({}, categoriesOf([], [source]));
  const { answered, whole, arrivals } = asking(`${url}/packages/many?q=a&format=csv`);
  const response = await answered;
  response.pause();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = arrivals.length;
  response.resume();
  expect((await whole).trimEnd().split("\n")).toHaveLength(3001);
  expect(arrivals.length).toBeGreaterThan(before);
});

it("closing the server ends the streams under way", async () => {
  const source = listing("ticks", {
    open: () =>
      interval(5).pipe(map((index) => ({ title: `t${index}`, url: "https://pages.example/", source: "ticks" }))),
  });
  const url = await start({}, categoriesOf([], [source, listing("never", { open: () => NEVER })]));
  const { arrivals, whole } = asking(`${url}/packages/ticks?q=a`, SSE);
  await until(() => arrivals.length > 2, "some events");
  await app.close();
  expect(sseEvents(await whole).at(-1)).toMatchObject({ event: "error", data: { code: "stopping" } });
});
