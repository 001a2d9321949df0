import { brotliCompressSync, gzipSync } from "node:zlib";
import { firstValueFrom, Observable } from "rxjs";
import { describe, expect, test } from "vitest";
import { ByteBudget } from "../../src/in-flight.ts";
import { until } from "../support/until.ts";
import { door, loopback, says } from "./loopback.ts";

const MB = 1024 * 1024;
const body = Buffer.alloc(12 * MB, "text ");
const ENCODED = { plain: body, gzip: gzipSync(body), br: brotliCompressSync(body) };

/** A full budget, whose one body beyond it is another's. */
function full(patienceMs: number) {
  const budget = new ByteBudget(MB);
  budget.patienceMs = patienceMs;
  const other = new Observable<Uint8Array>((out) => out.next(new Uint8Array(MB)))
    .pipe(budget.receiving({ pause: () => {} }))
    .subscribe();
  return { budget, other };
}

const asked = (url: string) => ({ url, timeoutMs: 60_000 });
const headersFor = (encoding: string): Record<string, string> =>
  encoding === "plain" ? {} : { "content-encoding": encoding };

describe("an upstream body without room", () => {
  test.each(Object.entries(ENCODED))(
    "that is %s stands still, and comes whole when there is room",
    async (encoding, sent) => {
      await using server = await loopback(says(sent, headersFor(encoding)));
      const { budget, other } = full(60_000);
      await using http = door({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }, { bytes: budget });
      const whole = firstValueFrom(http.http(asked(server.url)));
      await until(() => budget.waiting === 1, "the body waits");
      // It has a while to come all the same.
      await new Promise((later) => setTimeout(later, 100));
      expect(budget.heldBytes).toBeLessThan(2 * MB);
      other.unsubscribe();
      expect(Buffer.compare((await whole).body, body)).toBe(0);
      expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
    },
  );

  test.each(Object.entries(ENCODED))("that is %s fails in the end", async (encoding, sent) => {
    await using server = await loopback(says(sent, headersFor(encoding)));
    const { budget, other } = full(50);
    await using http = door({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }, { bytes: budget });
    await expect(firstValueFrom(http.http(asked(server.url)))).rejects.toMatchObject({ kind: "overloaded" });
    other.unsubscribe();
    expect([budget.heldBytes, budget.waiting]).toEqual([0, 0]);
  });

  test("is not counted where its reader holds nothing", async () => {
    await using server = await loopback(says(body));
    const { budget } = full(50);
    await using http = door({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }, { bytes: budget });
    const stream = await firstValueFrom(http.httpStream(asked(server.url)));
    let size = 0;
    await new Promise<void>((done, fail) =>
      stream.body.subscribe({ next: (piece) => (size += piece.length), complete: done, error: fail }),
    );
    expect(size).toBe(body.length);
  });
});
