import { join } from "node:path";
import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { company } from "../../../src/sources/company/index.ts";
import { runSource } from "../../../src/sources/run.ts";
import { firstOf, replayUpstream } from "../../support/replay-upstream.ts";

const fixtures = loadRecordings(join(import.meta.dirname, "../../fixtures"), "company/sec_edgar");

/** The number of the filer that a query is taken for. */
async function taken(q: string): Promise<string | undefined> {
  const source = company.sources.find(({ id }) => id === "sec_edgar");
  if (!source) throw new Error("there is no such source");
  const upstream = replayUpstream(firstOf(fixtures));
  const ask = { q, pagecount: 1, noCache: false, options: {} };
  await lastValueFrom(runSource(source, ask, { upstream, keys: {} }).pipe(toArray()));
  return /CIK(\d{10})\.json$/.exec(upstream.asked.at(-1)?.url ?? "")?.[1];
}

describe("what a query to EDGAR is taken for", () => {
  it("is a ticker in capitals, a name, a ticker, or a CIK", async () => {
    expect(await taken("FORD")).toBe("0000038264");
    expect(await taken("ford")).toBe("0000037996");
    expect(await taken("Berkshire Hathaway")).toBe("0001067983");
    expect(await taken("brk.b")).toBe("0001067983");
    expect(await taken("aapl")).toBe("0000320193");
    expect(await taken("cik 320193")).toBe("0000320193");
  });

  it("is nobody where no filer is called so", async () => {
    expect(await taken("no such company")).toBeUndefined();
  });
});
