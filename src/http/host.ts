import { hostRefusal } from "../access.ts";
import type { Config } from "../config.ts";
import type { App } from "./deps.ts";

/** Answers no request that `hostRefusal` refuses. */
export function checkHost(app: App, config: Config): void {
  app.addHook("onRequest", async ({ headers }) => {
    const refusal = hostRefusal(headers.host, config);
    if (refusal) throw refusal;
  });
}
