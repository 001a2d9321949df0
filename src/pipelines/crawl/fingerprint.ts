/** Words of a shingle: enough for word order to count, few enough for one changed word to touch only three shingles. */
const SHINGLE = 3;
/** Shorter texts are compared whole: too few shingles make a SimHash of chance. */
const MIN_WORDS = 40;
/** Words read at most; what follows changes nothing. */
const MAX_WORDS = 20_000;

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A text's SimHash (Charikar, STOC 2002) of 64 bits over shingles of three words, letter case aside: texts that share most
 * shingles differ in few bits. Undefined for texts of fewer than 40 words.
 */
export function simHash(text: string): bigint | undefined {
  const low = new Int32Array(32);
  const high = new Int32Array(32);
  const recent = new Uint32Array(SHINGLE);
  let words = 0;
  for (const [word] of text.matchAll(WORD)) {
    if (words >= MAX_WORDS) break;
    recent[words % SHINGLE] = wordHash(word.toLowerCase());
    words += 1;
    if (words < SHINGLE) continue;
    let a = 0x9e3779b9;
    let b = 0x85ebca6b;
    for (let back = SHINGLE; back > 0; back -= 1) {
      const part = recent[(words - back) % SHINGLE] ?? 0;
      a = mixed(a ^ part);
      b = mixed((b + part) | 0);
    }
    vote(low, a);
    vote(high, b);
  }
  return words < MIN_WORDS ? undefined : (BigInt(bits(high)) << 32n) | BigInt(bits(low));
}

function vote(counts: Int32Array, hash: number): void {
  for (let bit = 0; bit < 32; bit += 1) counts[bit] = (counts[bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1);
}

function bits(counts: Int32Array): number {
  let value = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((counts[bit] ?? 0) > 0) value |= 1 << bit;
  return value >>> 0;
}

/** FNV-1a of 32 bits over UTF-16 units. */
function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The finaliser of MurmurHash3 (Austin Appleby): every bit of the input touches every bit of the output. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
