import { describe, it } from "vitest";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { redisInstalled, redisServer } from "../../support/redis.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { stoppedAndWoken } from "../stopping.ts";

describe.skipIf(!redisInstalled)("a worker that hangs, and wakes (redis-server is installed)", () => {
  it("settles nothing that was given to another meanwhile", { timeout: 5 * PATIENCE_MS }, async () => {
    await using redis = await redisServer();
    const store = redisStore(redis.url);
    try {
      await stoppedAndWoken(redis.url, store);
    } finally {
      store.close();
    }
  });
});
