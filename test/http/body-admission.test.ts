import { request as ask } from "node:http";
import { NEVER, Observable } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdmission } from "../../src/admission/admission.ts";
import { CLASS_LIMITS } from "../../src/admission/classes.ts";
import type { App } from "../../src/http/app-context.ts";
import { bytesInFlight, type Reservation } from "../../src/in-flight.ts";
import { player, serve } from "../mcp/support.ts";
import { until } from "../support/until.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "./support.ts";

const KB = 1024;
const MB = KB * KB;
const categories = categoriesOf([listing("alpha")]);
const { maxBytes, patienceMs } = bytesInFlight;
const text = "A sentence of a file that is long enough to be one. ".repeat(8_000);

let net: Internet;
let app: App;
let base = "";
let taken: Reservation | undefined;

/** Nothing else fits. */
const fill = (): void => {
  taken = bytesInFlight.reserve(bytesInFlight.maxBytes);
};

beforeEach(async () => {
  net = await internet({
    "big.example": (_url, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).end(text);
    },
    "small.example": (_url, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).end(text.slice(0, 2_000));
    },
  });
  app = serverFor(net.gateway, categories);
  base = await listening(app);
  bytesInFlight.maxBytes = MB;
  bytesInFlight.patienceMs = 200;
});
afterEach(async () => {
  taken?.release();
  await app.close();
  net.close();
  Object.assign(bytesInFlight, { maxBytes, patienceMs });
  expect(bytesInFlight.heldBytes).toBe(0);
});

const upload = (body: string | ReadableStream): Promise<Response> =>
  fetch(`${base}/openwebui/process`, {
    method: "PUT",
    headers: { "content-type": "text/plain", "x-filename": "a.txt" },
    body,
    ...(typeof body !== "string" && { duplex: "half" }),
  });

describe("a body that there is no room for", () => {
  it("is refused with 503 and Retry-After where it is uploaded, its length said or not", async () => {
    fill();
    for (const body of [text, new Blob([text]).stream()]) {
      const answer = await upload(body);
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(await answer.json()).toEqual({ detail: expect.stringMatching(/no room for another body/) });
    }
  });

  it("is refused before it has come", async () => {
    fill();
    const headers = { "content-type": "text/plain", "content-length": text.length };
    const status = await new Promise((resolve, reject) => {
      const request = ask(`${base}/openwebui/process`, { method: "PUT", headers }, ({ statusCode }) => {
        resolve(statusCode);
        request.destroy();
      });
      request.on("error", reject);
      // The rest never leaves.
      request.write(text.slice(0, 1_000));
    });
    expect(status).toBe(503);
    taken?.release();
    await until(() => bytesInFlight.heldBytes === 0, "the bytes counted");
  });

  it("never leaves a client that asks first, and is let come where there is room", async () => {
    const asked = (): Promise<readonly [number | undefined, boolean]> =>
      new Promise((resolve, reject) => {
        const headers = { "content-type": "text/plain", "content-length": text.length, expect: "100-continue" };
        const request = ask(`${base}/openwebui/process`, { method: "PUT", headers }, (response) => {
          resolve([response.statusCode, continued]);
          response.resume();
          if (!continued) request.destroy();
        });
        let continued = false;
        request.on("error", reject);
        request.on("continue", () => {
          continued = true;
          request.end(text);
        });
        request.flushHeaders();
      });
    fill();
    expect(await asked()).toEqual([503, false]);
    taken?.release();
    expect(await asked()).toEqual([200, true]);
    await until(() => bytesInFlight.heldBytes === 0, "the bytes counted");
  });

  it("takes its room while it comes, and gives it back when its client hangs up", async () => {
    const headers = { "content-type": "text/plain", "content-length": text.length };
    const request = ask(`${base}/openwebui/process`, { method: "PUT", headers });
    request.on("error", () => {});
    request.write(text.slice(0, 100_000));
    await until(() => bytesInFlight.heldBytes === text.length, "the body has room");
    request.destroy();
    await until(() => bytesInFlight.heldBytes === 0, "the bytes counted");
  });

  it("is refused in each face's own shape, and a small one is not", async () => {
    fill();
    const large = { query: "tokio", padding: "x".repeat(200 * KB) };
    const post = (path: string, body: object) =>
      fetch(base + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    for (const path of ["/search", "/batch", "/v1/chat/completions", "/openwebui/search"]) {
      const answer = await post(path, large);
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(JSON.stringify(await answer.json())).toMatch(/no room for another body/);
    }
    expect((await post("/batch", [])).status).not.toBe(503);
  });

  it("is refused over MCP", async () => {
    fill();
    const mcp = await serve(player().upstream);
    const answer = await fetch(mcp.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { padding: "x".repeat(200 * KB) } }),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(/no room/) } });
    mcp.close();
  });

  it("over MCP takes its room until its answer has left, or its client has", async () => {
    const silent = { ...player().upstream, http: () => NEVER, httpStream: () => NEVER };
    const mcp = await serve(silent);
    const params = {
      name: "web_extract",
      arguments: { urls: ["https://big.example/"], padding: "x".repeat(200 * KB) },
    };
    const leaving = new AbortController();
    const answer = fetch(mcp.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await until(() => bytesInFlight.heldBytes > 200 * KB, "the body counts");
    await new Promise((turn) => setTimeout(turn, 200));
    expect(bytesInFlight.heldBytes).toBeGreaterThan(200 * KB);
    leaving.abort();
    await answer;
    await until(() => bytesInFlight.heldBytes === 0, "the room is given back");
    mcp.close();
  });

  it("fails a page that is read, and is no page's failure among others that were", async () => {
    fill();
    // One body may go past the budget: it has begun.
    const holding = bytesInFlight.receiving({ pause: () => {} });
    const exempt = new Observable<Uint8Array>((out) => out.next(new Uint8Array(200 * KB))).pipe(holding).subscribe();
    const alone = await fetch(`${base}/extract?q=https://big.example/`);
    expect([alone.status, alone.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await alone.json()).toMatchObject({ success: false, code: "overloaded" });
    const both = await fetch(`${base}/extract`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ urls: ["https://big.example/", "https://small.example/"] }),
    });
    expect(both.status).toBe(200);
    expect(await both.json()).toMatchObject({
      results: [{ url: "https://small.example/" }],
      failed_results: [{ url: "https://big.example/" }],
    });
    exempt.unsubscribe();
  });
});

