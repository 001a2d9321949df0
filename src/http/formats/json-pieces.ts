import { isObject } from "./columns.ts";

/** Pieces that are shorter are put together. */
const BLOCK_CHARS = 64 * 1024;
/** An entry of a list is written in pieces itself where it holds a longer list. */
const LONG_LIST = 20;

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
      for (const [at, entry] of value.entries()) {
        if (at > 0) yield ",";
        if (isObject(entry) && Object.values(entry).some(isLong)) yield* objectParts(entry);
        else yield JSON.stringify(entry) ?? "null";
      }
      yield "]";
    } else yield head + JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > LONG_LIST;
