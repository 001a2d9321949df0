import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { STALL_MS, stalls } from "./stalls.ts";

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
    expect(longestMs).toBeLessThan(STALL_MS);
    await there.close();
    const here = await server([...categories]).inject("/openapi.json");
    expect(outcome.json()).toEqual(here.json());
    expect(outcome.headers["content-type"]).toBe(here.headers["content-type"]);
  });

  it("is one document at both of its addresses", async () => {
    const there = server(categories);
    const [document, earlier] = await Promise.all(["/openapi.json", "/docs/json"].map((url) => there.inject(url)));
    expect([document?.statusCode, earlier?.statusCode]).toEqual([200, 200]);
    expect(earlier?.body).toBe(document?.body);
  });
});
