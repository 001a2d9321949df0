import { type Line, segmentsOf } from "./lines.ts";

/** A page's lines, and how high it is. */
export interface PageLines {
  readonly lines: readonly Line[];
  readonly height: number;
}

/** Parts of a page, from its edges, in which heads and feet run. */
const ZONE = 0.2;
/** On so many pages of all a line stands that runs. */
const MOST = 0.4;
/** On so many, its size does not matter. */
const EVERYWHERE = 0.8;
/** On so many, and three at least: the heads of left pages, of chapters. */
const SOME = 0.2;
/** Rows of them at an edge. */
const MAX_ROWS = 3;
/** So near the edge, smaller type is no text. */
const EDGE_POINTS = 36;
const PAGE_NUMBER =
  /^(?:[-–—|[(]?\s*)?(?:(?:page|seite|p\.|s\.|página|pagina|strona|стр\.?|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|di|из|[-–—|])\s*\d{1,4})?\s*(?:页|ページ|頁)?(?:\s*[-–—|\])])?$/iu;

/** Pages without the heads and feet that run over them, and without their numbers. */
export function withoutRunning(pages: readonly PageLines[], bodySize: number): Line[][] {
  const seen = new Map<string, Set<number>>();
  pages.forEach(({ lines, height }, page) => {
    for (const line of lines)
      if (isInZone(line, height))
        for (const key of new Set([...keysOf(line, height, bodySize), ...keysOf(line, height, line.size)])) {
          const known = seen.get(key);
          if (known) known.add(page);
          else seen.set(key, new Set([page]));
        }
  });
  const isRunning = (line: Line, height: number, isOutermost: boolean): boolean => {
    const count = Math.max(...keysOf(line, height, bodySize).map((key) => seen.get(key)?.size ?? 0));
    const everywhere = Math.max(...keysOf(line, height, line.size).map((key) => seen.get(key)?.size ?? 0));
    if (pages.length > 2 && everywhere >= EVERYWHERE * pages.length) return true;
    if (pages.length > 1 && count >= Math.max(2, MOST * pages.length)) return true;
    if (count >= 3 && count >= SOME * pages.length) return true;
    if (isOutermost && PAGE_NUMBER.test(line.text.trim())) return true;
    return Math.min(line.y, height - line.y) < EDGE_POINTS && line.size < 0.92 * bodySize;
  };
  return pages.map(({ lines, height }) => {
    const out = new Set<Line>();
    for (const direction of [1, -1]) {
      const inwards = lines.toSorted((one, other) => direction * (one.y - other.y));
      const zone = inwards.filter((line) => isInZone(line, height) && line.y < height / 2 === direction > 0);
      // From the edge inwards, as far as all runs; lines on one level are judged together with none between.
      const found: Line[] = [];
      let [rows, y] = [0, Number.NaN];
      for (const line of zone) {
        const isNext = !(Math.abs(line.y - y) < 2);
        if (isNext) rows += 1;
        if (rows > MAX_ROWS) break;
        y = line.y;
        if (isRunning(line, height, rows === 1)) found.push(line);
        else if (isNext && !zone.some((other) => Math.abs(other.y - y) < 2 && isRunning(other, height, rows === 1)))
          break;
      }
      // What is as near to the text as its own lines is one of them.
      const last = found.at(-1);
      const next = last && inwards.find((line) => direction * (line.y - last.y) > 2);
      if (!last || !next || Math.abs(next.y - last.y) > APART * Math.max(last.size, next.size))
        for (const line of found) out.add(line);
    }
    return lines.filter((line) => !out.has(line) && !isAlone(line, lines, height, bodySize));
  });
}

/** Lines of a text are nearer to one another, in the size of their letters. */
const APART = 1.45;

/** Parts of a page, from its edges, in which no text begins or ends. */
const MARGIN = 0.075;

/** Whether a line stands in a page's margin, apart from all others: on a single page nothing else tells a head or foot. */
function isAlone(line: Line, lines: readonly Line[], height: number, bodySize: number): boolean {
  const isMargin = line.y < MARGIN * height || line.y > (1 - MARGIN) * height;
  if (!isMargin || line.size > 1.05 * bodySize || line.bold || line.text.length > 120) return false;
  return lines.every(
    (other) => other === line || Math.abs(other.y - line.y) < 2 || Math.abs(other.y - line.y) > 2 * line.size,
  );
}

/** Texts of one place are alike but for their numbers. */
const keysOf = (line: Line, height: number, bodySize: number): string[] => {
  // Numbers of headings tell them apart.
  const isText = line.size < 1.1 * bodySize;
  const text = isText ? line.text.replace(/\d+|\b[ivxlc]{1,7}\b/gi, "#") : line.text;
  const side = line.y < height / 2 ? "head" : "foot";
  const places = [
    text,
    ...(isText
      ? segmentsOf(line)
          .map((one) => one.text)
          .filter((one) => one.length > 5)
      : []),
  ];
  // In two steps, so that what is near one's edge is found all the same.
  return places.flatMap((place) => [
    `${side} ${Math.round(line.y / 6)} ${place}`,
    `${side} ~${Math.round((line.y + 3) / 6)} ${place}`,
  ]);
};

const isInZone = (line: Line, height: number): boolean => line.y < ZONE * height || line.y > (1 - ZONE) * height;
