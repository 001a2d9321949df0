import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "../../src/sources/registry.ts";

/* The sources are small and alike, and what two of them do stands in one place. */

const ROOT = join(import.meta.dirname, "../../src/sources");
const MAX_LINES = 150;
const MEDIAN_BELOW = 60;
/** So many lines alike in two files are one thing written twice. */
const RUN = 6;

const files: ReadonlyMap<string, string> = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(join(ROOT, name), "utf8")]),
);

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The lines that say something: no imports, comments, blank lines and lone punctuation; white space folded. */
function telling(text: string): string[] {
  return text
    .replace(/^import\s[^;]*;$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith("//"));
}

/** Runs of lines that stand in two files, as `one ~ other: first line`. */
function doubles(texts: ReadonlyMap<string, string>): string[] {
  const first = new Map<string, string>();
  return [...texts].flatMap(([name, text]) => {
    const lines = telling(text);
    return lines.flatMap((line, at) => {
      if (at + RUN > lines.length) return [];
      const run = lines.slice(at, at + RUN).join("\n");
      const before = first.get(run);
      if (before === undefined) first.set(run, name);
      return before === undefined || before === name ? [] : [`${before} ~ ${name}: ${line}`];
    });
  });
}

describe("the sources' files", () => {
  it(`have at most ${MAX_LINES} lines each`, () => {
    const long = [...files].flatMap(([name, text]) => (linesOf(text) > MAX_LINES ? [`${name}: ${linesOf(text)}`] : []));
    expect(long).toEqual([]);
  });

  it(`have fewer than ${MEDIAN_BELOW} lines where the source itself stands, in the median`, () => {
    const own = sources.map(({ category, id }) => files.get(join(category, `${id}.ts`)));
    expect(own.filter((text) => text === undefined)).toEqual([]);
    expect(median(own.map((text) => linesOf(text ?? "")))).toBeLessThan(MEDIAN_BELOW);
  });

  it(`share no run of ${RUN} lines`, () => {
    expect(doubles(files)).toEqual([]);
  });
});

describe("the search for runs", () => {
  const body = ["a: 1,", "b: 2,", "c: 3,", "d: 4,", "e: 5,", "f: 6,"];

  it("finds one whatever stands around it, and however it is indented", () => {
    const one = ["import { a } from 'a';", "before()", ...body].join("\n");
    const other = ["elsewhere()", ...body.map((line) => `    ${line}`), "", "after()"].join("\n");
    expect(doubles(new Map(Object.entries({ one, other })))).toEqual(["one ~ other: a: 1,"]);
  });

  it("counts neither comments, imports and punctuation nor a run within one file", () => {
    const padded = ["/** The same", " * words. */", "import {", "  a,", "  b,", '} from "x";', "});", "// the same"];
    const short = [...padded, ...body.slice(1)].join("\n");
    expect(doubles(new Map(Object.entries({ short, other: short })))).toEqual([]);
    expect(doubles(new Map([["twice", [...body, ...body].join("\n")]]))).toEqual([]);
  });
});
