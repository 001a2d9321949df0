import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/*
 * A plain object answers to `constructor` and `__proto__`: a table that is asked with a word of somebody else's is a Map, or
 * asks `Object.hasOwn` first. Tables of our own words have them as the type of their keys.
 */

const SRC = join(import.meta.dirname, "../src");
const ROOMS = ["aggregate", "http", "mcp", "cli", "pipelines"];
const TABLE = /^(?:export )?const (\w+): (?:Readonly<)?(?:Partial<)?Record<string, /gm;

it("no table of the faces, pipelines and analyses that is keyed by any text is asked with a word", () => {
  const found = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: SRC })).flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    return [...text.matchAll(TABLE)].flatMap(([, name = ""]) =>
      [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\[(?!["\\d])[^\\n]*`, "g"))]
        .filter(({ index }) => !text.slice(Math.max(0, index - 120), index).includes(`Object.hasOwn(${name},`))
        .map(([use]) => `${file}: ${use}`),
    );
  });
  expect(found).toEqual([]);
});
