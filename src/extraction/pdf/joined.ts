import type { Block, ListItem } from "../markdown/nodes.ts";

/** Adds a page's blocks; what the page's edge cut in two is put together. */
export function append(out: Block[], blocks: readonly Block[], cut: boolean): void {
  const [first, ...rest] = blocks;
  const last = out.at(-1);
  if (!cut || !first || !last) {
    out.push(...blocks);
    return;
  }
  if (last.type === "paragraph" && first.type === "paragraph" && isOpen(last)) {
    out[out.length - 1] = {
      type: "paragraph",
      children: [...last.children, { type: "text", value: " " }, ...first.children],
    };
    out.push(...rest);
  } else if (last.type === "table" && first.type === "table" && widthOf(last) === widthOf(first)) {
    const isRepeated = JSON.stringify(last.rows[0]) === JSON.stringify(first.rows[0]);
    out[out.length - 1] = { ...last, rows: [...last.rows, ...first.rows.slice(isRepeated ? 1 : 0)] };
    out.push(...rest);
  } else if (last.type === "list" && first.type === "list" && goesOn(last.items, first.items)) {
    out[out.length - 1] = { type: "list", items: joinedItems(last.items, first.items) };
    out.push(...rest);
  } else out.push(...blocks);
}

const isOnlyList = (item: ListItem | undefined): boolean =>
  item?.children.length === 1 && item.children[0]?.type === "list";

/** Whether a list at a page's beginning is the one that ended the page before. */
function goesOn(before: readonly ListItem[], items: readonly ListItem[]): boolean {
  const [last, first] = [before.at(-1), items[0]];
  if (isOnlyList(first)) return true;
  return first?.number === undefined ? last?.number === undefined : first.number === nextNumber(before);
}

/** Items of one list; one that holds but a list goes on with the item before. */
function joinedItems(before: readonly ListItem[], items: readonly ListItem[]): ListItem[] {
  const [first, ...rest] = items;
  const last = before.at(-1);
  if (!first || !last || !isOnlyList(first)) return [...before, ...items];
  const [inner] = first.children;
  const open = last.children.at(-1);
  const children =
    open?.type === "list" && inner?.type === "list"
      ? [...last.children.slice(0, -1), { type: "list", items: [...open.items, ...inner.items] } as const]
      : [...last.children, ...first.children];
  return [...before.slice(0, -1), { ...last, children }, ...rest];
}

const nextNumber = (items: readonly ListItem[]): number => {
  const number = items.at(-1)?.number;
  return number === undefined ? 0 : number + 1;
};

const widthOf = (table: Extract<Block, { type: "table" }>): number =>
  Math.max(0, ...table.rows.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)));

function isOpen(paragraph: Extract<Block, { type: "paragraph" }>): boolean {
  const last = paragraph.children.at(-1);
  return last?.type === "text" && !/[.!?:;…]["'”’)\]]*\s*$/u.test(last.value);
}
