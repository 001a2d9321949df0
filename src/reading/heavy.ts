const HEAVY_BYTES = 256 * 1024;
/** Beginnings of tags: as many paragraphs take a tenth of a second to weigh. */
const MANY_TAGS = 10_000;
/** Commas: as many values take about as long to check. */
const MANY_VALUES = 20_000;
const LESS = 0x3c;
const COMMA = 0x2c;

/** Whether a body is a PDF, whatever its type says. */
export const isPdf = (body: Uint8Array): boolean =>
  [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => body[at] === byte);

/** Packed by itself, without a word in the head: what is in it may be of any size. */
const isPacked = (body: Uint8Array): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** Whether reading a document might take the serving thread longer than others should wait. */
export const isHeavy = (body: Uint8Array): boolean =>
  body.length > HEAVY_BYTES || isPdf(body) || isPacked(body) || isDense(body);

function isDense(body: Uint8Array): boolean {
  let tags = 0;
  let commas = 0;
  for (const byte of body) {
    if (byte === LESS) tags += 1;
    else if (byte === COMMA) commas += 1;
  }
  return tags > MANY_TAGS || commas > MANY_VALUES;
}
