import { expect, it } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { mayAsk, readySources } from "../../src/sources/ready.ts";
import type { RunEnv } from "../../src/sources/run.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const envOf = (engines: readonly string[], keys: Readonly<Record<string, string>> = {}): RunEnv => ({
  upstream: replayUpstream(() => undefined),
  keys,
  engines,
});
const source = (id: string, category = "search") => ({ id, category });
const ready = (category: string, env: RunEnv) =>
  readySources(categories.find(({ id }) => id === category)?.sources ?? [], env).map(({ id }) => id);

it("asks the engines that ENGINES names, in its order, and of suggestions those that it names", () => {
  const env = envOf(["mojeek", "bing"]);
  expect(ready("search", env)).toEqual(["mojeek", "bing"]);
  expect(ready("suggest", env)).toEqual([]);
  expect(ready("news", env)).toEqual(ready("news", envOf([])));
});

it("leaves out what a minus names, with what else is its own, in every field", () => {
  const env = envOf(["-baidu", "-google"]);
  expect(ready("search", env)).toEqual(ready("search", envOf([])).filter((id) => id !== "baidu" && id !== "google"));
  expect(ready("suggest", env).some((id) => /^(google|baidu)/.test(id))).toBe(false);
  expect(ready("news", env)).not.toContain("google_news");
  expect(mayAsk(source("bing_news", "news"), envOf(["-bing"]))).toBe(false);
  expect(mayAsk(source("bingo"), envOf(["-bing"]))).toBe(true);
  expect(mayAsk(source("bing"), envOf(["bing", "-bing"]))).toBe(false);
});

it("asks no public instance of software that many host, unless the operator names one", () => {
  expect(ready("search", envOf([]))).not.toContain("searxng");
  expect(ready("search", envOf([], { SEARXNG_URL: "https://searx.example" }))).toContain("searxng");
  expect(ready("community", envOf([]))).not.toContain("lemmy");
  expect(ready("community", envOf([], { LEMMY_INSTANCE: "lemmy.example" }))).toContain("lemmy");
  expect(ready("videos", envOf([]))).not.toContain("peertube");
});

it("refuses to start with an engine that is none", () => {
  expect(() => createRuntime({ ENGINES: "bing,-gogle" })).toThrow("ENGINES: there is no engine “-gogle”.");
});
