import { firstValueFrom, type Observable } from "rxjs";
import { describe, expect, it } from "vitest";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { redisInstalled, redisServer } from "../../support/redis.ts";
import { crawlTask, PACE, page, place } from "./given.ts";

const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);

describe.skipIf(!redisInstalled)("a paused task (redis-server is installed)", () => {
  it("leaves the place at a host that it waited for to another", async () => {
    await using server = await redisServer();
    const store = redisStore(server.url);
    try {
      const [first, paused, other] = [0, 1, 2].map(() => crawlTask({ seeds: [place("busy.example")] }));
      if (!first || !paused || !other) throw new Error("three tasks");
      const take = () => answer(store.take("p", 10, 1, "visit"));
      await answer(store.order(first));
      const [claim] = (await take()).claims;
      if (!claim) throw new Error("nothing to take");
      await answer(store.order(paused));
      expect((await take()).claims).toEqual([]);
      await answer(store.order(other));
      expect((await take()).claims).toEqual([]);
      expect(await answer(store.pause(paused.id))).toBe(true);
      // One at a time: there is one place, for one of the two.
      expect(await answer(store.settle(claim, page(claim.url), [], { ...PACE, spacingMs: 2 }))).toBe(true);
      let claims = (await take()).claims;
      while (claims.length === 0) ({ claims } = await take());
      expect(claims.map(({ task }) => task)).toEqual([other.id]);
    } finally {
      store.close();
    }
  });
});
