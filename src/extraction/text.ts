import type { Text } from "domhandler";
import { type Dialect, render } from "./render.ts";
import type { Tree } from "./tree.ts";

const PLAIN: Dialect = {
  heading: () => "",
  bullet: (ordinal) => (ordinal === undefined ? "- " : `${ordinal}. `),
  quote: "",
  code: (text) => text,
  cell: { before: "", between: " | ", after: "" },
  headRule: () => undefined,
  inline: () => undefined,
  escape: (text) => text,
};

/** The kept texts as plain text: blocks apart by blank lines, list markers, rows of a table as `a | b`, code as it stands. */
export function toText(tree: Tree, kept: ReadonlySet<Text>): string {
  return render(tree, kept, PLAIN);
}
