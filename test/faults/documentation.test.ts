import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { stalls } from "./stalls.ts";

let app: App;
afterEach(() => app.close());

function server(given: typeof categories): App {
  const config = readConfig({ LOG_LEVEL: "silent", API_KEYS: "k" });
  app = createServer({ config, env: { upstream: replayUpstream(() => undefined), keys: {} }, categories: given });
  return app;
}

describe("the documentation of the whole catalogue", () => {
  it("is drawn without keeping others waiting, and says what it says when it is drawn here", async () => {
    const there = server(categories);
    await there.ready();
    const { outcome, longestMs } = await stalls(() => there.inject("/openapi.json"));
    expect(longestMs).toBeLessThan(100);
    await there.close();
    const here = await server([...categories]).inject("/openapi.json");
    expect(outcome.json()).toEqual(here.json());
    expect(outcome.headers["content-type"]).toBe(here.headers["content-type"]);
  });

  it("has its page and the files of it, and nothing else", async () => {
    const there = server(categories);
    const [page, script, none] = await Promise.all(
      ["/docs", "/docs/static/swagger-ui-bundle.js", "/docs/static/none.js"].map((url) => there.inject(url)),
    );
    expect([page?.statusCode, script?.statusCode, none?.statusCode]).toEqual([200, 200, 404]);
    expect(page?.headers["content-type"]).toMatch("text/html");
    expect(page?.headers["content-security-policy"]).toMatch("frame-ancestors 'none'");
    expect(script?.rawPayload.length).toBeGreaterThan(1_000_000);
  });
});
