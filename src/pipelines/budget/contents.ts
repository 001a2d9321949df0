const ENTRY = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^\s*#{1,6}\s+/;
/** "2.1 " before an entry's or a heading's words. */
const NUMBERING = /^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s+/;
const LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;

/** A table of contents has so many entries at least, and so large a share of them stand again as headings. */
const FEWEST = 3;
const SHARE = 0.8;

/**
 * A text or Markdown without its tables of contents: lists of which nearly every entry stands again further down, as a line
 * of its own. The heading above such a list goes too where nothing else stands under it.
 */
export function withoutContents(text: string): string {
  const lines = text.split("\n");
  const lastOf = new Map<string, number>();
  for (const [at, line] of lines.entries()) if (!ENTRY.test(line)) lastOf.set(labelOf(line), at);
  const gone = new Set<number>();
  for (const [from, to] of listsIn(lines)) {
    const entries = range(from, to);
    const again = entries.filter((at) => (lastOf.get(labelOf(lines[at] ?? "")) ?? -1) >= to);
    if (entries.length < FEWEST || again.length < SHARE * entries.length) continue;
    for (const at of entries) gone.add(at);
    if (lines[to]?.trim() === "") gone.add(to);
    const above = lines.findLastIndex((line, at) => at < from && line.trim() !== "");
    const below = lines.find((line, at) => at >= to && line.trim() !== "");
    if (HEADING.test(lines[above] ?? "") && HEADING.test(below ?? "")) gone.add(above);
  }
  return gone.size === 0
    ? text
    : lines
        .filter((_, at) => !gone.has(at))
        .join("\n")
        .trimStart();
}

const labelOf = (line: string): string =>
  line.replace(HEADING, "").replace(ENTRY, "").replace(LINK, "$1").trim().replace(NUMBERING, "").toLowerCase();

/** Where lists begin, and the line behind each. */
function* listsIn(lines: readonly string[]): Iterable<readonly [number, number]> {
  let from: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (ENTRY.test(line)) from ??= at;
    else if (from !== undefined) {
      yield [from, at];
      from = undefined;
    }
  }
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
