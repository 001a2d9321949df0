import { expect, it } from "vitest";
import { readConfig } from "../src/config.ts";

it("tells all that is wrong with the configuration at once, a line each", () => {
  const wrong = { PORT: "x", LOG_LEVEL: "loud", REDIS_URL: "nowhere", HOST: "127.0.0.1" };
  expect(() => readConfig(wrong)).toThrow(/^PORT: .+\nREDIS_URL: .+\nLOG_LEVEL: .+$/);
  expect(() => readConfig({ LLM_BASE_URL: "http://a.example/v1" })).toThrow(/^LLM_MODEL: is needed beside/);
  expect(readConfig({ PORT: " " }).PORT).toBe(9093);
});
