import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config.ts";
import { categories } from "../../sources/catalogue.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { createServer } from "../server.ts";

/*
 * The thread that draws the documentation: a server like the one that is served, which listens to nobody. A list of
 * categories of its own makes it draw what it is asked for itself.
 */

const given: { readonly config: Config } = workerData;
const config: Config = { ...given.config, REDIS_URL: undefined, TASKS_REDIS_URL: undefined, LOG_LEVEL: "silent" };
const app = createServer({ config, env: { upstream: createUpstream(config), keys: {} }, categories: [...categories] });

parentPort?.on("message", ({ id }: { readonly id: number }) => {
  app.inject({ method: "GET", url: "/openapi.json" }).then(
    ({ rawPayload: document }) => parentPort?.postMessage({ id, document }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  );
});
