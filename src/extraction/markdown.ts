import type { Element, Text } from "domhandler";
import { absoluteUrl } from "./address.ts";
import { type Dialect, render } from "./render.ts";
import type { Tree } from "./tree.ts";

const MARKS = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["em", "*"],
  ["i", "*"],
  ["code", "`"],
  ["kbd", "`"],
  ["del", "~~"],
  ["s", "~~"],
]);

function dialect(base: string): Dialect {
  return {
    heading: (level) => `${"#".repeat(level)} `,
    bullet: (ordinal) => (ordinal === undefined ? "- " : `${ordinal}. `),
    quote: "> ",
    code: (text, language) => {
      const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
      return `${fence}${language ?? ""}\n${text}\n${fence}`;
    },
    cell: { before: "| ", between: " | ", after: " |" },
    headRule: (columns) => `|${" --- |".repeat(columns)}`,
    inline: (element) => inline(element, base),
    escape: (text, inCell) => (inCell ? text.replaceAll("|", "\\|") : text),
  };
}

function inline(element: Element, base: string): { open: string; close: string } | undefined {
  if (element.name === "a") {
    const address = element.attribs["href"];
    const url = address?.trim().startsWith("#") ? undefined : absoluteUrl(address, base);
    return url ? { open: "[", close: `](${url.replaceAll("(", "%28").replaceAll(")", "%29")})` } : undefined;
  }
  const mark = MARKS.get(element.name);
  return mark ? { open: mark, close: mark } : undefined;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** The kept texts as GitHub-flavoured Markdown, links absolute against `base`. */
export function toMarkdown(tree: Tree, kept: ReadonlySet<Text>, base: string): string {
  return render(tree, kept, dialect(base));
}
