import { firstValueFrom, NEVER, Observable, of, Subject, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import type { RobotsFile } from "../../../src/pipelines/crawl/robots.ts";
import { connection } from "../../../src/tasks/redis/connection.ts";
import { redisRobots } from "../../../src/tasks/redis/robots.ts";
import { freePort, redisInstalled, redisServer } from "../../support/redis.ts";
import { eventually } from "../../support/until.ts";

const FILE: RobotsFile = { kind: "text", text: "User-agent: *\nDisallow: /private" };
const ORIGIN = "https://a.example";

describe.skipIf(!redisInstalled)("robots.txt files in Redis (redis-server is installed)", () => {
  const opened = (url: string) => connection(url, { prefix: "t:{d0}:", log: () => undefined });

  it("are asked for by one process, and waited for by the other", async () => {
    await using server = await redisServer();
    const [one, two] = [opened(server.url), opened(server.url)];
    const answer$ = new Subject<RobotsFile>();
    let asked = 0;
    const fetch$ = new Observable<RobotsFile>((subscriber) => {
      asked += 1;
      return answer$.subscribe(subscriber);
    });
    const first = firstValueFrom(redisRobots(one).of(ORIGIN, fetch$));
    expect(await eventually(() => asked === 1)).toBe(true);
    const second = firstValueFrom(redisRobots(two).of(ORIGIN, fetch$));
    await firstValueFrom(two.ask((client) => client.ping()));
    answer$.next(FILE);
    answer$.complete();
    expect(await Promise.all([first, second])).toEqual([FILE, FILE]);
    expect(asked).toBe(1);
    expect(await firstValueFrom(redisRobots(two).of(ORIGIN, NEVER))).toEqual(FILE);
    one.close();
    two.close();
  });

  it("are asked for by the next where the first gave up, and keep what cannot be read for a minute only", async () => {
    await using server = await redisServer();
    const redis = opened(server.url);
    const robots = redisRobots(redis);
    let begun = false;
    const never$ = new Observable<RobotsFile>(() => {
      begun = true;
    });
    const leaving = robots.of(ORIGIN, never$).subscribe();
    expect(await eventually(() => begun)).toBe(true);
    const failure: RobotsFile = { kind: "unreachable", code: "timeout", error: "It was too slow." };
    const next = firstValueFrom(robots.of(ORIGIN, of(failure)));
    leaving.unsubscribe();
    expect(await next).toEqual(failure);
    expect(await firstValueFrom(robots.of(ORIGIN, NEVER))).toEqual(failure);
    const left = await firstValueFrom(redis.ask((client) => client.pttl(`t:{d0}:robots:${ORIGIN}`)));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
    redis.close();
  });

  it("fail as the asking failed, and are read anew where somebody changed what is kept", async () => {
    await using server = await redisServer();
    const redis = opened(server.url);
    const robots = redisRobots(redis);
    const refusal = new SourceError("forbidden-target", "It may not be reached.");
    await expect(
      firstValueFrom(
        robots.of(
          ORIGIN,
          throwError(() => refusal),
        ),
      ),
    ).rejects.toBe(refusal);
    await firstValueFrom(redis.ask((client) => client.set(`t:{d0}:robots:${ORIGIN}`, "{broken")));
    expect(await firstValueFrom(robots.of(ORIGIN, of(FILE)))).toEqual(FILE);
    redis.close();
  });
});

it("are asked for by each process where Redis is away", { timeout: 30_000 }, async () => {
  const redis = connection(`redis://127.0.0.1:${await freePort()}`, { prefix: "t:{d0}:", log: () => undefined });
  expect(await firstValueFrom(redisRobots(redis).of(ORIGIN, of(FILE)))).toEqual(FILE);
  redis.close();
});
