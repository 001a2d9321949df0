import { isObject } from "./columns.ts";

/** Pieces that are shorter are put together. */
const BLOCK_CHARS = 64 * 1024;
/** An entry of a list is written in pieces itself where it holds a longer list. */
const LONG_LIST = 20;
/** So many entries are written at once. */
const ENTRIES = 4;

/**
 * What `JSON.stringify` gives of an answer, in pieces of some 64 KB: each entry of its lists is written when the reader has
 * taken the one before. One text of everything may be longer than V8's strings can be (512 MB), takes as much again beside
 * the answer, and keeps everybody waiting while it is written.
 */
export function* jsonPieces(answer: unknown): Generator<string, void> {
  let block = "";
  for (const part of isObject(answer) ? objectParts(answer) : [JSON.stringify(answer)]) {
    block += part;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = "";
  }
  if (block) yield block;
}

function* objectParts(object: Readonly<Record<string, unknown>>): Generator<string, void> {
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined || typeof value === "function") continue;
    const head = `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) {
      yield `${head}[`;
      yield* listParts(value);
      yield "]";
    } else yield head + JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listParts(list: readonly unknown[]): Generator<string, void> {
  for (let at = 0; at < list.length; at += ENTRIES) {
    const entries = list.slice(at, at + ENTRIES);
    if (at > 0) yield ",";
    if (!entries.some(holdsLong)) yield JSON.stringify(entries).slice(1, -1);
    else
      for (const [nth, entry] of entries.entries()) {
        if (nth > 0) yield ",";
        if (holdsLong(entry)) yield* objectParts(entry);
        else yield JSON.stringify(entry) ?? "null";
      }
  }
}

function holdsLong(entry: unknown): entry is Readonly<Record<string, unknown>> {
  if (!isObject(entry)) return false;
  for (const name in entry) if (isLong(entry[name])) return true;
  return false;
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > LONG_LIST;
