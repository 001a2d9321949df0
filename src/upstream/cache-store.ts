import { LRUCache } from "lru-cache";
import { type Observable, of } from "rxjs";

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

/** Entries in memory, the least recently used dropped beyond `maxBytes` of keys and JSON text (as UTF-8). */
export function memoryStore(maxBytes: number, now: () => number = Date.now): CacheStore {
  const entries = new LRUCache<string, { readonly entry: CacheEntry; readonly until: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ entry }, key) => Buffer.byteLength(entry.text) + Buffer.byteLength(key) + 1,
  });
  return {
    get(key) {
      const held = entries.get(key);
      if (!held) return of(undefined);
      if (held.until > now()) return of(held.entry);
      entries.delete(key);
      return of(undefined);
    },
    set(key, entry, keepMs) {
      entries.set(key, { entry, until: now() + keepMs });
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
    close: () => entries.clear(),
  };
}
