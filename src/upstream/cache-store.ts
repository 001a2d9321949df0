import { LRUCache } from "lru-cache";
import { type Observable, of } from "rxjs";
import { createSlabs, type Kept } from "./slabs.ts";

/** A value as JSON text, with when it was answered and for how long it counts as fresh. */
export interface CacheEntry {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ttlMs: number;
}

/** Where results are kept. Neither member ever errors: what cannot be read is absent, what cannot be written is not kept. */
export interface CacheStore {
  /** The entry, fresh or not; emits once. */
  get(key: string): Observable<CacheEntry | undefined>;
  /** Keeps an entry for `keepMs` milliseconds. */
  set(key: string, entry: CacheEntry, keepMs: number): void;
  stats(): { readonly entries: number; readonly bytes: number };
  close(): void;
}

/** An entry's text as UTF-8, outside the heap that the garbage collector walks through. */
interface Held {
  readonly kept: Kept;
  readonly at: number;
  readonly ttlMs: number;
  readonly until: number;
}

/** What an entry's text is kept in: half of its last block is lost, on average. */
const BLOCK_BYTES = 512;

/** What results take of the bytes that are kept in memory: the rest is for the finished answers that are made of them. */
export const SHARE_OF_RESULTS = 0.75;

/** Resident bytes that an entry takes beside its key and text, measured over 100,000 entries. */
export const ENTRY_BYTES = 700;

/** Entries in memory, the least recently used dropped beyond `maxBytes` of what they really take. */
export function memoryStore(maxBytes: number, now: () => number = Date.now): CacheStore {
  const slabs = createSlabs(BLOCK_BYTES);
  const sizeOf = (bytes: number, key: string): number => ENTRY_BYTES + bytes + key.length;
  const entries = new LRUCache<string, Held>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ kept }, key) => sizeOf(kept.bytes, key),
    dispose: ({ kept }) => slabs.drop(kept),
  });
  return {
    get(key) {
      const held = entries.get(key);
      if (!held) return of(undefined);
      const { kept, at, ttlMs, until } = held;
      if (until > now()) return of({ text: slabs.read(kept).toString(), at, ttlMs });
      entries.delete(key);
      return of(undefined);
    },
    set(key, { text, at, ttlMs }, keepMs) {
      entries.delete(key);
      const bytes = Buffer.from(text);
      if (sizeOf(bytes.length, key) > maxBytes) return;
      entries.set(key, { kept: slabs.keep(bytes), at, ttlMs, until: now() + keepMs });
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
    close() {
      entries.clear();
      slabs.clear();
    },
  };
}
