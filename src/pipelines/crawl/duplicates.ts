/** Bits in which two SimHashes of 64 may differ: Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007. */
export const MAX_DISTANCE = 3;
/** With three bits different, at least one of four blocks is the same in both. */
const BLOCKS = [0n, 16n, 32n, 48n];

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
  readonly title: string | undefined;
  readonly simHash: bigint;
}

/**
 * Remembers contents and finds those that came before: the very same text under any title, or nearly the same text
 * (SimHashes at most three bits apart) under the same title. The title is asked for because pages made from one template,
 * of products or places, differ in few words that matter, and those are in their titles.
 */
export class Duplicates {
  readonly #texts = new Map<bigint, string>();
  readonly #near = BLOCKS.map(() => new Map<bigint, Known[]>());

  /** The address of the content's first page, where there was one; else the content is remembered. */
  original({ url, title, textKey, simHash }: Content): string | undefined {
    const same = this.#texts.get(textKey);
    if (same !== undefined) return same;
    const known = simHash === undefined ? undefined : { url, title, simHash };
    const near = known && this.#like(known);
    if (near !== undefined) return near;
    this.#texts.set(textKey, url);
    if (known) this.#remember(known);
    return undefined;
  }

  #like({ title, simHash }: Known): string | undefined {
    for (const [index, shift] of BLOCKS.entries()) {
      const alike = this.#near[index]?.get((simHash >> shift) & 0xffffn) ?? [];
      const found = alike.find((one) => one.title === title && distance(one.simHash, simHash) <= MAX_DISTANCE);
      if (found) return found.url;
    }
    return undefined;
  }

  #remember(known: Known): void {
    for (const [index, shift] of BLOCKS.entries()) {
      const block = (known.simHash >> shift) & 0xffffn;
      const before = this.#near[index]?.get(block);
      if (before) before.push(known);
      else this.#near[index]?.set(block, [known]);
    }
  }
}

/** Bits in which two numbers differ. */
export function distance(a: bigint, b: bigint): number {
  let count = 0;
  for (let rest = a ^ b; rest !== 0n; rest &= rest - 1n) count += 1;
  return count;
}
