import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { catchError, defer, map, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import type { CacheEntry, CacheStore, MemoryStore } from "./cache-store.ts";

/** A slow Redis must not make a search slow. */
const COMMAND_MS = 500;
const PREFIX = "tributary:result:1:";

/** An entry as it is written; `sum` tells text that somebody has changed since. */
const StoredEntry = z.object({ text: z.string(), at: z.number(), ttlMs: z.number(), sum: z.string() });

const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The entry; undefined where what is there cannot be read, which says nothing of Redis itself. */
function entryIn(stored: string): CacheEntry | undefined {
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return undefined;
  }
  const read = StoredEntry.safeParse(json);
  return read.success && read.data.sum === sumOf(read.data.text) ? read.data : undefined;
}

export interface RedisStore extends CacheStore {
  /** Whether Redis is connected; until then, and again when it is gone, `memory` answers alone. */
  connected(): boolean;
  /** Asks Redis whether it is there: completes where it is, fails with the reason where it is not. */
  readonly check$: Observable<unknown>;
}

/**
 * Entries in Redis, shared between processes, with `memory` in front of it and in its place while it fails: a failure is
 * logged once until Redis answers again, and never fails a request. Keys are `tributary:result:1:` and the key's SHA-256.
 */
export function redisStore(
  url: string,
  memory: MemoryStore,
  log: (message: string) => void,
  now: () => number = Date.now,
): RedisStore {
  let redis: Redis | undefined;
  let closed = false;
  let failing = false;

  function failed(error: unknown): void {
    if (!failing)
      log(
        `The Redis cache fails, results are kept in memory: ${error instanceof Error ? error.message : String(error)}`,
      );
    failing = true;
  }

  // The client is large: who sets no Redis does not load it.
  import("ioredis").then(({ Redis }) => {
    if (closed) return;
    redis = new Redis(url, {
      commandTimeout: COMMAND_MS,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
    });
    redis.on("error", failed);
    redis.on("ready", () => {
      if (failing) log("The Redis cache answers again.");
      failing = false;
    });
  }, failed);

  const ready = (): Redis | undefined => (redis?.status === "ready" ? redis : undefined);

  const nameOf = (key: string): string => PREFIX + createHash("sha256").update(key).digest("hex");

  const shared = (client: Redis, key: string): Observable<CacheEntry | undefined> =>
    defer(() => client.get(nameOf(key))).pipe(
      map((stored) => (stored === null ? undefined : entryIn(stored))),
      catchError((error) => {
        failed(error);
        return of(undefined);
      }),
    );

  const isFresh = (entry: CacheEntry | undefined): boolean => entry !== undefined && now() - entry.at < entry.ttlMs;

  return {
    get(key) {
      const held = memory.get(key);
      const client = ready();
      if (isFresh(held) || !client) return held;
      return shared(client, key).pipe(map((entry) => (entry && entry.at > (held?.at ?? 0) ? entry : held)));
    },
    set(key, entry, keepMs) {
      memory.set(key, entry, keepMs);
      ready()
        ?.set(nameOf(key), JSON.stringify({ ...entry, sum: sumOf(entry.text) }), "PX", Math.ceil(keepMs))
        .catch(failed);
    },
    stats: () => memory.stats(),
    connected: () => ready() !== undefined,
    check$: defer(() => {
      const client = ready();
      return client ? client.ping() : throwError(() => new Error("Redis is not connected"));
    }),
    close() {
      closed = true;
      redis?.disconnect();
      memory.close();
    },
  };
}
