import type { Line } from "./lines.ts";
import { titleKey } from "./titles.ts";

/** An entry of a table of contents: a title, dots or room, and a page. */
const ENTRY = /^(.{2,200}?)[\s.·…_]*\s(?:\d{1,4}|[ivxlc]{1,7})$/iu;
const LEADERS = /\.{4,}|(?:\. ){4,}|…{2,}/;
const NAME =
  /^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^table des matières$|^sommaire$|^índice$|^indice$|^sommario$|^inhoud(?:sopgave)?$/iu;
/** Fewer are no table. */
const LEAST = 3;

/** Lines without a table of contents: what it says, the headings say, and Markdown has no pages. */
export function withoutContents(pages: readonly (readonly Line[])[], body: number): Line[][] {
  const titles = new Set(
    pages.flatMap((lines) =>
      lines.filter(({ size, bold }) => size >= 1.12 * body || bold).map(({ text }) => titleKey(text)),
    ),
  );
  const isEntry = ({ text }: Line): boolean => {
    const title = ENTRY.exec(text.trim())?.[1];
    if (title === undefined) return false;
    return LEADERS.test(text) || titles.has(titleKey(title.replace(/[\s.·…_]+$/u, "")));
  };
  return pages.map((lines) => {
    const out = new Set<Line>();
    let run: Line[] = [];
    let before: Line | undefined;
    const end = () => {
      if (run.length >= LEAST)
        for (const line of before && NAME.test(before.text.trim()) ? [before, ...run] : run) out.add(line);
      run = [];
    };
    for (const line of lines)
      if (isEntry(line)) run.push(line);
      else {
        end();
        before = line;
      }
    end();
    return lines.filter((line) => !out.has(line));
  });
}
