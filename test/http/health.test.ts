import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

let net: Internet;
let directory: string;
beforeAll(async () => {
  net = await internet({});
  directory = mkdtempSync(join(tmpdir(), "health-"));
});
afterAll(() => {
  net.close();
  rmSync(directory, { recursive: true });
});

const service = (gateway: string, environment: Record<string, string>) =>
  serverFor(gateway, categoriesOf([listing("alpha")]), { environment });

describe("the probes", () => {
  it("say that the process lives and can serve, without a key", async () => {
    const app = service(net.gateway, { DATA_DIR: directory, API_KEYS: "secret" });
    try {
      const live = await app.inject("/health/live");
      expect([live.statusCode, live.json()]).toEqual([200, { success: true, status: "live" }]);
      const ready = await app.inject("/health/ready");
      expect([ready.statusCode, ready.json()]).toEqual([
        200,
        {
          success: true,
          status: "ready",
          checks: [
            { name: "store", status: "ok" },
            { name: "gateway", status: "ok" },
          ],
        },
      ]);
      expect(ready.headers["cache-control"]).toBe("no-store");
    } finally {
      await app.close();
    }
  });

  it("tell a process that lives from one that cannot serve: no gateway, no store", async () => {
    const gone = await internet({});
    gone.close();
    const file = join(directory, "file");
    writeFileSync(file, "");
    const app = service(gone.gateway, { DATA_DIR: file });
    try {
      expect((await app.inject("/health/live")).statusCode).toBe(200);
      const ready = await app.inject("/health/ready");
      expect([ready.statusCode, ready.json()]).toEqual([
        503,
        {
          success: false,
          code: "not-ready",
          error:
            "The service is not ready: DATA_DIR cannot be written to, the gateway (UPSTREAM_GATEWAY) takes no connection. The log has the details.",
          request_id: expect.any(String),
        },
      ]);
    } finally {
      await app.close();
    }
  });

  it("have no Redis that nobody reaches", async () => {
    const app = service(net.gateway, { DATA_DIR: directory, REDIS_URL: "redis://127.0.0.1:1" });
    try {
      const ready = await app.inject("/health/ready");
      expect(ready.statusCode).toBe(503);
      expect(ready.json().error).toBe(
        "The service is not ready: Redis (REDIS_URL) does not answer. The log has the details.",
      );
    } finally {
      await app.close();
    }
  });

  it("have no Redis of tasks that nobody reaches; everything else is served", async () => {
    const app = service(net.gateway, { DATA_DIR: directory, TASKS_REDIS_URL: "redis://127.0.0.1:1" });
    try {
      const ready = await app.inject("/health/ready");
      expect([ready.statusCode, ready.json().error]).toEqual([
        503,
        "The service is not ready: the store of tasks (TASKS_REDIS_URL) does not answer, or must hold no tasks. The log has the details.",
      ]);
      expect((await app.inject("/parsers")).statusCode).toBe(200);
      expect((await app.inject("/health")).json().tasks).toMatchObject({ reachable: false });
    } finally {
      await app.close();
    }
  });
});
