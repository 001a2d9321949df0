import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filter, lastValueFrom, map, take, toArray } from "rxjs";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as tributary from "../src/index.ts";
import { river } from "./http/small-web.ts";
import { type Internet, internet, says } from "./http/support.ts";

let net: Internet;
let runtime: tributary.Runtime;
beforeAll(async () => {
  net = await internet({ "river.example": river, "crates.io": says({ crates: [], meta: { total: 0 } }) });
  runtime = tributary.createRuntime({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true" });
});
afterAll(async () => {
  await runtime.close();
  net.close();
});

it("crawls, and stops with its subscriber", async () => {
  const request = { url: "river.example/otter", ...tributary.crawlOptions.parse({ limit: 5 }) };
  const pages$ = tributary.crawl(request, { ...runtime.env, hold: true }).pipe(
    filter(({ event }) => event === "page"),
    take(1),
    map(({ data }) => data),
    toArray(),
  );
  expect(await lastValueFrom(pages$)).toEqual([expect.objectContaining({ url: "https://river.example/otter" })]);
});

it("maps, asks one source, and several", async () => {
  const { env } = runtime;
  const site = { url: "river.example/otter", ...tributary.mapOptions.parse({}) };
  expect((await lastValueFrom(tributary.oneShot(tributary.mapSite(site, env)))).total).toBeGreaterThan(0);
  const crates = tributary.sources.find(({ id }) => id === "crates");
  if (!crates) throw new Error("There is no such source.");
  const ask = { q: "tokio", pagecount: 1, noCache: false, options: {} };
  expect((await lastValueFrom(tributary.oneShot(tributary.parser(crates, ask, env)))).items).toEqual([]);
  const order = tributary.BatchRequest.parse([{ parser: "packages/crates", query: "tokio" }]);
  const { results } = await lastValueFrom(
    tributary.oneShot(tributary.batch(order, { find: tributary.findSource, env, deadlineMs: 5000 })),
  );
  expect(results).toEqual([expect.objectContaining({ parser: "packages/crates", success: true })]);
});

it("researches", async () => {
  const { env } = runtime;
  const request = tributary.ResearchRequest.parse({ query: "otter" });
  const asked$ = tributary.research(request, {
    upstream: env.upstream,
    ...tributary.readySources(tributary.categories, env),
    model: undefined,
    deadlineMs: 5000,
  });
  // Nobody answers on this internet: it is told so, by the same error that every face gives.
  await expect(lastValueFrom(tributary.oneShot(asked$))).rejects.toBeInstanceOf(tributary.SourceError);
});

it("orders tasks, and follows them", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "library-"));
  const own = tributary.createRuntime({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", DATA_DIR: dataDir });
  const server = tributary.createServer({ ...own, log: false });
  const order = { kind: "crawl" as const, url: "river.example/otter", options: { limit: "5" } };
  const placed = await lastValueFrom(server.tasks.order("", { order }));
  if (!("row" in placed)) throw new Error(placed.refused);
  expect(tributary.readOrder(placed.row.body)).toMatchObject({ kind: "crawl", url: "river.example/otter" });
  const events = await lastValueFrom(server.tasks.events(placed.row.id).pipe(toArray()));
  expect(events.at(-1)).toMatchObject({ event: "done" });
  expect(events.filter(({ event }) => event === "page").length).toBeGreaterThan(0);
  await server.close();
  await own.close();
  rmSync(dataDir, { recursive: true });
});

it("the example of docs/library.md imports what there is", () => {
  const readme = readFileSync(join(import.meta.dirname, "../docs/library.md"), "utf8");
  const [, names = ""] = /^import \{ ([^}]+) \} from "tributary-search";$/m.exec(readme) ?? [];
  expect(names.split(", ").filter((name) => !Object.hasOwn(tributary, name))).toEqual([]);
});
