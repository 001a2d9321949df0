import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

it("the script writes the package's data: where it is from, the categories, a technology a line, what is used alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "tributary-fingerprints-"));
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  write("package.json", { name: "prints", version: "1.2.3", license: "MIT", author: "Somebody", main: "driver.js" });
  write("categories.json", { 1: { groups: [3], name: "CMS", priority: 1 } });
  mkdirSync(join(folder, "technologies"));
  for (const letter of "_abcdefghijklmnopqrstuvwxyz") write(`technologies/${letter}.json`, {});
  write("technologies/b.json", { Bee: { cats: [1], html: "<bee", pricing: ["low"] }, Bug: { cats: [] } });
  const to = join(folder, "out.ndjson");
  execFileSync(process.execPath, [join(ROOT, "scripts/fingerprints.ts"), folder, to]);
  const lines = readFileSync(to, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  rmSync(folder, { recursive: true });
  expect(lines).toEqual([
    { package: "prints", version: "1.2.3", license: "MIT", copyright: "Somebody" },
    { 1: { name: "CMS", priority: 1 } },
    { name: "Bee", cats: [1], html: "<bee" },
    { name: "Bug", cats: [] },
  ]);
});
