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

/** An entry's text as UTF-8, outside the heap that the garbage collector walks through. */
interface Held {
  readonly bytes: Buffer;
  readonly at: number;
  readonly ttlMs: number;
  readonly until: number;
}

/** Resident bytes that an entry takes beside its key and text, measured over 100,000 entries. */
export const ENTRY_BYTES = 700;

/** Entries in memory, the least recently used dropped beyond `maxBytes` of what they really take. */
export function memoryStore(maxBytes: number, now: () => number = Date.now): CacheStore {
  const entries = new LRUCache<string, Held>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => ENTRY_BYTES + bytes.byteLength + key.length,
  });
  return {
    get(key) {
      const held = entries.get(key);
      if (!held) return of(undefined);
      const { bytes, at, ttlMs, until } = held;
      if (until > now()) return of({ text: bytes.toString(), at, ttlMs });
      entries.delete(key);
      return of(undefined);
    },
    set(key, { text, at, ttlMs }, keepMs) {
      entries.set(key, { bytes: ownBytes(text), at, ttlMs, until: now() + keepMs });
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
    close: () => entries.clear(),
  };
}

/** A text as UTF-8 in memory of its own: a slice of Node's shared pool would keep its neighbours too. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
