import { LRUCache } from "lru-cache";
import { type Allocation, createSlabAllocator } from "./slab-allocator.ts";

/** Bytes of the heap that an entry takes beside its key, measured over 20,000 entries. */
export const ENTRY_BYTES = 250;

/** Bytes by key, outside the heap that the garbage collector walks through; the least recently used are dropped. */
export interface LruBytes<About> {
  /** What is kept under a key, with what there is to say of it. */
  get(key: string): (About & Allocation) | undefined;
  /** A copy of what is kept. */
  read(kept: Allocation): Buffer;
  /** Keeps bytes in place of those before, unless they alone are more than all that may be kept. */
  set(key: string, bytes: Uint8Array, about: About): void;
  delete(key: string): void;
  stats(): { readonly entries: number; readonly bytes: number };
  clear(): void;
}

/** A shelf of `maxBytes`, keys and entries counted, that keeps bytes in whole blocks of one size. */
export function createLruBytes<About extends object>(maxBytes: number, blockBytes: number): LruBytes<About> {
  const slabs = createSlabAllocator(blockBytes);
  const sizeOf = (bytes: number, key: string): number =>
    ENTRY_BYTES + blockBytes * Math.ceil(bytes / blockBytes) + key.length;
  const entries = new LRUCache<string, About & Allocation>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ bytes }, key) => sizeOf(bytes, key),
    dispose: (entry) => slabs.drop(entry),
  });
  return {
    get: (key) => entries.get(key),
    read: (kept) => slabs.read(kept),
    set(key, bytes, about) {
      entries.delete(key);
      if (sizeOf(bytes.length, key) > maxBytes) return;
      // A key put together out of parts would hold them all, three times its size; JSON keeps also what UTF-8 does not.
      const whole: string = JSON.parse(JSON.stringify(key));
      entries.set(whole, { ...about, ...slabs.keep(bytes) });
    },
    delete: (key) => void entries.delete(key),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
    clear() {
      entries.clear();
      slabs.clear();
    },
  };
}
