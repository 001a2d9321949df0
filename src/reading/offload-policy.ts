const HEAVY_BYTES = 256 * 1024;
/** Beginnings of tags: as many entries of a feed take a tenth of a second to read. */
const MANY_TAGS = 10_000;
/** Commas: as many values take about as long to check. */
const MANY_VALUES = 20_000;
/** Beginnings of tags in a page, each an element to place. */
const MANY_PAGE_TAGS = 5_000;
/** Lines in a page, of which its blocks are made: to weigh as many takes a tenth of a second the first time. */
const MANY_LINES = 1_000;
/**
 * A page as browsers read it: 500 open elements and 1,300 paragraphs in 8 KB are 650,000 elements by the standard's rules. It is the
 * tags that are many; what stands between them is text, of which a letter of many scripts takes three bytes.
 */
const LIGHT_TREE_BYTES = 16 * 1024;
const LIGHT_TREE_TAGS = 150;
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const COMMA = 0x2c;
const BLANKS = new Set(Buffer.from(" \t\n\f\r"));

/** Whether a body is a PDF, whatever its type says. */
export const isPdf = (body: Uint8Array): boolean =>
  [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => body[at] === byte);

/** Whether a body is a document in Rich Text Format. */
const isRtf = (body: Uint8Array): boolean => [0x7b, 0x5c, 0x72, 0x74, 0x66].every((byte, at) => body[at] === byte);

/** Packed by itself (gzip, ZIP), without a word in the head: what is in it may be of any size. */
const isPacked = (body: Uint8Array): boolean =>
  (body[0] === 0x1f && body[1] === 0x8b) || (body[0] === 0x50 && body[1] === 0x4b);

/** Whether reading a document might take the serving thread longer than others should wait. */
export const shouldOffload = (body: Uint8Array): boolean => isLarge(body) || isDense(body, MANY_TAGS);

/** Whether finding a page's content might. */
export const shouldOffloadPage = (body: Uint8Array): boolean =>
  isLarge(body) || isDense(body, MANY_PAGE_TAGS) || hasManyLines(body);

/** Whether a browser's tree of any such page is built in a few milliseconds. */
export function isLightTree(body: Uint8Array): boolean {
  if (body.length > LIGHT_TREE_BYTES || isPacked(body)) return false;
  let tags = 0;
  for (const byte of body) if (byte === LESS) tags += 1;
  return tags <= LIGHT_TREE_TAGS;
}

const isLarge = (body: Uint8Array): boolean =>
  body.length > HEAVY_BYTES || isPdf(body) || isPacked(body) || isRtf(body);

function isDense(body: Uint8Array, manyTags: number): boolean {
  let tags = 0;
  let commas = 0;
  for (const byte of body) {
    if (byte === LESS) tags += 1;
    else if (byte === COMMA) commas += 1;
  }
  return tags > manyTags || commas > MANY_VALUES;
}

/** Letters of a name, packed five bits each as far as six of them go; of a longer one more than any six come to. */
function packed(body: Uint8Array, from: number): number {
  let name = 0;
  for (let at = from; at < from + 7; at += 1) {
    const byte = body[at] ?? 0;
    if (BLANKS.has(byte) || byte === GREATER || byte === SLASH) break;
    name = name * 32 + (byte & 31);
  }
  return name;
}

/** Elements in whose midst a line goes on. */
const INLINE: ReadonlySet<number> = new Set(
  "a abbr b cite code em font i img kbd mark q s small span strong sub sup time tt u var wbr"
    .split(" ")
    .map((name) => packed(Buffer.from(`${name}>`), 0)),
);

/**
 * Whether a page has many texts with a tag between them that may end a line. Some are too many: comments, what follows a `>` within
 * a tag or a script, and in UTF-16, where a tag's name is not seen, all tags. Half of them may be missed, where an inline element
 * ends what was begun in it.
 */
function hasManyLines(body: Uint8Array): boolean {
  let lines = 0;
  let ended = true;
  for (let at = 0; at < body.length && lines <= MANY_LINES; ) {
    const byte = body[at] ?? 0;
    if (BLANKS.has(byte)) {
      at += 1;
      continue;
    }
    const isTag = byte === LESS && beginsTag(body[at + 1] ?? 0);
    if (isTag) ended ||= !INLINE.has(packed(body, body[at + 1] === SLASH ? at + 2 : at + 1));
    else if (ended || byte === LESS) {
      lines += 1;
      ended = false;
    }
    const end = isTag ? body.indexOf(GREATER, at) + 1 : body.indexOf(LESS, at + 1);
    if (end <= 0) break;
    at = end;
  }
  return lines > MANY_LINES;
}

/** Whether a `<` that this follows is a tag's. */
const beginsTag = (next: number): boolean => next === SLASH || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
