import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ByteBudget } from "../../src/in-flight.ts";
import { createReader, type Reading, readingIn } from "../../src/reading/reader.ts";

const budget = new ByteBudget(1024 * 1024);
const reader = createReader({ size: 2, readingMs: 60_000, budget });
afterAll(() => reader.close());

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tributary-crashed-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KILLED: Reading<{ file: string; times: number }, string> = readingIn(
  import.meta.url,
  "../processes/tasks",
  "killed",
);
const url = "https://a.example/paper.pdf";

/** Reads a document whose process is killed so many times. */
const read = (times: number): Promise<string> =>
  firstValueFrom(
    reader.read(KILLED, { file: join(folder, "tries"), times }, { url, pieces: [new Uint8Array(400 * 1024)] }),
  );
const tries = (): number => readFileSync(join(folder, "tries"), "utf8").split("\n").length - 1;

describe("a reading process that is killed", () => {
  it("once is no failure: the document is read anew", async () => {
    expect(await read(1)).toBe("read at try 2");
  });

  it("twice fails its document as crashed (502), and is not tried again", async () => {
    await expect(read(2)).rejects.toMatchObject({
      kind: "crashed",
      status: 502,
      message: expect.stringContaining(url),
    });
    expect(tries()).toBe(2);
  });

  it("leaves nothing counted, and nothing to the document that comes next", async () => {
    const reading = read(1);
    expect(budget.heldBytes).toBe(400 * 1024);
    await reading;
    expect(budget.heldBytes).toBe(0);
  });
});
