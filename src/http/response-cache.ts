import { createLruBytes } from "../upstream/lru-bytes.ts";

/** A finished answer as it travelled, and how old what it tells is. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly ageMs: number;
  /** What stands in its headers beside the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finished answers by request, as bytes: outside the heap, the least recently used dropped beyond `maxBytes`. */
export interface ResponseCache {
  /** The answer to a request, while every part of it is fresh. */
  get(request: string): CachedResponse | undefined;
  /** Holds an answer whose parts are `ageMs` old at most, for the `leftMs` in which all of them are fresh. */
  set(request: string, answer: CachedResponse, leftMs: number): void;
}

/** What a body is kept in: answers are longer than results. */
const BLOCK_BYTES = 4096;

interface About {
  /** What it was last read into: while it is asked again and again, it is not copied again and again. */
  copy: WeakRef<Buffer> | undefined;
  readonly headers: CachedResponse["headers"];
  /** Milliseconds since 1970: when the oldest of it was answered, and until when all of it is fresh. */
  readonly since: number;
  readonly until: number;
}

export function createResponseCache(maxBytes: number, now: () => number = Date.now): ResponseCache {
  const shelf = createLruBytes<About>(maxBytes, BLOCK_BYTES);
  return {
    get(request) {
      const entry = shelf.get(request);
      if (!entry) return undefined;
      if (now() < entry.until) {
        const { headers, since } = entry;
        let body = entry.copy?.deref();
        if (!body) {
          body = shelf.read(entry);
          entry.copy = new WeakRef(body);
        }
        return { body, ageMs: Math.max(0, now() - since), ...(headers && { headers }) };
      }
      shelf.delete(request);
      return undefined;
    },
    set(request, { body, headers, ageMs }, leftMs) {
      if (leftMs <= 0) shelf.delete(request);
      else shelf.set(request, body, { copy: undefined, headers, since: now() - ageMs, until: now() + leftMs });
    },
  };
}
