import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addKey, revokeKey } from "../../src/keys/file.ts";
import { createKeyring, type Holder, mayUseTool, routeRefusal } from "../../src/keys/keyring.ts";

let directory: string;
let path: string;
let now: number;
let failures: unknown[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "keyring-"));
  path = join(directory, "keys.json");
  now = Date.parse("2026-11-27T12:00:00Z");
  failures = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

const plain = { name: "ci", weight: 1, per_minute: {}, per_day: {} };
const ringOf = (API_KEYS: readonly string[] = []) =>
  createKeyring(
    { API_KEYS: [...API_KEYS], KEYS_FILE: undefined, DATA_DIR: directory },
    (error) => failures.push(error),
    () => now,
  );

describe("a keyring", () => {
  it("asks for no key where there is none", () => {
    const ring = ringOf();
    expect([ring.asksForKeys(), ring.holderOf(["anything"])]).toEqual([false, undefined]);
  });

  it("knows the keys of API_KEYS as the operator's, and the first valid one of several given", () => {
    const ring = ringOf(["one", "two"]);
    expect(ring.asksForKeys()).toBe(true);
    expect(ring.holderOf(["wrong", "two"])).toMatchObject({ name: "API_KEYS-2", operator: true, weight: 1 });
    expect(ring.holderOf(["On", "one "])).toBeUndefined();
    expect(ring.holderOf([])).toBeUndefined();
  });

  it("follows the file within a second: a key that was added, one that was revoked", () => {
    const ring = ringOf();
    expect(ring.asksForKeys()).toBe(false);
    const key = addKey(path, { ...plain, weight: 4 });
    now += 1_000;
    expect(ring.holderOf([key])).toMatchObject({ name: "ci", weight: 4, operator: false });
    revokeKey(path, "ci");
    now += 1_000;
    expect(ring.holderOf([key])).toBeUndefined();
    expect(ring.asksForKeys()).toBe(true);
  });

  it("does not open the service where the file is taken away", () => {
    const key = addKey(path, plain);
    const ring = ringOf();
    expect(ring.holderOf([key])).toBeDefined();
    rmSync(path);
    now += 1_000;
    expect([ring.asksForKeys(), ring.holderOf([key])]).toEqual([true, undefined]);
  });

  it("keeps its keys where the file breaks, and says so; one that is broken at the start throws", () => {
    const key = addKey(path, plain);
    const ring = ringOf();
    expect(ring.asksForKeys()).toBe(true);
    writeFileSync(path, "{");
    now += 1_000;
    expect(ring.holderOf([key])).toBeDefined();
    expect(failures).toHaveLength(1);
    expect(() => ringOf().asksForKeys()).toThrow("is not JSON");
  });

  it("knows no key that has expired", () => {
    const key = addKey(path, { ...plain, expires_at: "2026-11-27T12:00:05.000Z" });
    const ring = ringOf();
    expect(ring.holderOf([key])).toBeDefined();
    now += 5_000;
    expect(ring.holderOf([key])).toBeUndefined();
  });
});

describe("what limits a key", () => {
  const holder = (limits: Partial<Holder>): Holder => ({
    id: "0",
    name: "ci",
    weight: 1,
    perMinute: {},
    perDay: {},
    operator: false,
    ...limits,
  });

  it.each([
    ["/search", true],
    ["/search/google", false],
    ["/packages/crates", true],
    ["/packages", true],
    ["/packagesx", false],
    ["/usage", true],
    ["/crawl", false],
  ])("routes /search and /packages/*: %s %s", (route, allowed) => {
    const refusal = routeRefusal(holder({ routes: ["/search", "/packages/*"] }), route);
    expect(refusal === undefined).toBe(allowed);
    if (refusal) expect([refusal.status, refusal.kind]).toEqual([403, "forbidden"]);
  });

  it("a key without limits may use everything", () => {
    expect([routeRefusal(holder({}), "/crawl"), mayUseTool(holder({}), ["web"])]).toEqual([undefined, true]);
  });

  it("one limited on one face is not free on the other", () => {
    expect(mayUseTool(holder({ routes: ["/search"] }), ["web"])).toBe(false);
    expect(routeRefusal(holder({ toolsets: ["web"] }), "/search")?.message).toContain("the tools (MCP) alone");
    expect(mayUseTool(holder({ toolsets: ["web"] }), ["web", "page"])).toBe(true);
    expect(mayUseTool(holder({ toolsets: ["web"] }), ["news"])).toBe(false);
  });
});