describe("a document whose class has no room", () => {
  const one = { most: 1, waiting: 1, deadlineMs: 60_000 };
  const admission = createAdmission({ limits: { ...CLASS_LIMITS, document: one }, lag$: NEVER });
  const state = () => admission.queues.get("document")?.();
  let other: App;
  let there = "";

  beforeEach(async () => {
    other = serverFor(net.gateway, categories, { admission });
    there = await listening(other);
  });
  afterEach(async () => {
    await other.close();
    expect(state()).toMatchObject({ running: 0, waiting: 0 });
  });

  /** Asks first; what the client was told, once it is told anything. */
  function asking() {
    const headers = { "content-type": "text/plain", "content-length": text.length, expect: "100-continue" };
    const sending = ask(`${there}/openwebui/process`, { method: "PUT", headers });
    const told = new Promise<number | "go on" | undefined>((resolve, reject) => {
      sending.on("continue", () => resolve("go on"));
      sending.on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on("error", reject);
    });
    sending.flushHeaders();
    return { sending, told };
  }

  it("waits for its turn before it is let come, or is refused unsent", async () => {
    const busy = NEVER.pipe(admission.admitted("document", { id: "somebody", weight: 1 })).subscribe();
    const waiting = asking();
    await until(() => state()?.waiting === 1, "one waits");
    const refused = asking();
    expect(await refused.told).toBe(503);
    refused.sending.destroy();
    expect(bytesInFlight.heldBytes).toBe(0);
    busy.unsubscribe();
    expect(await waiting.told).toBe("go on");
    const status = new Promise((resolve) => waiting.sending.on("response", ({ statusCode }) => resolve(statusCode)));
    waiting.sending.end(text);
    // It does not wait for its class once more, whose only place it has.
    expect(await status).toBe(200);
    await until(() => state()?.running === 0, "the room given back");
    await until(() => bytesInFlight.heldBytes === 0, "the bytes counted");
  });

  it("leaves with its client", async () => {
    const busy = NEVER.pipe(admission.admitted("document", { id: "somebody", weight: 1 })).subscribe();
    const { sending, told } = asking();
    told.catch(() => undefined);
    await until(() => state()?.waiting === 1, "one waits");
    sending.destroy();
    await until(() => state()?.waiting === 0, "nobody waits");
    busy.unsubscribe();
    const begun = asking();
    expect(await begun.told).toBe("go on");
    begun.told.catch(() => undefined);
    begun.sending.destroy();
    await until(() => state()?.running === 0, "the room given back");
  });
});
