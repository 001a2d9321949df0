import { LRUCache } from "lru-cache";
import { ENTRY_BYTES } from "../upstream/cache-store.ts";

/** A finished answer as it travelled, and how old what it tells is. */
export interface HeldAnswer {
  readonly body: Buffer;
  readonly ageMs: number;
  /** What stands in its headers beside the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finished answers by request, as bytes: outside the heap, the least recently used dropped beyond `maxBytes`. */
export interface HeldAnswers {
  /** The answer to a request, while every part of it is fresh. */
  get(request: string): HeldAnswer | undefined;
  /** Holds an answer whose parts are `ageMs` old at most, for the `leftMs` in which all of them are fresh. */
  set(request: string, answer: HeldAnswer, leftMs: number): void;
}

interface Entry {
  readonly body: Buffer;
  readonly headers: HeldAnswer["headers"];
  /** Milliseconds since 1970: when the oldest of it was answered, and until when all of it is fresh. */
  readonly since: number;
  readonly until: number;
}

export function createHeldAnswers(maxBytes: number, now: () => number = Date.now): HeldAnswers {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, request) => ENTRY_BYTES + body.byteLength + request.length,
  });
  return {
    get(request) {
      const entry = entries.get(request);
      if (!entry) return undefined;
      if (now() < entry.until) {
        const { body, headers, since } = entry;
        return { body, ageMs: Math.max(0, now() - since), ...(headers && { headers }) };
      }
      entries.delete(request);
      return undefined;
    },
    set(request, { body, headers, ageMs }, leftMs) {
      if (leftMs > 0) entries.set(request, { body, headers, since: now() - ageMs, until: now() + leftMs });
    },
  };
}
