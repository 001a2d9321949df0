/** Words of a shingle: enough for word order to count, few enough for one changed word to touch only three shingles. */
const SHINGLE = 3;
/** Shorter texts are compared whole: too few shingles make a SimHash of chance. */
const MIN_WORDS = 40;
/** Characters read at most; what follows changes nothing. */
const MAX_CHARS = 200_000;

/** Of a fingerprint. */
const BYTES = 8;

/** FNV-1a of 32 bits. */
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** From here on, scripts put no space between words: each character counts as one. */
const UNSPACED = 0x2e80;

/** Whether a lower-case character is a letter or digit; beyond Latin-1, all but general and CJK punctuation are taken to be. */
const isWord = (code: number): boolean =>
  code < 0x80
    ? (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
    : code >= 0xc0 && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f) && code < 0xff00;

/**
 * A text's SimHash (Charikar, STOC 2002) of 64 bits over shingles of three words, letter case aside: texts that share most
 * shingles differ in few bits. Undefined for texts of fewer than 40 words.
 */
export function simHash(text: string): bigint | undefined {
  const folded = text.slice(0, MAX_CHARS).toLowerCase();
  const tally = new Uint32Array(BYTES * 256);
  let [before, last, words] = [0, 0, 0];
  const take = (word: number): void => {
    words += 1;
    if (words >= SHINGLE) {
      const shingle = mixed(mixed(mixed(before) ^ last) ^ word);
      count(tally, 0, shingle);
      count(tally, 4, mixed(shingle ^ 0x9e3779b9));
    }
    before = last;
    last = word;
  };
  let hash = FNV_START;
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    const spaced = code < UNSPACED;
    if (isWord(code)) hash = Math.imul(hash ^ code, FNV_PRIME);
    if (hash !== FNV_START && (!spaced || !isWord(code))) {
      take(hash);
      hash = FNV_START;
    }
  }
  if (hash !== FNV_START) take(hash);
  if (words < MIN_WORDS) return undefined;
  const shingles = words - SHINGLE + 1;
  return (BigInt(majority(tally, 4, shingles)) << 32n) | BigInt(majority(tally, 0, shingles));
}

/** Counts a hash by its four bytes, from the `first` byte's tally on: eight additions a shingle, where bits would take 64. */
function count(tally: Uint32Array, first: number, hash: number): void {
  for (let byte = 0; byte < 4; byte += 1) {
    const at = ((first + byte) << 8) | ((hash >>> (8 * byte)) & 0xff);
    tally[at] = (tally[at] ?? 0) + 1;
  }
}

/** The 32 bits that more than half of the counted hashes have set. */
function majority(tally: Uint32Array, first: number, hashes: number): number {
  let value = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    const at = (first + (bit >>> 3)) << 8;
    let set = 0;
    for (let byte = 0; byte < 256; byte += 1) if ((byte >>> (bit & 7)) & 1) set += tally[at | byte] ?? 0;
    if (2 * set > hashes) value |= 1 << bit;
  }
  return value >>> 0;
}

/** The finaliser of MurmurHash3 (Austin Appleby): every bit of the input touches every bit of the output. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
