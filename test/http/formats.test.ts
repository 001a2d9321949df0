import { XMLParser } from "fast-xml-parser";
import { of, Subject, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { StreamEvent } from "../../src/events.ts";
import { columnsIn, columnsOf } from "../../src/http/formats/columns.ts";
import { csvHead, csvRow } from "../../src/http/formats/csv.ts";
import { HEARTBEAT, ndjson, sse } from "../../src/http/formats/events.ts";
import { failureOfAll, metadataHeaders } from "../../src/http/formats/metadata-headers.ts";
import { wireFor } from "../../src/http/formats/negotiate.ts";
import { csvOf, csvRows, xmlOf, xmlRows } from "../../src/http/formats/rows.ts";
import { toReadable } from "../../src/http/to-readable.ts";

const marbles = (run: Parameters<TestScheduler["run"]>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(run);

describe("wireFor", () => {
  it.each([
    [undefined, undefined, "json"],
    ["csv", undefined, "csv"],
    ["xml", "application/json", "xml"],
    ["yaml", "text/csv", "json"],
    [["csv", "xml"], "text/csv", "json"],
    [undefined, "text/csv", "csv"],
    [undefined, "text/xml", "xml"],
    [undefined, "application/json;q=0.4, application/xml;q=0.8", "xml"],
    [undefined, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"],
    [undefined, "text/event-stream", "sse"],
    [undefined, "application/x-ndjson", "ndjson"],
    [undefined, "text/event-stream;q=0, application/xml", "xml"],
    ["json", "text/event-stream", "sse"],
    ["csv", "text/event-stream", "csv"],
    ["json", "application/xml", "json"],
    [undefined, "image/png", "json"],
  ])("format %j and Accept %j: %s", (format, accept, wire) => {
    expect(wireFor(format, accept)).toBe(wire);
  });
});

describe("columns", () => {
  it("are the schema's fields in order, nested objects as dotted names", () => {
    const schema = z.object({
      title: z.string(),
      price: z.object({ amount: z.number(), currency: z.string() }).nullable().optional(),
      tags: z.array(z.string()),
      open: z.record(z.string(), z.number()),
      either: z.union([z.string(), z.number()]),
    });
    expect(columnsOf(schema).map(({ name }) => name)).toEqual([
      "title",
      "price.amount",
      "price.currency",
      "tags",
      "open",
      "either",
    ]);
  });

  it("of a schema that holds itself end", () => {
    const Comment = z.object({
      text: z.string(),
      get replies() {
        return z.array(Comment).optional();
      },
    });
    expect(columnsOf(Comment).map(({ name }) => name)).toEqual(["text", "replies"]);
  });

  it("of rows are what any of them has", () => {
    expect(columnsIn([{ a: 1 }, { b: { c: 2 }, a: 3 }, "bare"]).map(({ name }) => name)).toEqual(["a", "b.c", "value"]);
  });
});

describe("csvRow", () => {
  const columns = columnsIn([{ a: 0 }]);
  const cell = (a: unknown) => csvRow({ a }, columns);

  it.each([
    ["=1+2", "'=1+2\n"],
    ["+cmd", "'+cmd\n"],
    ["-cmd", "'-cmd\n"],
    ["@SUM(A1)", "'@SUM(A1)\n"],
    ["\tx", "'\tx\n"],
    ["\rx", '"\'\rx"\n'],
    ["-3.5", "-3.5\n"],
    ["+1e-3", "+1e-3\n"],
    [-3.5, "-3.5\n"],
    ["-3.5-2", "'-3.5-2\n"],
    ['say "a", b', '"say ""a"", b"\n'],
    ["two\nlines", '"two\nlines"\n'],
    [["a", 1, true], "a; 1; true\n"],
    [["=a", "b"], "'=a; b\n"],
    [[{ v: 1 }, { v: 2 }], '"[{""v"":1},{""v"":2}]"\n'],
    [false, "false\n"],
  ])("%j becomes %j", (value, row) => {
    expect(cell(value)).toBe(row);
  });

  it("leaves absent cells empty", () => {
    expect(csvRow({ b: 1 }, columnsIn([{ a: 0, b: 0 }]))).toBe(",1\n");
    expect(csvHead(columnsIn([{ a: 0, "=b": 0 }]))).toBe("a,'=b\n");
  });
});

describe("xmlOf", () => {
  const parsed = (answer: object): unknown =>
    new XMLParser({ ignoreDeclaration: true, parseTagValue: false, trimValues: false }).parse(xmlOf(answer));

  it("holds a list as items and leaves out what is absent", () => {
    expect(xmlOf({ items: [{ title: "a" }, { title: "b", none: undefined, nil: null }], time_ms: 3 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        "<response><items><item><title>a</title></item><item><title>b</title></item></items><time_ms>3</time_ms></response>\n",
    );
  });

  it("escapes, and makes characters and names legal", () => {
    expect(parsed({ a: "<&>\u0000\ud800\r]]>" })).toEqual({ response: { a: "<&>\ufffd\ufffd&#13;]]>" } });
    expect(xmlOf({ "1 b/c": 1, "xml:lang": 2, "": 3, é: 4, "a-b.c": 5 })).toContain(
      "<_1_b_c>1</_1_b_c><_xml_lang>2</_xml_lang><_>3</_><é>4</é><a-b.c>5</a-b.c>",
    );
  });

  it("writes what is nested very deep as JSON text", () => {
    const deep = Array.from({ length: 500 }).reduce<object>((inner) => ({ inner }), { end: 1 });
    const text = xmlOf(deep);
    expect(text.match(/<inner>/g)?.length).toBeLessThan(100);
    expect(text).toContain('"end":1');
  });
});

const item = (title: string): StreamEvent => ({
  event: "result",
  data: { id: title, rank: 1, score: 1, item: { title, source: "s" } },
});
const started: StreamEvent = { event: "source", data: { id: "s", status: "started" } };
const done: StreamEvent = {
  event: "done",
  data: { success: true, items: [{ title: "a", source: "s" }], time_ms: 1 },
};
const layout = { list: "items", entry: [z.object({ title: z.string(), source: z.string() })] };
const events = { s: started, a: item("a"), b: item("b"), d: done };

describe("beside a table", () => {
  it("stands what its cells have no place for, in ASCII", () => {
    const outcome = { id: "s", status: "stale", items: 1, time_ms: 2, error: "“é”\r\nx" };
    const beside = metadataHeaders({
      items: [],
      sources: [outcome],
      warnings: ["Größe\u0000"],
      failed_results: [{ url: "https://a.example/", error: "Gone.", code: "not-found" }],
    });
    expect(Object.values(beside).join("")).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(beside["x-tributary-sources"] ?? "")).toEqual([outcome]);
    expect(JSON.parse(beside["x-tributary-warnings"] ?? "")).toEqual(["Größe\u0000", "https://a.example/: Gone."]);
    expect(metadataHeaders({ items: [], sources: [], failed_results: [] })).toEqual({});
  });

  it("is bounded: long sentences are cut, then left out, then the last entries", () => {
    const sources = Array.from({ length: 200 }, (_, n) => ({
      id: `s${n}`,
      status: "blocked",
      error: "é".repeat(9000),
    }));
    const beside = metadataHeaders({ sources: sources.slice(0, 2), warnings: sources.map(({ error }) => error) });
    const read = (name: string) => JSON.parse(beside[name] ?? "");
    expect(read("x-tributary-sources")[1].error).toHaveLength(300);
    expect(read("x-tributary-warnings").length).toBeGreaterThan(0);
    expect(JSON.parse(metadataHeaders({ sources })["x-tributary-sources"] ?? "")[0]).toEqual({
      id: "s0",
      status: "blocked",
    });
    for (const header of [...Object.values(beside), ...Object.values(metadataHeaders({ sources }))])
      expect(header.length).toBeLessThanOrEqual(4000);
  });

  it("a table that is empty because all failed is the failure", () => {
    const failed = (code: string) => ({ url: `https://${code}.example/`, error: `It is ${code}.`, code });
    const of = (...codes: string[]) =>
      failureOfAll({ results: [], failed_results: codes.map(failed) }, { list: "results" });
    expect(of("not-found")).toMatchObject({ kind: "not-found", message: "It is not-found." });
    expect(of("empty")).toMatchObject({ kind: "unsupported-type", status: 502 });
    expect(of("timeout", "blocked")?.message).toBe(
      "None of 2 could be read. https://timeout.example/: It is timeout. https://blocked.example/: It is blocked.",
    );
    expect(of()).toBeUndefined();
    expect(failureOfAll({ results: [1], failed_results: [failed("blocked")] }, { list: "results" })).toBeUndefined();
  });
});

describe("csvRows", () => {
  it("sends the header with the first row, and each row as it comes", () => {
    marbles(({ cold, expectObservable }) => {
      const rows$ = cold("s-a--b--(d|)", events).pipe(csvRows({ ...layout, live: true }));
      expectObservable(rows$).toBe("--a--b--(e|)", { a: "title,source\na,s\n", b: "b,s\n", e: "" });
    });
  });

  it("waits for the end where rows are not final before it", () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold("s-a--b--(d|)", events).pipe(csvRows(layout))).toBe("--------(e|)", {
        e: "title,source\na,s\n",
      });
    });
  });

  it("is a header alone without items", () => {
    expect(csvOf({ items: [] }, layout)).toBe("title,source\n");
  });

  it("fails as the events fail", () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold("s-#", events).pipe(csvRows({ ...layout, live: true }))).toBe("--#");
    });
  });
});

