/** Bits in which two SimHashes of 64 may differ: Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007. */
export const MAX_DISTANCE = 3;
/** With three bits different, at least one of four blocks is the same in both. */
const BLOCKS = [0n, 16n, 32n, 48n];

/** Texts of one title and one block that a text is compared with at most, the newest: else pages of one title cost their square. */
export const COMPARED = 64;

/** What tells a page's content from another's. */
export interface Content {
  readonly url: string;
  /** Absent where the page has none. */
  readonly title?: string | undefined;
  /** Of the whole text. */
  readonly textKey: bigint;
  /** Absent where the text is too short for one. */
  readonly simHash: bigint | undefined;
}

interface Known {
  readonly url: string;
  readonly high: number;
  readonly low: number;
}

/**
 * Remembers contents and finds those that came before: the very same text under any title, or nearly the same text
 * (SimHashes at most three bits apart) under the same title. The title is asked for because pages made from one template,
 * of products or places, differ in few words that matter, and those are in their titles.
 */
export class Duplicates {
  readonly #texts = new Map<bigint, string>();
  /** By block and title. */
  readonly #near = BLOCKS.map(() => new Map<string, Known[]>());

  /** The address of the content's first page, where there was one; else the content is remembered. */
  original({ url, title, textKey, simHash }: Content): string | undefined {
    const same = this.#texts.get(textKey);
    if (same !== undefined) return same;
    if (simHash === undefined) {
      this.#texts.set(textKey, url);
      return undefined;
    }
    const known = { url, high: Number(simHash >> 32n), low: Number(simHash & 0xffffffffn) };
    const keys = BLOCKS.map((shift) => `${(simHash >> shift) & 0xffffn} ${title ?? ""}`);
    const near = this.#like(known, keys);
    if (near !== undefined) return near;
    this.#texts.set(textKey, url);
    this.#remember(known, keys);
    return undefined;
  }

  #like({ high, low }: Known, keys: readonly string[]): string | undefined {
    for (const [index, key] of keys.entries()) {
      const alike = this.#near[index]?.get(key);
      const found = alike?.find((one) => bitsOf(one.high ^ high) + bitsOf(one.low ^ low) <= MAX_DISTANCE);
      if (found) return found.url;
    }
    return undefined;
  }

  #remember(known: Known, keys: readonly string[]): void {
    for (const [index, key] of keys.entries()) {
      const before = this.#near[index]?.get(key);
      if (!before) this.#near[index]?.set(key, [known]);
      else if (before.push(known) > COMPARED) before.shift();
    }
  }
}

/** How many bits of a number of 32 are set. */
function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Bits in which two numbers differ. */
export function distance(a: bigint, b: bigint): number {
  let count = 0;
  for (let rest = a ^ b; rest !== 0n; rest &= rest - 1n) count += 1;
  return count;
}
