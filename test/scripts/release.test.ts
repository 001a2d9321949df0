import { describe, expect, it } from "vitest";
import { released, unpacked } from "../../scripts/release-steps.ts";

describe("a release", () => {
  it("dates the unreleased section, and leaves the others", () => {
    const text =
      "# Changelog\n\n## 0.7.0 — unreleased\n\n### Added\n\n- A thing.\n\n## 0.6.0 — 2026-11-01\n\n- Another.\n";
    expect(released(text, "0.7.0", "2026-12-01")).toBe(text.replace("unreleased", "2026-12-01"));
    expect(released("## Unreleased\n- x\n", "1.0.0", "2026-12-01")).toBe("## 1.0.0 — 2026-12-01\n- x\n");
  });

  it.each([
    ["## 0.6.0 — 2026-11-01\n\n- x\n", /no section/],
    ["## 0.7.0 — unreleased\n\n## 0.6.0 — 2026-11-01\n\n- x\n", /is empty/],
  ])("refuses %j", (text, why) => {
    expect(() => released(text, "0.7.0", "2026-12-01")).toThrow(why);
  });

  it("says what the package would lack", () => {
    const files = ["bin/tributary.mjs", "dist/main.js", "dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"];
    const report = (names: readonly string[]) =>
      `built\n${JSON.stringify([{ files: names.map((path) => ({ path })) }])}`;
    expect(unpacked(report(files))).toEqual([]);
    expect(unpacked(report(files.slice(2)))).toEqual(files.slice(0, 2));
  });
});
