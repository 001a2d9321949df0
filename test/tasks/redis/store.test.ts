import { describe } from "vitest";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { redisInstalled, redisServer } from "../../support/redis.ts";
import { storeContract } from "../store-contract.ts";

describe.skipIf(!redisInstalled)("with redis-server installed", () => {
  storeContract("Redis", async () => {
    const server = await redisServer();
    const store = redisStore(server.url);
    return {
      ...store,
      close() {
        store.close();
        void server[Symbol.asyncDispose]();
      },
    };
  });
});
