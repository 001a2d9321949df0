import { createHash, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { defer, finalize, from, map, type Observable, Subject, throwError, timeout } from "rxjs";
import { z } from "zod";
import type { HostSemaphore, Turn } from "./shared-rate-limiter.ts";

/** A slow Redis must not make a request slow. */
const COMMAND_MS = 500;
const BEAT_MS = 2_000;
const PREFIX = "tributary:pace:1:{d0}:";

/*
 *     in:<key>     ZSET  who is at the host: token, when it began
 *     at:<key>     HASH  `next` start and `held` until, in microseconds
 *     alive        ZSET  processes: when each was last heard of; who has been silent for ten seconds holds no place
 *     waits:<key>  somebody waits for a place, and is told of one
 */
const COMMON = `#!lua flags=allow-oom
local P = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`;

/** key, places, microseconds between two starts, process, token, microseconds of patience with a host's rest and with its queue. */
const ENTER = `
local key, process, token = ARGV[1], ARGV[4], ARGV[5]
local inside, at = P .. 'in:' .. key, P .. 'at:' .. key
redis.call('ZADD', P .. 'alive', now, process)
local before = redis.call('ZSCORE', inside, token)
if before then return { 'in', math.max(0, math.ceil((tonumber(before) - now) / 1000)) } end
if redis.call('ZCARD', inside) >= tonumber(ARGV[2]) then
  redis.call('ZREMRANGEBYSCORE', inside, '-inf', now - 300000000)
  for _, one in ipairs(redis.call('ZRANGE', inside, 0, -1)) do
    local seen = tonumber(redis.call('ZSCORE', P .. 'alive', string.match(one, '^[^/]*')))
    if not seen or seen < now - 10000000 then redis.call('ZREM', inside, one) end
  end
  if redis.call('ZCARD', inside) >= tonumber(ARGV[2]) then
    redis.call('SET', P .. 'waits:' .. key, '1', 'PX', 5000)
    return { 'full', 0 }
  end
end
local times = redis.call('HMGET', at, 'next', 'held')
local held = tonumber(times[2]) or 0
if held - now > tonumber(ARGV[6]) then return { 'held', math.ceil((held - now) / 1000) } end
local start = math.max(now, tonumber(times[1]) or 0, held)
if start - now > tonumber(ARGV[7]) then return { 'queued', math.ceil((start - now) / 1000) } end
redis.call('ZADD', inside, start, token)
redis.call('PEXPIRE', inside, 600000)
local interval = tonumber(ARGV[3])
if interval > 0 then
  redis.call('HSET', at, 'next', start + interval)
  redis.call('PEXPIRE', at, 600000)
end
return { 'in', math.ceil((start - now) / 1000) }
`;

/** key, token. */
const LEAVE = `
redis.call('ZREM', P .. 'in:' .. ARGV[1], ARGV[2])
if redis.call('DEL', P .. 'waits:' .. ARGV[1]) == 1 then redis.call('PUBLISH', P .. 'freed', ARGV[1]) end
return 0
`;

/** key, microseconds. */
const HOLD = `
local at = P .. 'at:' .. ARGV[1]
local held = math.max(tonumber(redis.call('HGET', at, 'held')) or 0, now + tonumber(ARGV[2]))
redis.call('HSET', at, 'held', held)
redis.call('PEXPIRE', at, 600000)
return 0
`;

/** processes that are silent are forgotten. */
const BEAT = `
redis.call('ZADD', P .. 'alive', now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', P .. 'alive', '-inf', now - 60000000)
return 0
`;

const script = (text: string) => {
  const whole = COMMON + text;
  return { whole, sha: createHash("sha1").update(whole).digest("hex") };
};
const SCRIPTS = { enter: script(ENTER), leave: script(LEAVE), hold: script(HOLD), beat: script(BEAT) } as const;

const Answer = z.tuple([z.enum(["in", "full", "held", "queued"]), z.number()]);
const LONGEST_MS = 3_600_000;
const micros = (ms: number): number => Math.ceil(Math.min(ms, LONGEST_MS) * 1_000);

/**
 * Places at hosts in Redis, for all processes that use it. Where Redis is away, `enter` fails within half a second, which is
 * told once until it answers again.
 */
export function redisSemaphore(url: string, log: (message: string) => void): HostSemaphore {
  const process = randomUUID();
  const freed$ = new Subject<string>();
  const clients: Redis[] = [];
  let client: Redis | undefined;
  let closed = false;
  let failing = false;
  /** Asked for, and not left yet. */
  const held = new Set<string>();
  /** Left, but not in Redis yet, by their keys: without that they would be taken for as long as the process lives. */
  const owed = new Map<string, string>();

  function failed(error: unknown): void {
    if (!failing)
      log(
        `Hosts are paced in this process alone, for Redis (TASKS_REDIS_URL) fails: ${error instanceof Error ? error.message : String(error)}`,
      );
    failing = true;
  }

  const beating = setInterval(() => {
    if (held.size > 0) void run("beat", [process]).catch(failed);
    settle();
  }, BEAT_MS);
  beating.unref();

  // The client is large: who sets no Redis does not load it.
  const loading = import("ioredis").then(({ Redis: Client }) => {
    if (closed) return;
    client = new Client(url, {
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
    });
    const listener = client.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
    clients.push(client, listener);
    for (const one of clients) one.on("error", failed);
    client.on("ready", () => {
      if (failing) log("Hosts are paced over all processes again.");
      failing = false;
      settle();
    });
    listener.on("message", (_channel, key) => freed$.next(key));
    listener.subscribe(`${PREFIX}freed`).catch(failed);
    return new Promise<void>((resolve) => {
      client?.once("ready", () => resolve());
      client?.once("error", () => resolve());
    });
  }, failed);

  function leaveInRedis(token: string, key: string): void {
    run("leave", [key, token]).then(() => owed.delete(token), failed);
  }

  function settle(): void {
    if (client?.status === "ready") for (const [token, key] of owed) leaveInRedis(token, key);
  }

  /** `onSend` may throw: then nothing is sent. */
  async function run(
    name: keyof typeof SCRIPTS,
    given: readonly (string | number)[],
    onSend: () => void = () => undefined,
  ): Promise<unknown> {
    if (!client) await loading;
    if (client?.status !== "ready") throw new Error("Redis is not connected.");
    onSend();
    const { whole, sha } = SCRIPTS[name];
    try {
      return await client.evalsha(sha, 1, PREFIX, ...given);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return await client.eval(whole, 1, PREFIX, ...given);
    }
  }

  return {
    freed$,
    token: () => `${process}/${randomUUID()}`,
    enter: ({ key, concurrency, minIntervalMs }, token, patienceMs, maxQueueWaitMs): Observable<Turn> =>
      defer(() => {
        const limits = [micros(patienceMs), micros(maxQueueWaitMs)];
        let isAwaited = true;
        const answer$ = from(
          run("enter", [key, concurrency, micros(minIntervalMs), process, token, ...limits], () => {
            if (!isAwaited) throw new Error("Nobody waits for it any more.");
            held.add(token);
          }),
        );
        return answer$.pipe(
          finalize(() => {
            isAwaited = false;
          }),
        );
      }).pipe(
        timeout({ first: COMMAND_MS, with: () => throwError(() => new Error("Redis does not answer.")) }),
        map((answer): Turn => {
          const [kind, ms] = Answer.parse(answer);
          if (kind === "in") return { kind, inMs: ms };
          return kind === "full" ? { kind } : { kind, ms };
        }),
      ),
    leave(key, token) {
      // What was never asked for is no place.
      if (!held.delete(token)) return;
      owed.set(token, key);
      leaveInRedis(token, key);
    },
    hold: (key, ms) => void (ms > 0 && run("hold", [key, micros(Math.min(ms, 60_000))]).catch(failed)),
    close() {
      closed = true;
      clearInterval(beating);
      for (const one of clients) one.disconnect();
      freed$.complete();
    },
  };
}
