import type { Redis } from "ioredis";
import { catchError, defer, from, map, type Observable, shareReplay, switchMap } from "rxjs";
import { z } from "zod";
import { ALL } from "./record.ts";
import type { DayUse, UsageStore } from "./store.ts";
import { dayOf } from "./windows.ts";

/** A slow Redis must not make a request slow. */
const COMMAND_MS = 500;
const PREFIX = "tributary:usage:1:";
const KEPT_MINUTE_S = 120;
const KEPT_DAY_S = 400 * 86_400;

/** One round trip: reads four counts, and adds to them or notes the refusal. A key's hashes are in one slot of a cluster. */
const CHARGE = `
local counts = {}
local refused = 0
for i = 1, 4 do
  local hash = KEYS[math.ceil(i / 2)]
  local field = i % 2 == 1 and ARGV[1] or '${ALL}'
  counts[i] = tonumber(redis.call('HGET', hash, field) or '0')
  local limit = tonumber(ARGV[i + 1])
  if limit >= 0 and counts[i] >= limit then refused = 1 end
end
if refused == 1 then
  redis.call('HINCRBY', KEYS[2], ARGV[1] .. '.refused', 1)
  redis.call('HINCRBY', KEYS[2], '${ALL}.refused', 1)
else
  for i = 1, 4 do
    counts[i] = redis.call('HINCRBY', KEYS[math.ceil(i / 2)], i % 2 == 1 and ARGV[1] or '${ALL}', 1)
  end
  redis.call('EXPIRE', KEYS[1], ${KEPT_MINUTE_S})
end
redis.call('EXPIRE', KEYS[2], ${KEPT_DAY_S})
return {refused, counts[1], counts[2], counts[3], counts[4]}`;

const Answer = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);

/**
 * Counts in Redis, which every process of the service shares; while it does not answer, each counts for itself in `own`: that
 * is told once to `log`, until Redis answers again.
 */
export function redisUsage(
  url: string,
  own: UsageStore,
  log: (message: string) => void,
  commandTimeout = COMMAND_MS,
): UsageStore {
  let opened: Redis | undefined;
  let failing = false;
  const client$ = defer(() => from(import("ioredis"))).pipe(
    map(({ Redis: Client }) => {
      opened = new Client(url, { commandTimeout, connectTimeout: 2_000, maxRetriesPerRequest: 0 });
      opened.on("error", () => undefined);
      return opened;
    }),
    shareReplay(1),
  );
  const asked = <T>(work: (redis: Redis) => Promise<T>, otherwise: Observable<T>): Observable<T> =>
    client$.pipe(
      switchMap((redis) => work(redis)),
      map((answer) => {
        if (failing) log("Redis counts what keys use again.");
        failing = false;
        return answer;
      }),
      catchError((error: unknown) => {
        if (!failing)
          log(
            `Redis does not count what keys use, this process does: ${error instanceof Error ? error.message : error}`,
          );
        failing = true;
        return otherwise;
      }),
    );
  const hashOf = (key: string, span: string): string => `${PREFIX}{${key}}:${span}`;
  return {
    charge: (charge) => {
      const { key, cost, minute, day, limits } = charge;
      const hashes = [hashOf(key, String(minute)), hashOf(key, dayOf(day))];
      return asked(async (redis) => {
        const answer = await redis.eval(CHARGE, 2, ...hashes, cost, ...limits.map((limit) => limit ?? -1));
        const [refused, ...counts] = Answer.parse(answer);
        return { refused: refused === 1, counts };
      }, own.charge(charge));
    },
    note: (note) => {
      const { key, cost, day, bytes, pages, cached } = note;
      const hash = hashOf(key, dayOf(day));
      return asked(async (redis) => {
        const adding = redis.pipeline();
        for (const one of [cost, ALL])
          for (const [name, value] of Object.entries({ bytes, pages, cached }))
            if (value > 0) adding.hincrby(hash, `${one}.${name}`, value);
        await adding.expire(hash, KEPT_DAY_S).exec();
      }, own.note(note));
    },
    usage: (keys, since) =>
      asked(
        async (redis) => {
          const today = Math.floor(Date.now() / 86_400_000) * 86_400;
          const days = Array.from({ length: (today - since) / 86_400 + 1 }, (_, index) => since + index * 86_400);
          const asking = days.flatMap((day) => keys.map((key) => ({ key, day })));
          const hashes = await Promise.all(asking.map(({ key, day }) => redis.hgetall(hashOf(key, dayOf(day)))));
          return asking.flatMap(({ key, day }, index) => usesIn(hashes[index] ?? {}, key, day));
        },
        own.usage(keys, since),
      ),
    close: () => {
      opened?.disconnect();
      return own.close();
    },
  };
}

function usesIn(hash: Readonly<Record<string, string>>, key: string, day: number): readonly DayUse[] {
  const costs = new Set(Object.keys(hash).map((field) => field.replace(/\..*/, "")));
  return [...costs].toSorted().map((cost) => ({
    key,
    day,
    cost,
    requests: Number(hash[cost] ?? 0),
    refused: Number(hash[`${cost}.refused`] ?? 0),
    bytes: Number(hash[`${cost}.bytes`] ?? 0),
    pages: Number(hash[`${cost}.pages`] ?? 0),
    cached: Number(hash[`${cost}.cached`] ?? 0),
  }));
}
