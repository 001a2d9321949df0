import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, lastValueFrom, NEVER, of, take, throwError } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAdmission } from "../../src/admission/admission.ts";
import { record } from "../../src/cli/record.ts";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import { createKeys } from "../../src/keys/keys.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { catalogueFor } from "../../src/sources/by-name.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { defineCategory, defineSource } from "../../src/sources/define.ts";
import { csv } from "../../src/sources/kit/readers/csv.ts";
import { text } from "../../src/sources/kit/requests/query.ts";
import { emptyOn } from "../../src/sources/kit/responses/answer.ts";
import type { Reader, Source } from "../../src/sources/source.ts";
import type { HttpStream, Upstream } from "../../src/upstream/types.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tributary-record-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rows = csv({
  request: ({ text: words }: { readonly text: string }) => ({ url: `https://csv.example/${words}` }),
  columns: ["name"],
  judge: emptyOn(404),
  row: ({ name = "" }) => ({ title: name }),
});

function sourceOf(read: Reader<{ readonly text: string }, { readonly title: string }>): Source {
  const item = z.object({ source: z.string(), title: z.string() });
  const made = defineSource({
    id: "table",
    title: "Table",
    docs: "https://csv.example/",
    query: text("a", "b"),
    item,
    read,
  });
  const [source] = defineCategory("test", "Test", 60_000, [made]).sources;
  if (!source) throw new Error("a category keeps its sources");
  return source;
}

const bytes = (written: string): Uint8Array => new TextEncoder().encode(written);

/** Records one ask of a source whose upstream streams such a body. */
async function recorded(
  body: HttpStream["body"],
  { read = rows, status = 200 }: { readonly read?: typeof rows; readonly status?: number } = {},
) {
  const httpStream: Upstream["httpStream"] = ({ url }) =>
    of({ url, status, headers: { "content-type": "text/csv" }, setCookie: [], redirects: [], replayed: false, body });
  const upstream: Upstream = { ...replayUpstream(() => undefined), httpStream };
  const metrics = createMetrics(upstream);
  const config = readConfig({});
  const runtime = {
    config,
    env: { upstream, keys: {} },
    metrics,
    admission: createAdmission(),
    keys: createKeys(config),
    categories,
    catalogue: catalogueFor(categories),
    broken: [],
    close: async () => undefined,
  };
  const line = await lastValueFrom(record(runtime, [{ source: sourceOf(read), q: "cities" }], folder));
  const saved = loadRecordings(folder).map(({ meta, body: whole }) => [meta.url, meta.status, String(whole())]);
  return { line, saved };
}

describe("recording a streamed exchange", () => {
  it("saves the body whole, however it came", async () => {
    const { line, saved } = await recorded(of(bytes("name\nA"), bytes("a\nB\n")));
    expect(line).toBe("test/table: 1 exchanges saved, 2 items");
    expect(saved).toEqual([["https://csv.example/cities", 200, "name\nAa\nB\n"]]);
  });

  it("saves what came where nobody wanted more", async () => {
    const first: typeof rows = (input, context) => rows(input, context).pipe(take(1));
    // The parser looks some bytes ahead.
    const begun = `name\n${"A\n".repeat(50)}`;
    const { line, saved } = await recorded(concat(of(bytes(begun)), NEVER), { read: first });
    expect(line).toBe("test/table: 1 exchanges saved, 1 items");
    expect(saved.map(([, , body]) => body)).toEqual([begun]);
  });

  it("saves an answer whose body nobody reads", async () => {
    const { line, saved } = await recorded(of(bytes("gone")), { status: 404 });
    expect(line).toBe("test/table: 1 exchanges saved, 0 items");
    expect(saved).toEqual([["https://csv.example/cities", 404, ""]]);
  });

  it("saves no body that broke off", async () => {
    const broken = concat(
      of(bytes("name\nA\n")),
      throwError(() => new SourceError("unreachable", "The connection was lost.")),
    );
    const { line, saved } = await recorded(broken);
    expect(line).toBe("test/table: 0 exchanges saved, The connection was lost.");
    expect(saved).toEqual([]);
  });
});