describe("xmlRows", () => {
  it("adds up to one document", () => {
    marbles(({ cold, expectObservable }) => {
      const pieces$ = cold("s-a--(d|)", events).pipe(xmlRows({ ...layout, live: true }));
      expectObservable(pieces$).toBe("--a--(e|)", {
        a: '<?xml version="1.0" encoding="UTF-8"?>\n<response><success>true</success><items><item><title>a</title><source>s</source></item>',
        e: "</items><time_ms>1</time_ms></response>\n",
      });
    });
  });
});

describe("sse", () => {
  const written = {
    a: 'event: source\ndata: {"id":"s","status":"started"}\n\n',
    h: HEARTBEAT,
    d: `event: done\ndata: ${JSON.stringify(done.data)}\n\n`,
  };

  it("writes events, with heartbeats until they end", () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const events$ = cold("s-----------(d|)", events);
      expectObservable(events$.pipe(sse(5))).toBe("a----h----h-(d|)", written);
      expectSubscriptions(events$.subscriptions).toBe("^-----------!");
    });
  });

  it("fails as the events fail, and lets go when nobody listens", () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("s------#", events).pipe(sse(5))).toBe("a----h-#", written);
      const events$ = cold("s-------", events);
      expectObservable(events$.pipe(sse(5)), "^-----!").toBe("a----h-", written);
      expectSubscriptions(events$.subscriptions).toBe("^-----!");
    });
  });
});

