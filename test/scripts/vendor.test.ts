import { readFileSync } from "node:fs";
import { firstValueFrom } from "rxjs";
import { expect, it } from "vitest";
import { COASTLINE, FILE } from "../../scripts/vendor.ts";
import { tokenizer$ } from "../../src/pipelines/budget/tokens.ts";

it("the tokenizer in the repository is of the version that the benchmarks' packages name", () => {
  const packages = JSON.parse(readFileSync(new URL("../../benchmarks/package.json", import.meta.url), "utf8"));
  expect(readFileSync(FILE, "utf8")).toContain(`gpt-tokenizer ${packages.dependencies["gpt-tokenizer"]}, encoding`);
});

it("the coastline in the repository is of the version that the benchmarks' packages name, and closes its rings", () => {
  const packages = JSON.parse(readFileSync(new URL("../../benchmarks/package.json", import.meta.url), "utf8"));
  const written = readFileSync(COASTLINE, "utf8");
  expect(written).toContain(`world-atlas ${packages.dependencies["world-atlas"]} `);
  const [, path = ""] = /"(.+)"/.exec(written) ?? [];
  expect(path).toMatch(/^(?:M-?\d+ -?\d+l[-\d ]+z)+$/);
  // Within the globe, in quarters of degrees.
  for (const [, x, y] of path.matchAll(/M(-?\d+) (-?\d+)l/g))
    expect([Math.abs(Number(x)) <= 720, Math.abs(Number(y)) <= 360]).toEqual([true, true]);
});

/* What the package counts: `npm run bench -- tokenizer` asks it again, and whether the file is what the package gives. */
it.each([
  ["", 0],
  ["Otters hold hands.", 5],
  ["L’été à Orléans, 12 °C", 11],
  ["水獭睡觉时手牵手", 10],
  ["<|endoftext|>", 7],
  ["🦦".repeat(40), 120],
])("counts as the package does: %j", async (text, tokens) => {
  const count = await firstValueFrom(tokenizer$);
  expect(count(text)).toBe(tokens);
});
