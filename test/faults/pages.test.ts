import { gzipSync } from "node:zlib";
import { lastValueFrom, map, merge, takeUntil, timer, toArray } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readBody } from "../../src/extraction/read.ts";
import { type ExtractRequest, extract } from "../../src/pipelines/extract.ts";
import { oneShot } from "../../src/pipelines/one-shot.ts";
import type { BodyTask } from "../../src/reading/body.ts";
import { readContent } from "../../src/reading/read-body.ts";
import { createReader, readingIn } from "../../src/reading/reader.ts";
import { answer } from "../sources/kit/reading.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { nested, pageOf, pdfOfExpandingForms, pdfOfNestedStates, pdfOfRepeatedContents } from "./bodies.ts";
import { STALL_MS, stalls } from "./stalls.ts";

const reader = createReader({ size: 4 });
const hurried = createReader({ size: 4, readingMs: 2_000 });
afterAll(() => {
  reader.close();
  hurried.close();
});

const READING = readingIn<BodyTask, Awaited<ReturnType<typeof readContent>>>(
  import.meta.url,
  "../../src/reading/read-body",
  "readContent",
);

const HTML = { "content-type": "text/html; charset=utf-8" };
const PDF = { "content-type": "application/pdf" };
const WORDS = `<title>Short</title><p>${"Some words that say a little, and go on. ".repeat(30)}`;

/** What extracting such pages comes to, each at an address of its own. */
function extracted(
  bodies: readonly (string | Uint8Array)[],
  headers: Record<string, string> = HTML,
  { read = readBody, by = reader } = {},
) {
  const urls = bodies.map((_, at) => `https://a.example/${at}`);
  const request: ExtractRequest = { urls, includeImages: true, includeRawContent: true, format: "text" };
  const http = ({ url }: { url: string }) =>
    timer(1).pipe(map(() => answer(bodies[Number(url.split("/").at(-1))] ?? "", { url, headers })));
  return lastValueFrom(oneShot(extract(request, { upstream: { http }, reader: by, read })));
}

describe("hostile pages", () => {
  it("PDFs that repeat contents, nest states or expand forms are given up in time, whatever they hold", async () => {
    const bodies = [pdfOfRepeatedContents(2_000), pdfOfNestedStates(1_500_000), pdfOfExpandingForms(9)];
    const { outcome, longestMs } = await stalls(() => extracted(bodies, PDF, { by: hurried }));
    expect(outcome.results.length + outcome.failed_results.length).toBe(3);
    expect(outcome.failed_results.length).toBeGreaterThan(0);
    for (const { code } of outcome.failed_results) expect(["timeout", "too-large"]).toContain(code);
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("leave a reader to others: a page is read while PDFs hold all that they may", async () => {
    const pdf = Buffer.from(pdfOfExpandingForms(9));
    const task = (type: string): BodyTask => ({
      url: "https://a.example/",
      headers: { "content-type": type },
      markdown: false,
    });
    const patient = createReader({ size: 2, readingMs: 60_000 });
    const bad = merge(
      ...[1, 2, 3].map(() => patient.read(READING, task("application/pdf"), { url: "pdf", pieces: [pdf] })),
    ).subscribe();
    const page = Buffer.from(WORDS);
    const read$ = patient.read(READING, task("text/html"), { url: "page", pieces: [page] });
    const [read] = await lastValueFrom(read$.pipe(takeUntil(timer(PATIENCE_MS)), toArray()));
    expect(read?.ok).toBe(true);
    bad.unsubscribe();
    patient.close();
  });

  it("long ones keep nobody waiting, twenty at once neither", async () => {
    // Each a little more than is read here.
    const { outcome, longestMs } = await stalls(() => extracted([...Array(20).fill(pageOf(5_100)), WORDS]));
    expect(outcome.results.length + outcome.failed_results.length).toBe(21);
    expect(outcome.results.at(-1)?.title).toBe("Short");
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("dense ones leave the thread that serves alone, be they ever so short", async () => {
    const here: string[] = [];
    const reading: typeof readBody = (body) => {
      here.push(body.url);
      return readBody(body);
    };
    await extracted([pageOf(5_000), "a</p>".repeat(5_000), WORDS], HTML, { read: reading });
    expect(here).toEqual(["https://a.example/2"]);
  });

  it("read the same there as here", async () => {
    const page = Buffer.from(pageOf(300));
    const task = { url: "https://a.example/", headers: HTML, markdown: true };
    const patient = createReader({ size: 2 });
    const pieces = [page.subarray(0, 1), page.subarray(1, 1), page.subarray(1, 70_000), page.subarray(70_000)];
    const there = await lastValueFrom(patient.read(READING, task, { url: task.url, pieces }));
    patient.close();
    expect(there).toEqual(await readContent(task, page));
  });

  it("lose their control characters: a page of NULs is a small answer", async () => {
    const { results } = await extracted([`<title>N\u0000il</title><p>words ${"\u0000".repeat(200_000)}&#1; end`]);
    expect(results[0]).toMatchObject({ title: "Nil", raw_content: "words  end" });
  });

  it("nested without end are read to their depth", async () => {
    const { outcome, longestMs } = await stalls(() => extracted([`<p>words</p>${nested(80_000)}`, nested(300_000)]));
    expect(outcome.results[0]?.raw_content).toContain("words");
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("packed by themselves are no text, and not unpacked here", async () => {
    const { failed_results } = await extracted([gzipSync("a".repeat(5_000_000))]);
    expect(failed_results[0]?.code).toBe("unsupported-type");
  });

  it("whose client leaves are not read on", async () => {
    const pdf = { url: "https://a.example/", pieces: [Buffer.from(pdfOfExpandingForms(9))] };
    const task: BodyTask = { url: pdf.url, headers: {}, markdown: false };
    const patient = createReader({ size: 2, readingMs: 60_000 });
    await lastValueFrom(
      merge(...[1, 2, 3, 4].map(() => patient.read(READING, task, pdf))).pipe(takeUntil(timer(600))),
      { defaultValue: undefined },
    );
    const page = { url: pdf.url, pieces: [Buffer.from(WORDS)] };
    expect((await lastValueFrom(patient.read(READING, { ...task, headers: HTML }, page))).ok).toBe(true);
    patient.close();
  });
});
