import { firstValueFrom, of } from "rxjs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { toSourceError } from "../../../src/errors.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { loopback } from "../loopback.ts";

const installed = findChromium(readConfig(process.env)) !== undefined;
const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
const guard = createGuard(config, (host) => of(host.startsWith("inner.") ? ["10.0.0.1"] : ["127.0.0.1"]));

/** Ways of a page to another address, once it is shown. */
const WAYS = {
  script: (to: string) => `<script>setTimeout(() => { location = "${to}"; }, 100)</script>`,
  replace: (to: string) => `<script>addEventListener("load", () => location.replace("${to}"))</script>`,
  refresh: (to: string) => `<meta http-equiv=refresh content="0;url=${to}">`,
  form: (to: string) => `<form action="${to}"></form><script>document.forms[0].submit()</script>`,
  server: (to: string) => to,
} as const;
type Way = keyof typeof WAYS;

describe.runIf(installed)("a page that leads to other hosts", BY_THE_CLOCK, async () => {
  const visited: string[] = [];
  /** Where the page of each host leads. */
  let leads: Readonly<Record<string, readonly [Way, string]>> = {};
  const server = await loopback((request, response) => {
    const host = request.headers.host?.split(":")[0] ?? "";
    visited.push(host);
    const [way, to] = leads[host] ?? [];
    if (way === "server") return response.writeHead(302, { location: to }).end();
    const onwards = way && to ? WAYS[way](to) : "";
    return response.writeHead(200, { "content-type": "text/html" }).end(`<body><p>The page of ${host}.</p>${onwards}`);
  });
  const { port } = new URL(server.url);
  const at = (host: string): string => `http://${host}.test:${port}/`;
  /** One host after another, each leading to the next. */
  const chain = (ways: readonly Way[], last = `host${ways.length}`): void => {
    leads = Object.fromEntries(
      ways.map((way, hop) => [
        `host${hop}.test`,
        [way, at(hop === ways.length - 1 ? last : `host${hop + 1}`)] as const,
      ]),
    );
  };
  const browser = createBrowser(config, guard);
  beforeEach(() => {
    visited.length = 0;
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });
  const told = async () => {
    try {
      const { url, body } = await firstValueFrom(browser.render({ url: at("host0"), as: "flattened" }));
      return { url, text: String(body) };
    } catch (error) {
      const { kind, message } = toSourceError(error);
      return { kind, message };
    }
  };
  /** Those that a page was asked of, each once: Chromium may ask for an icon. */
  const hosts = (): readonly string[] => [...new Set(visited)];

  it("three times by its scripts is read where it has led", async () => {
    chain(["script", "refresh", "replace"]);
    expect(await told()).toEqual({ url: at("host3"), text: expect.stringContaining("The page of host3.test.") });
    expect(hosts()).toEqual(["host0.test", "host1.test", "host2.test", "host3.test"]);
  });

  it("a fourth time is given up", async () => {
    chain(["replace", "form", "refresh", "script"]);
    expect(await told()).toEqual({
      kind: "unreachable",
      message: `${at("host0")} leads from page to page without an end.`,
    });
  });

  it("is read where only servers have led it further", async () => {
    chain(["script", "server", "server", "refresh", "server", "replace"]);
    expect(await told()).toEqual({ url: at("host6"), text: expect.stringContaining("The page of host6.test.") });
  });

  it.each<readonly [string, readonly Way[]]>([
    ["its first page by script", ["script"]],
    ["its second page by a meta refresh", ["replace", "refresh"]],
    ["its third page by a form", ["script", "refresh", "form"]],
    ["a redirect of its second page's server", ["script", "server"]],
  ])("of which one may not be visited, by %s, is refused", async (_where, ways) => {
    chain(ways, "inner");
    expect(await told()).toMatchObject({ kind: "forbidden-target", message: expect.stringContaining("10.0.0.1") });
    expect(hosts()).toEqual(ways.map((_way, hop) => `host${hop}.test`));
  });
});
