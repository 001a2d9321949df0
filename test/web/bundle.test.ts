import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { z } from "zod";

const FOLDER = join(import.meta.dirname, "../../src/web/bundle");
const FIRST_VIEW_BYTES = 60_000;
const ALL_BYTES = 150_000;

const sent = (name: string): number => gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length;
const sum = (names: Iterable<string>): number => [...names].reduce((bytes, name) => bytes + sent(name), 0);
const files = readdirSync(FOLDER).filter((name) => /\.(?:js|css)$/.test(name));

/** A file with all that it cannot run without. */
function needed(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, other = ""] of readFileSync(join(FOLDER, name), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
    needed(other, known);
  return known;
}

const named = (start: string): readonly string[] => files.filter((name) => name.startsWith(start));

it("the first view takes 60 kB at most, and brings along no charts, no Markdown and no map", () => {
  const { entry, style } = z
    .object({ entry: z.string(), style: z.string() })
    .parse(JSON.parse(readFileSync(join(FOLDER, "bundle.json"), "utf8")));
  const first = needed(entry);
  for (const view of named("search-")) needed(view, first);
  expect(first.size).toBeGreaterThan(3);
  expect(sum([...first, style])).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
  for (const later of ["uplot-", "markdown-it-", "map-", "coastline-", "zip-"]) {
    expect(named(later)).toHaveLength(1);
    expect(first).not.toContain(named(later)[0]);
  }
});

it("everything together takes 150 kB at most", () => {
  expect(sum(files)).toBeLessThanOrEqual(ALL_BYTES);
});
