import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addKey, readKeys, revokeKey } from "../../src/keys/file.ts";
import { digestOf } from "../../src/keys/record.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "keys-"));
  path = join(directory, "below", "keys.json");
});
afterEach(() => rmSync(directory, { recursive: true }));

const plain = { name: "ci", weight: 1, per_minute: {}, per_day: {} };

describe("the keys' file", () => {
  it("holds a digest, never the key, and is its owner's alone", () => {
    const key = addKey(path, { ...plain, per_minute: { search: 60 }, per_day: { all: 5000 } });
    expect(key).toMatch(/^trib_[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).not.toContain(key.slice(5));
    expect(readKeys(path)).toEqual([
      {
        ...plain,
        per_minute: { search: 60 },
        per_day: { all: 5000 },
        digest: `sha256:${digestOf(key).toString("hex")}`,
        created_at: expect.stringMatching(/^20.*Z$/),
      },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, ".."))).toEqual(["keys.json"]);
  });

  it("loses a key by its name, or by the beginning of its digest", () => {
    addKey(path, plain);
    const other = addKey(path, { ...plain, name: "other" });
    expect(revokeKey(path, "ci").name).toBe("ci");
    expect(revokeKey(path, digestOf(other).toString("hex").slice(0, 16)).name).toBe("other");
    expect(readKeys(path)).toEqual([]);
    expect(() => revokeKey(path, "ci")).toThrow("There is no key ci.");
  });

  it("has no two keys of a name, and is as before where one was refused", () => {
    addKey(path, plain);
    const before = readFileSync(path, "utf8");
    expect(() => addKey(path, plain)).toThrow("There is a key named ci already.");
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(join(path, ".."))).toEqual(["keys.json"]);
  });

  it("is written by one process at a time; what one left behind is in nobody's way", () => {
    addKey(path, plain);
    writeFileSync(`${path}.new`, "");
    expect(() => addKey(path, { ...plain, name: "b" })).toThrow("Another process is writing");
    utimesSync(`${path}.new`, 1, 1);
    addKey(path, { ...plain, name: "b" });
    expect(readKeys(path)).toHaveLength(2);
  });

  it.each([
    ["{", "keys.json is not JSON."],
    ['{"version":2,"keys":[]}', "version"],
    ['{"version":1,"keys":[{"name":"a","digest":"secret","created_at":"2026-01-01T00:00:00Z"}]}', "keys.0.digest"],
  ])("that holds %s is refused by the place at fault, without its contents", (text, said) => {
    addKey(path, plain);
    writeFileSync(path, text);
    expect(() => readKeys(path)).toThrow(said);
    expect(() => readKeys(path)).not.toThrow("secret");
  });

  it("need not be there", () => {
    expect(readKeys(path)).toBeUndefined();
  });
});
