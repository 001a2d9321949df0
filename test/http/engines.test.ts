import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet, serverFor } from "./support.ts";

let net: Internet;
let app: App;

beforeEach(async () => {
  const site = finds(rows.otter);
  net = await internet({ "alpha.example": site, "beta.example": site, "gamma.example": site });
});

afterEach(async () => {
  await app.close();
  net.close();
});

const serving = (ENGINES: string): void => {
  app = serverFor(net.gateway, finders(["alpha", "beta", "gamma"]), { environment: { ENGINES } });
};
const hosts = (): readonly string[] => [
  ...new Set(net.asked.map((url) => new URL(url).hostname.replace(".example", ""))),
];
const get = (url: string) => app.inject({ url });
const post = (url: string, body: object) => app.inject({ method: "POST", url, payload: body });

describe("ENGINES", () => {
  it.each([
    ["GET /search", () => get("/search?q=otter")],
    ["SearXNG's form", () => get("/searxng/search?q=otter&format=json")],
    ["POST /search", () => post("/search", { query: "otter", search_depth: "basic", max_results: 3 })],
    ["POST /research", () => post("/research", { query: "otter", model: "mini" })],
  ])("is whom %s asks", async (_face, ask) => {
    serving("beta,-gamma");
    expect((await ask()).statusCode).toBe(200);
    expect(hosts().filter((host) => ["alpha", "beta", "gamma"].includes(host))).toEqual(["beta"]);
  });

  it.each([
    ["GET /search", () => get("/search?q=otter&engines=alpha,gamma")],
    ["SearXNG's form", () => get("/searxng/search?q=otter&format=json&engines=gamma")],
    ["POST /search", () => post("/search", { query: "otter", engines: ["gamma"] })],
    ["POST /research", () => post("/research", { query: "otter", sources: ["gamma"] })],
  ])("is a bound for the engines that %s may name", async (_face, ask) => {
    serving("-gamma");
    const answer = await ask();
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain("gamma,");
    expect(hosts()).toEqual([]);
  });
});

describe("engines of POST /search", () => {
  it.each([
    ["a list", ["gamma", "alpha"]],
    ["words with commas", "gamma, alpha"],
  ])("are asked alone: %s", async (_form, engines) => {
    serving("");
    const answer = await post("/search", { query: "otter", engines });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain("is not a field");
    expect(
      hosts()
        .filter((host) => host !== "river")
        .toSorted(),
    ).toEqual(["alpha", "gamma"]);
  });

  it.each([
    [["nobody"], "There is no engine nobody. There are: alpha, beta, gamma."],
    [[], "engines: must name engines."],
  ])("that are none are told: %j", async (engines, sentence) => {
    serving("");
    const answer = await post("/search", { query: "otter", engines });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).toContain(sentence);
  });
});
