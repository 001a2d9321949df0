import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { FEED, feed, page } from "../aggregate/monitor/feeds.ts";
import { playing } from "../aggregate/support.ts";
import { countTokens } from "../support/count-tokens.ts";
import { clientTwo, serve, textOf } from "./support.ts";

/* What monitor_track marks as reported is what the model was shown. */

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const NUMBERS = Array.from({ length: 30 }, (_, index) => 30 - index);

const TEXT = { "content-type": "text/plain" };

async function client(): Promise<Client> {
  const played = await playing({
    hosts: {
      "shut.example": ({ pathname }) =>
        pathname === "/robots.txt" ? { body: "User-agent: *\nDisallow: /", headers: TEXT } : { body: page(1) },
      "news.example": (url) => {
        if (url.pathname === "/") return { body: page(1) };
        const number = /^\/post\/(\d+)$/.exec(url.pathname)?.[1];
        if (url.pathname === "/feed")
          return { body: feed(NUMBERS), headers: { "content-type": "application/rss+xml" } };
        return number ? { body: page(Number(number)) } : undefined;
      },
    },
  });
  const served = await serve(played.upstream, { environment: played.environment });
  const one = await clientTwo(served.url, "auto");
  open.push(played, served, one);
  return one;
}

const shownIn = (text: string): readonly number[] =>
  [...text.matchAll(/key: post-(\d+)/g)].map(([, number]) => Number(number));

describe("monitor_track", () => {
  it.each([500, 700, 3_000])("shows each article of a feed once, whatever max_tokens cuts (%i)", async (max_tokens) => {
    const one = await client();
    const seen: number[] = [];
    for (let call = 0; call < 40; call += 1) {
      const result = await one.callTool({
        name: "monitor_track",
        arguments: { q: FEED, max_tokens, options: { reader: `r${max_tokens}` } },
      });
      const text = textOf(result);
      expect(result.isError, text).toBeFalsy();
      expect(countTokens(text)).toBeLessThanOrEqual(max_tokens);
      const shown = shownIn(text);
      if (call === 0) expect(text).toContain("still new: the next check shows them.");
      if (shown.length === 0) break;
      seen.push(...shown);
    }
    expect(seen.toSorted((a, b) => b - a)).toEqual(NUMBERS);
  });
});

describe("the hints", () => {
  it("say of every tool that keeps something that it does", async () => {
    const { tools } = await (await client()).listTools();
    const keeping = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(keeping.map(({ name }) => name).toSorted()).toEqual([
      "feed_lookup",
      "monitor_track",
      "product_intelligence",
      "web_batch",
    ]);
    for (const { annotations } of keeping)
      expect(annotations).toMatchObject({ idempotentHint: false, destructiveHint: false });
    const closed = tools.filter(({ annotations }) => annotations?.openWorldHint === false);
    expect(closed.map(({ name }) => name)).toEqual(["list_parsers"]);
  });
});

describe("a bad regular expression", () => {
  it.each(["web_crawl", "web_map"])("is the caller's error in %s, as it is over REST", async (name) => {
    const result = await (await client()).callTool({
      name,
      arguments: { url: "https://news.example/", select_paths: ["("] },
    });
    expect(result).toMatchObject({ isError: true, _meta: { "tributary/code": "bad-query" } });
    expect(textOf(result)).toMatch(/^select_paths: “\(” is no usable regular expression: /);
  });
});

describe("what to try where nothing was found", () => {
  const url = "https://news.example/";
  it.each([
    ["web_map", { url, select_paths: ["^/none"] }, /\nNo address was found: try the site's home page/],
    ["web_crawl", { url: "https://shut.example/" }, /\nNo page was read: try web_extract/],
    [
      "web_batch",
      { requests: [{ parser: "npm", query: "x" }] },
      /\nNo parser found anything: try other words, or other parsers; list_parsers says what each takes\.$/,
    ],
  ])("%s says it after the answer", async (name, args, said) => {
    const result = await (await client()).callTool({ name, arguments: args });
    expect(textOf(result)).toMatch(said);
  });
});
