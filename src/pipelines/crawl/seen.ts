import { hash } from "node:crypto";

/** 64 bits of a text's MD5; not for secrets, only to tell texts apart. */
export const keyOf = (text: string): bigint => hash("md5", text, "buffer").readBigUInt64LE(0);

/** Entries at most: 8 million keys of eight bytes in tables that are at most three quarters full. */
const MAX_KEYS = 8_000_000;

/** A set of 64-bit keys in one flat table: eight bytes a place, so that millions of addresses fit where strings would not. */
export class SeenKeys {
  #table = new BigUint64Array(1 << 12);
  #size = 0;
  readonly #max: number;

  constructor(max = MAX_KEYS) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  has(key: bigint): boolean {
    return this.#table[this.#placeOf(held(key))] !== 0n;
  }

  /** True when the key is new. A full set takes no more, and says that nothing is new to it. */
  add(key: bigint): boolean {
    const value = held(key);
    const place = this.#placeOf(value);
    if (this.#table[place] !== 0n || this.#size >= this.#max) return false;
    this.#table[place] = value;
    this.#size += 1;
    if (this.#size * 4 > this.#table.length * 3) this.#grow();
    return true;
  }

  /** Where the key is, or the empty place where it would be. */
  #placeOf(value: bigint): number {
    const mask = this.#table.length - 1;
    let place = Number(value & 0xffff_ffffn) & mask;
    while (this.#table[place] !== 0n && this.#table[place] !== value) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new BigUint64Array(before.length * 2);
    for (const value of before) if (value !== 0n) this.#table[this.#placeOf(value)] = value;
  }
}

/** Zero marks an empty place. */
const held = (key: bigint): bigint => (key === 0n ? 1n : key);
