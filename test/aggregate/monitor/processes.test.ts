import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Running, scratch, tributary } from "../../e2e/processes.ts";
import { until } from "../../support/until.ts";
import { feed, page } from "./feeds.ts";

/*
 * Two processes of the service over one DATA_DIR. An address without a name, for there is nobody here who knows names.
 */
const SITE = "https://93.184.216.34";

/** What the feed shows; pages of posts from 1000 on are never answered. */
const world = { shown: [] as readonly number[], held: new Set<ServerResponse>() };
let gateway: Server;
let folder = "";
let services: readonly Running[] = [];

beforeEach(async () => {
  folder = scratch();
  gateway = createServer((request, response) => {
    const { pathname } = new URL(String(request.headers["x-upstream-url"]));
    const number = Number(/^\/post\/(\d+)$/.exec(pathname)?.[1] ?? 0);
    if (number >= 1000) {
      world.held.add(response);
      return;
    }
    const body = number > 0 ? page(number) : feed(world.shown).replaceAll("https://news.example", SITE);
    response.writeHead(200, { "content-type": number > 0 ? "text/html" : "application/rss+xml" }).end(body);
  });
  await new Promise<void>((listening) => gateway.listen(0, "127.0.0.1", listening));
  const { port } = gateway.address() as AddressInfo;
  const environment = { UPSTREAM_GATEWAY: `http://127.0.0.1:${port}`, DATA_DIR: folder };
  services = await Promise.all([tributary(["serve"], environment), tributary(["serve"], environment)]);
});
afterEach(async () => {
  gateway.closeAllConnections();
  await Promise.all(services.map((service) => service.stop("SIGKILL")));
  gateway.close();
});

interface Check {
  readonly articles: readonly { readonly key: string }[];
  readonly check: { readonly new: number; readonly known: number; readonly remaining: number };
}

const address = (service: Running | undefined, more: Readonly<Record<string, string>>): string =>
  `${service?.url}/monitor/track?${new URLSearchParams({ q: `${SITE}/feed`, no_cache: "true", ...more })}`;

async function check(service: Running | undefined, more: Readonly<Record<string, string>> = {}): Promise<Check> {
  const response = await fetch(address(service, more));
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body) as Check;
}

const keysOf = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ articles }) => articles.map(({ key }) => key));
const posts = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index);

test("two processes that check at once report each article once, and all of them", async () => {
  const [first, second] = services;
  const checks: Check[] = [];
  for (let round = 1; round <= 4; round += 1) {
    world.shown = posts(1, round * 10);
    const both = [first, second, first, second, first, second];
    checks.push(
      ...(await Promise.all(both.map((one) => check(one, { limit: "4", extract: round % 2 ? "true" : "false" })))),
    );
  }
  // 10 articles came each round, and six checks of four articles each make room for them.
  const keys = keysOf(checks);
  expect(keys).toHaveLength(40);
  expect(new Set(keys)).toEqual(new Set(posts(1, 40).map((n) => `post-${n}`)));
  expect(await check(first)).toMatchObject({ articles: [], check: { new: 0, known: 40, remaining: 0 } });
});

test("what a killed process had claimed is reported by another, once, when the claim has run out", async () => {
  const [first, second] = services;
  world.shown = [1002, 1001, 3];
  const stream = await fetch(address(first, { limit: "2" }), { headers: { accept: "text/event-stream" } });
  let seen = "";
  const read = (async () => {
    for await (const piece of stream.body ?? []) seen += Buffer.from(piece).toString("utf8");
  })();
  const cut = expect(read).rejects.toThrow();
  // Both pages are asked for, and never come: the check is in its middle.
  await until(() => world.held.size === 2, "both pages are held");
  first?.signal("SIGKILL");
  await cut;
  expect(await first?.ended).toMatchObject({ signal: "SIGKILL" });
  expect(seen).toContain('"name":"check"');
  expect(seen).not.toContain("event: done");

  const meanwhile = await check(second, { extract: "false" });
  expect(keysOf([meanwhile])).toEqual(["post-3"]);
  expect(meanwhile.check).toMatchObject({ new: 1, known: 2 });
  expect(keysOf([await check(second, { extract: "false" })])).toEqual([]);

  minutesPass(10);
  const after = await check(second, { extract: "false" });
  expect(keysOf([after]).toSorted()).toEqual(["post-1001", "post-1002"]);
  expect(keysOf([await check(second, { extract: "false" })])).toEqual([]);
});

/** All claims are so much older. */
function minutesPass(minutes: number): void {
  const database = new DatabaseSync(join(folder, "monitor.sqlite"), { timeout: 5000 });
  database.prepare("UPDATE seen SET claimed_at = claimed_at - ?").run(minutes * 60_000);
  database.close();
}
