import type { Block, ListItem } from "./nodes.ts";
import { writeLine } from "./write-line.ts";
import { writeTable } from "./write-table.ts";

/** Lists, quotations and notes nested deeper are written as if they stood in the one around them. */
const MAX_NESTED = 16;

/** Blocks as GitHub-flavoured Markdown. */
export const writeMarkdown = (blocks: readonly Block[]): string => writeBlocks(blocks, 0);

function writeBlocks(blocks: readonly Block[], depth: number): string {
  const others = marksOf(blocks);
  return blocks
    .map((block, at) => writeBlock(block, depth, others[at] ?? false))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Which blocks are lists to be marked otherwise than the one before, without which they would be read as one. */
function marksOf(blocks: readonly Block[]): boolean[] {
  const others: boolean[] = [];
  blocks.forEach((block, at) => {
    const before = blocks[at - 1];
    const follows =
      before?.type === "list" && block.type === "list" && isNumbered(before.items) === isNumbered(block.items);
    others.push(follows && !others[at - 1]);
  });
  return others;
}

function writeBlock(block: Block, depth: number, other: boolean): string {
  switch (block.type) {
    case "paragraph":
      return writeLine(block.children);
    case "figure":
      return writeBlocks([...block.children, ...block.caption], depth);
    case "heading":
      return `${"#".repeat(block.level)} ${writeLine(block.children, { lineBreak: " " }).replace(/(^|\s)(#+)$/, "$1\\$2")}`;
    case "code":
      return fenced(block.text, block.language);
    case "math":
      return block.tex.includes("$$") ? fenced(block.tex, "math") : `$$\n${block.tex.replace(/\n\s*\n/g, "\n")}\n$$`;
    case "rule":
      return "---";
    case "list":
      return listOf(block.items, depth, other);
    case "quote": {
      const inner = writeBlocks(block.children, depth + 1);
      const kind = block.kind === undefined ? "" : `[!${block.kind}]\n`;
      return depth < MAX_NESTED ? prefixed(`${kind}${inner}`, "> ", "> ") : inner;
    }
    case "note": {
      const inner = writeBlocks(block.children, depth + 1);
      return depth < MAX_NESTED ? prefixed(inner, `[^${block.label}]: `, "    ") : inner;
    }
    case "table":
      return writeTable(block);
  }
}

/** Each line behind a prefix, blank ones without blanks at their ends. */
const prefixed = (text: string, first: string, others: string): string =>
  text
    .split("\n")
    .map((line, at) => (at === 0 ? `${first}${line}` : line === "" ? others.trimEnd() : `${others}${line}`))
    .join("\n");

const isNumbered = (items: readonly ListItem[]): boolean => items[0]?.number !== undefined;

/** Items of one paragraph and the lists below it stand right under one another; a list can follow text so only from 1 on. */
const isTight = ({ children }: ListItem): boolean =>
  children.filter(({ type }) => type !== "list").length <= 1 && children.slice(1).every(canFollow);

const canFollow = (block: Block): boolean => block.type === "list" && (block.items[0]?.number ?? 1) === 1;

function listOf(items: readonly ListItem[], depth: number, other: boolean): string {
  const tight = items.every(isTight);
  const flat = depth >= MAX_NESTED;
  return items
    .map((item) => {
      const bullet = item.number === undefined ? (other ? "*" : "-") : `${item.number}${other ? ")" : "."}`;
      const box = item.done === undefined ? "" : item.done ? "[x] " : "[ ] ";
      const others = marksOf(item.children);
      const inner = item.children
        .map((child, at) => writeBlock(child, depth + 1, others[at] ?? false))
        .filter((text) => text !== "")
        .join(tight ? "\n" : "\n\n");
      const text = `${box}${box ? inner : protectedBox(inner)}`;
      return flat ? text : prefixed(text, `${bullet} `, " ".repeat(bullet.length + 1));
    })
    .join(tight ? "\n" : "\n\n");
}

/** An item whose text begins like a box has none. */
const protectedBox = (text: string): string => (/^\[[ xX]\](?:\s|$)/.test(text) ? `\\${text}` : text);

/** Code between a fence longer than any that it holds. */
function fenced(text: string, language: string | undefined): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language ?? ""}\n${text}\n${fence}`;
}
