import type { Observable } from "rxjs";
import { createLruBytes } from "./lru-bytes.ts";

/** A value as JSON text, with when it was answered and for how long it counts as fresh. */
export interface CacheEntry {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ttlMs: number;
}

/** Where results are kept. Neither member ever errors: what cannot be read is absent, what cannot be written is not kept. */
export interface CacheStore {
  /** The entry, fresh or not: at once, or emitted once where somebody else has to be asked. */
  get(key: string): CacheEntry | undefined | Observable<CacheEntry | undefined>;
  /** Keeps an entry for `keepMs` milliseconds. */
  set(key: string, entry: CacheEntry, keepMs: number): void;
  stats(): { readonly entries: number; readonly bytes: number };
  close(): void;
}

/** A store that asks nobody. */
export interface MemoryStore extends CacheStore {
  get(key: string): CacheEntry | undefined;
}

/** What a result's text is kept in. */
const BLOCK_BYTES = 512;

/** What results take of the bytes that are kept in memory: the rest is for the finished answers that are made of them. */
export const SHARE_OF_RESULTS = 0.75;

/** Entries in memory, the least recently used dropped beyond `maxBytes` of what they really take. */
export function memoryStore(maxBytes: number, now: () => number = Date.now): MemoryStore {
  const shelf = createLruBytes<{ readonly at: number; readonly ttlMs: number; readonly until: number }>(
    maxBytes,
    BLOCK_BYTES,
  );
  return {
    get(key) {
      const held = shelf.get(key);
      if (!held) return undefined;
      const { at, ttlMs, until } = held;
      if (until > now()) return { text: shelf.read(held).toString(), at, ttlMs };
      shelf.delete(key);
      return undefined;
    },
    set(key, { text, at, ttlMs }, keepMs) {
      shelf.set(key, Buffer.from(text), { at, ttlMs, until: now() + keepMs });
    },
    stats: () => shelf.stats(),
    close: () => shelf.clear(),
  };
}