it("ndjson writes a line for each event", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold("s-|", events).pipe(ndjson())).toBe("a-|", {
      a: '{"event":"source","data":{"id":"s","status":"started"}}\n',
    });
  });
});

describe("begun", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("rejects with what fails before the first piece", async () => {
    await expect(toReadable(throwError(() => new Error("no")))).rejects.toThrow("no");
    const pieces$ = new Subject<string>();
    const opened = toReadable(pieces$);
    pieces$.error(new Error("late, but nothing was sent"));
    await expect(opened).rejects.toThrow("late");
  });

  it("gives the farewell of what fails later", async () => {
    const pieces$ = new Subject<string>();
    const opened = toReadable(pieces$, { trailingErrorChunk: (error) => `bye ${String(error)}` });
    pieces$.next("a");
    const readable = await opened;
    pieces$.error("x");
    expect((await readable.toArray()).map(String).join("")).toBe("abye x");
  });

  it("breaks off without a farewell", async () => {
    const pieces$ = new Subject<string>();
    const opened = toReadable(pieces$);
    pieces$.next("a");
    const readable = await opened;
    pieces$.error(new Error("broken"));
    await expect(readable.toArray()).rejects.toThrow("broken");
  });

  it("unsubscribes when it is destroyed", async () => {
    const pieces$ = new Subject<string>();
    const opened = toReadable(pieces$);
    pieces$.next("a");
    (await opened).destroy();
    expect(pieces$.observed).toBe(false);
  });

  it("ends with the pieces", async () => {
    expect((await (await toReadable(of("a", "b"))).toArray()).map(String).join("")).toBe("ab");
  });

  it("gives a reader up that takes nothing", async () => {
    const pieces$ = new Subject<string>();
    const opened = toReadable(pieces$, { stalledMs: 1000 });
    pieces$.next("x".repeat(300_000));
    const readable = await opened;
    const failed = new Promise((resolve) => readable.on("error", resolve));
    vi.advanceTimersByTime(999);
    expect(pieces$.observed).toBe(true);
    vi.advanceTimersByTime(1);
    expect(String(await failed)).toContain("takes nothing");
    expect(pieces$.observed).toBe(false);
  });
});
