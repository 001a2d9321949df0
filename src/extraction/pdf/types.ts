import type { Line } from "./lines.ts";
import { titleKey } from "./titles.ts";

/** What a document's outline says: the depth of a title, from 1 on. */
export type Outline = ReadonlyMap<string, number>;

/** What a sentence ends with. */
export const ENDS = /[.!?:;…。！？]["'”’»)\]]*$/u;
const MAX_HEADING = 180;

/** Kinds of type on the pages. */
export interface Types {
  readonly body: number;
  /** Between two lines of a paragraph. */
  readonly leading: number;
  readonly levelOf: (line: Line) => number | undefined;
  /** How deep a title of the outline stands. */
  readonly depthOf: (title: string) => number | undefined;
}

/** The size that most letters have. */
export function bodySizeOf(lines: readonly Line[]): number {
  const sizes = new Map<number, number>();
  for (const line of lines) if (!line.mono) sizes.set(line.size, (sizes.get(line.size) ?? 0) + line.text.length);
  return [...sizes].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? lines[0]?.size ?? 10;
}

/** Lines of one size and weight are of one kind. */
export const styleOf = ({ size, bold }: Line): string => `${size}${bold ? "b" : ""}`;

/** What the lines of a document say of its kinds of type. */
export function typesOf(lines: readonly Line[], body: number, outline: Outline): Types {
  const gaps = new Map<number, number>();
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const gap = before ? line.y - before.y : 0;
    if (
      before?.page === line.page &&
      line.size === body &&
      before.size === body &&
      gap > 0.9 * body &&
      gap < 2.6 * body
    )
      gaps.set(Math.round(gap * 2) / 2, (gaps.get(Math.round(gap * 2) / 2) ?? 0) + 1);
  });
  const leading = [...gaps].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 1.25 * body;
  const isLarge = ({ size }: Line): boolean => size >= 1.12 * body;
  const stated = new Map<string, number>();
  for (const line of lines) {
    const depth = outline.get(titleKey(line.text));
    if (depth !== undefined && (isLarge(line) || line.bold)) stated.set(styleOf(line), depth);
  }
  const beside = besideTitle(lines, isLarge);
  const sizes = [
    ...new Set(lines.filter((line) => isLarge(line) && !beside.has(line)).map(({ size }) => size)),
  ].toSorted((one, other) => other - one);
  const ranks = new Map<number, number>();
  let rank = 0;
  sizes.forEach((size, at) => {
    if (at === 0 || (sizes[at - 1] ?? 0) - size > 0.06 * body) rank += 1;
    ranks.set(size, rank);
  });
  return {
    body,
    leading,
    depthOf: (title) => outline.get(titleKey(title)),
    levelOf(line) {
      const text = line.text;
      if (line.mono || beside.has(line) || !/\p{L}/u.test(text) || text.length > MAX_HEADING) return undefined;
      const depth = outline.get(titleKey(text));
      if (depth !== undefined && (isLarge(line) || line.bold || outline.size > 0) && line.size >= 0.95 * body)
        return depth;
      // Where an outline says what the headings are, other large lines are none (who wrote it, and when), but for the title.
      if (isLarge(line))
        return (
          stated.get(styleOf(line)) ??
          (stated.size > 0 && line.size < (sizes[0] ?? 0) ? undefined : ranks.get(line.size))
        );
      if (!line.bold || line.size < 0.97 * body || ENDS.test(text)) return undefined;
      return stated.get(styleOf(line)) ?? Math.min(6, rank + 1);
    },
  };
}

/**
 * Who wrote a document, and when: large lines right behind its title, lighter and smaller than that, which stand before another
 * large or bold line, and whose kind comes nowhere else.
 */
function besideTitle(lines: readonly Line[], isLarge: (line: Line) => boolean): ReadonlySet<Line> {
  const end = lines.findIndex((line) => !isLarge(line) && !line.bold);
  const opening = lines.slice(0, end < 0 ? 0 : end);
  const most = opening.reduce((size, line) => Math.max(size, line.size), 0);
  const elsewhere = new Set(lines.slice(Math.max(0, end)).map(styleOf));
  return new Set(
    opening.slice(1, -1).filter((line) => !line.bold && line.size < 0.95 * most && !elsewhere.has(styleOf(line))),
  );
}
