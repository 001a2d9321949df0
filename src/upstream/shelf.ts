import { LRUCache } from "lru-cache";
import { createSlabs, type Kept } from "./slabs.ts";

/** Resident bytes that an entry takes beside its key and what is kept, measured over 100,000 entries. */
export const ENTRY_BYTES = 700;

/** What is kept under a key, with what there is to say of it. */
interface Shelved<About> {
  readonly kept: Kept;
  readonly about: About;
}

/** Bytes by key, outside the heap that the garbage collector walks through; the least recently used are dropped. */
export interface Shelf<About> {
  get(key: string): Shelved<About> | undefined;
  /** A copy of what is kept. */
  read(kept: Kept): Buffer;
  /** Keeps bytes in place of those before, unless they alone are more than all that may be kept. */
  set(key: string, bytes: Uint8Array, about: About): void;
  delete(key: string): void;
  stats(): { readonly entries: number; readonly bytes: number };
  clear(): void;
}

/** A shelf of `maxBytes`, keys and entries counted, that keeps bytes in blocks of one size: half of each last block is lost. */
export function createShelf<About>(maxBytes: number, blockBytes: number): Shelf<About> {
  const slabs = createSlabs(blockBytes);
  const sizeOf = (bytes: number, key: string): number => ENTRY_BYTES + bytes + key.length;
  const entries = new LRUCache<string, Shelved<About>>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ kept }, key) => sizeOf(kept.bytes, key),
    dispose: ({ kept }) => slabs.drop(kept),
  });
  return {
    get: (key) => entries.get(key),
    read: (kept) => slabs.read(kept),
    set(key, bytes, about) {
      entries.delete(key);
      if (sizeOf(bytes.length, key) <= maxBytes) entries.set(key, { kept: slabs.keep(bytes), about });
    },
    delete: (key) => void entries.delete(key),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
    clear() {
      entries.clear();
      slabs.clear();
    },
  };
}
