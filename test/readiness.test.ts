import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defer, EMPTY, firstValueFrom, NEVER, throwError } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReadiness, type ReadinessCheck, unready } from "../src/readiness.ts";

let directory: string;
let changes: ReadinessCheck[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "ready-"));
  changes = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

const changed = (check: ReadinessCheck) => void changes.push(check);

describe("readiness", () => {
  it("has a store where its directory can be made and written to", async () => {
    const checks = await firstValueFrom(createReadiness(join(directory, "new"), [], changed));
    expect(checks).toEqual([{ name: "store" }]);
    expect([unready(checks), changes]).toEqual([undefined, []]);
  });

  it("has none where a file stands in its place", async () => {
    writeFileSync(join(directory, "file"), "");
    const checks = await firstValueFrom(createReadiness(join(directory, "file"), [], changed));
    expect(unready(checks)).toMatchObject({
      kind: "not-ready",
      status: 503,
      message: "The service is not ready: DATA_DIR cannot be written to. The log has the details.",
    });
    expect(changes).toMatchObject([{ name: "store", failure: { code: "EEXIST" } }]);
  });

  it("names all that is missing, tells of it once, and asks again only after a second", async () => {
    let asked = 0;
    const check$ = defer(() => {
      asked += 1;
      return throwError(() => new Error("no route to 10.0.0.7"));
    });
    const ready$ = createReadiness(
      directory,
      [
        { name: "redis", check$ },
        { name: "gateway", check$: EMPTY },
      ],
      changed,
    );
    const [first, second] = [await firstValueFrom(ready$), await firstValueFrom(ready$)];
    expect(second).toBe(first);
    expect(asked).toBe(1);
    expect(unready(first)?.message).toContain("not ready: Redis (REDIS_URL) does not answer.");
    expect(unready(first)?.message).not.toContain("10.0.0.7");
    expect(changes).toHaveLength(1);
  });

  it("goes on for the others where one that asks leaves", async () => {
    let left = false;
    const check$ = new (await import("rxjs")).Observable<never>(() => () => {
      left = true;
    });
    createReadiness(
      directory,
      [
        { name: "redis", check$ },
        { name: "gateway", check$: NEVER },
      ],
      changed,
    )
      .subscribe()
      .unsubscribe();
    expect(left).toBe(false);
  });
});
