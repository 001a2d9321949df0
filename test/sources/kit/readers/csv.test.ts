import { lastValueFrom, of, Subject, throwError, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { csv, csvRecords, csvRows, decoded } from "../../../../src/sources/kit/readers/csv.ts";
import { emptyOn } from "../../../../src/sources/kit/responses/answer.ts";
import type { HttpStream } from "../../../../src/upstream/types.ts";
import { answer, marbles, reading } from "../reading.ts";

/** csv-parse hands records out in later turns of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const bytes = (...parts: (string | number[])[]): Uint8Array[] =>
  parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : Uint8Array.from(part)));

const reader = csv({
  request: () => ({ url: "https://up.example/file.csv" }),
  columns: ["name", "city"],
  judge: emptyOn(404),
  row: ({ name, city }) => (name ? { name, city } : undefined),
});

const streaming = (body: HttpStream["body"], status = 200) =>
  reading(() => "", { stream: () => of({ ...answer("", { status }), body }) });

const all = (body: HttpStream["body"], status?: number) =>
  lastValueFrom(reader({}, streaming(body, status)).pipe(toArray())).catch((error) =>
    error instanceof SourceError ? `${error.kind}: ${error.message}` : String(error),
  );

describe("csv", () => {
  it("lets a record out before the file has ended, and the rest as it comes", async () => {
    const body = new Subject<Uint8Array>();
    const seen: unknown[] = [];
    let ended = false;
    reader({}, streaming(body)).subscribe({ next: (row) => seen.push(row), complete: () => (ended = true) });
    for (const chunk of bytes("name,city\nAnn,Par", "is\nBob,")) body.next(chunk);
    await turn();
    expect(seen).toEqual([{ name: "Ann", city: "Paris" }]);
    expect(ended).toBe(false);
    for (const chunk of bytes("Lyon\n")) body.next(chunk);
    body.complete();
    await turn();
    expect(seen).toEqual([
      { name: "Ann", city: "Paris" },
      { name: "Bob", city: "Lyon" },
    ]);
    expect(ended).toBe(true);
  });

  it("stops the body when unsubscribed", async () => {
    const body = new Subject<Uint8Array>();
    const seen: unknown[] = [];
    const subscription = reader({}, streaming(body)).subscribe((row) => seen.push(row));
    expect(body.observed).toBe(true);
    subscription.unsubscribe();
    expect(body.observed).toBe(false);
    await turn();
    expect(seen).toEqual([]);
  });

  it("reads quotes, line breaks within them, a byte order mark and skipped rows", async () => {
    const body = of(
      ...bytes('\ufeffcity,name,more\r\n"Saint-\nMalo","Ann ""A""",1\r\n', "Nancy,,2\r\n\r\nBrest,Bob,3"),
    );
    expect(await all(body)).toEqual([
      { name: 'Ann "A"', city: "Saint-\nMalo" },
      { name: "Bob", city: "Brest" },
    ]);
  });

  it("is changed without a wanted column", async () => {
    expect(await all(of(...bytes("name,town\nAnn,Paris\n")))).toBe(
      "changed: test answered in a shape we do not know (no column city).",
    );
  });

  it("asks the status before the body", async () => {
    expect(await all(of(...bytes("no such file")), 404)).toEqual([]);
    expect(await all(of(...bytes("name,city\n")), 503)).toMatch(/^unreachable: /);
  });

  it("passes a failure of the body on", async () => {
    expect(await all(throwError(() => new SourceError("timeout", "too slow")))).toBe("timeout: too slow");
  });
});

describe("decoded", () => {
  it("puts characters together that straddle chunks", () => {
    marbles().run(({ cold, expectObservable }) => {
      const a = new TextEncoder().encode("é");
      const [b, c] = [Uint8Array.of(0xe2, 0x82), Uint8Array.of(0xac)];
      const chunks = cold("-a-b-c-|", { a, b, c });
      expectObservable(chunks.pipe(decoded("utf-8"))).toBe("-a-b-c-(d|)", { a: "é", b: "", c: "€", d: "" });
    });
  });

  it("reads other charsets", () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(of(Uint8Array.from([0xe9])).pipe(decoded("iso-8859-1"))).toBe("(ab|)", { a: "é", b: "" });
    });
  });
});

describe("csvRecords", () => {
  it("reads another delimiter", async () => {
    const records = await lastValueFrom(of("a;b\n1;2\n").pipe(csvRecords(";", ["a"], "test"), toArray()));
    expect(records).toEqual([{ a: "1", b: "2" }]);
  });
});

describe("csvRows", () => {
  it("reads a whole text by its header, cells that are missing as empty", () => {
    expect(csvRows('\ufeffa,b\r\n1,"x, y"\r\n\r\n2\r\n', ["a"], "test")).toEqual([
      { a: "1", b: "x, y" },
      { a: "2", b: "" },
    ]);
  });

  it.each(["", "b,c\n1,2\n", "<html>"])("calls “%s” changed where a column is wanted", (text) => {
    expect(() => csvRows(text, ["a"], "test")).toThrow(/^test answered in a shape we do not know/);
  });
});
