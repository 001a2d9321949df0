import { isObject } from "./columns.ts";

/**
 * What `JSON.stringify` gives of an answer, in pieces: each entry of its lists is written when the reader has taken the one
 * before. One text of everything may be longer than V8's strings can be (512 MB), and takes as much again beside the answer.
 */
export function* jsonPieces(answer: unknown): Generator<string, void> {
  if (!isObject(answer)) {
    yield JSON.stringify(answer);
    return;
  }
  let before = "{";
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined || typeof value === "function") continue;
    const head = `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) {
      yield `${head}[`;
      for (const [at, entry] of value.entries()) yield `${at > 0 ? "," : ""}${JSON.stringify(entry) ?? "null"}`;
      yield "]";
    } else yield head + JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}
