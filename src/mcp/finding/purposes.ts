import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What people want of a parser or an analysis, in their own words, English and French, by its id. */
export function purposes(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(import.meta.dirname, "purposes.txt"), "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const end = line.indexOf(": ");
        return [line.slice(0, end), line.slice(end + 2)] as const;
      }),
  );
}
