import { LRUCache } from "lru-cache";
import { ENTRY_BYTES } from "../upstream/cache-store.ts";
import { createSlabs, type Kept } from "../upstream/slabs.ts";

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

/** What a body is kept in: answers are longer than results. Half of the last block is lost, on average. */
const BLOCK_BYTES = 4096;

interface Entry {
  readonly body: Kept;
  /** What it was last read into: while it is asked again and again, it is not copied again and again. */
  copy: WeakRef<Buffer> | undefined;
  readonly headers: HeldAnswer["headers"];
  /** Milliseconds since 1970: when the oldest of it was answered, and until when all of it is fresh. */
  readonly since: number;
  readonly until: number;
}

export function createHeldAnswers(maxBytes: number, now: () => number = Date.now): HeldAnswers {
  const slabs = createSlabs(BLOCK_BYTES);
  const sizeOf = (bytes: number, request: string): number => ENTRY_BYTES + bytes + request.length;
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.ceil(maxBytes),
    sizeCalculation: ({ body }, request) => sizeOf(body.bytes, request),
    dispose: ({ body }) => slabs.drop(body),
  });
  return {
    get(request) {
      const entry = entries.get(request);
      if (!entry) return undefined;
      if (now() < entry.until) {
        const { headers, since } = entry;
        let body = entry.copy?.deref();
        if (!body) {
          body = slabs.read(entry.body);
          entry.copy = new WeakRef(body);
        }
        return { body, ageMs: Math.max(0, now() - since), ...(headers && { headers }) };
      }
      entries.delete(request);
      return undefined;
    },
    set(request, { body, headers, ageMs }, leftMs) {
      entries.delete(request);
      if (leftMs <= 0 || sizeOf(body.length, request) > maxBytes) return;
      entries.set(request, {
        body: slabs.keep(body),
        copy: undefined,
        headers,
        since: now() - ageMs,
        until: now() + leftMs,
      });
    },
  };
}
