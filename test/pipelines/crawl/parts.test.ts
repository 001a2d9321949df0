import { lastValueFrom } from "rxjs";
import { describe, expect, it } from "vitest";
import { createDiscovery, type Entry, placed } from "../../../src/pipelines/crawl/discovery.ts";
import { Duplicates, distance } from "../../../src/pipelines/crawl/duplicates.ts";
import { simHash } from "../../../src/pipelines/crawl/fingerprint.ts";
import { memoryFrontier } from "../../../src/pipelines/crawl/memory-frontier.ts";
import { crawlOptions } from "../../../src/pipelines/crawl/options.ts";
import { readPage } from "../../../src/pipelines/crawl/read-page.ts";
import { robotsReader } from "../../../src/pipelines/crawl/robots.ts";
import { createScope } from "../../../src/pipelines/crawl/scope.ts";
import { keyOf, SeenKeys } from "../../../src/pipelines/crawl/seen.ts";
import { boundsOf, isEndless, Tallies, withoutSession } from "../../../src/pipelines/crawl/traps.ts";
import { processorMs } from "../../support/processor-time.ts";
import { door, loopback, says } from "../../upstream/loopback.ts";
import { madePage } from "./site.ts";

const url = (text: string) => new URL(text, "https://a.test/");

describe("crawlOptions", () => {
  it("has defaults, and reads a query's text", () => {
    expect(crawlOptions.parse({})).toMatchObject({ limit: 50, max_depth: 5, allow_external: false, select_paths: [] });
    expect(crawlOptions.parse({ limit: "20000", allow_external: "1" })).toMatchObject({
      limit: 20_000,
      allow_external: true,
    });
  });

  it.each([
    { limit: 0 },
    { limit: 20_001 },
    { max_depth: -1 },
    { select_paths: "(" },
    { exclude_paths: ["(?=a)"] },
    { select_domains: "a".repeat(201) },
    { select_paths: "(x{1,500}){2}" },
  ])("refuses %o", (given) => {
    expect(crawlOptions.safeParse(given).success).toBe(false);
  });

  it("matches hostile patterns in linear time", () => {
    const { select_paths } = crawlOptions.parse({ select_paths: ["(a+)+$", "(a|aa)+$", "(.*)*b"] });
    const begin = processorMs();
    for (const pattern of select_paths) expect(pattern.test(`${"a".repeat(5_000)}!`)).toBe(false);
    expect(processorMs() - begin).toBeLessThan(2_000);
  });
});

describe("createScope", () => {
  const scope = (options: Record<string, unknown>, start = "https://www.a.test/x") =>
    createScope(url(start), crawlOptions.parse(options));

  it.each([
    [{}, "http://a.test/y", true],
    [{}, "https://www.a.test/", true],
    [{}, "https://b.a.test/", false],
    [{}, "https://a.test:8443/", false],
    [{}, "mailto:x@a.test", false],
    [{ allow_external: true }, "https://other.test/", true],
    [{ allow_external: true, exclude_domains: "other" }, "https://other.test/", false],
    [{ select_domains: "^docs\\.a\\.test$" }, "https://docs.a.test/", true],
    [{ select_domains: "^docs\\.a\\.test$" }, "https://a.test/", false],
    [{ select_paths: "^/docs/" }, "https://a.test/docs/x?y", true],
    [{ select_paths: "^/docs/" }, "https://a.test/blog?from=/docs/", false],
    [{ exclude_paths: "\\.pdf$" }, "https://a.test/x.pdf?dl=1", false],
  ])("with %o, %s: %s", (options, address, belongs) => {
    expect(scope(options).has(url(address))).toBe(belongs);
  });
});

describe("traps", () => {
  it.each([
    "/a/b/a/b/a/b/a/b",
    `/${"x/".repeat(30)}`,
    `/${"y".repeat(3_000)}`,
    `/?${"p=1&".repeat(5)}${Array.from({ length: 11 }, (_, i) => `q${i}=1`).join("&")}`,
  ])("%s is endless", (path) => {
    expect(isEndless(url(path))).toBe(true);
  });

  it.each(["/2024/05/17/a-post", "/a/b/c?page=2", "/docs/v1/docs/intro"])("%s is not", (path) => {
    expect(isEndless(url(path))).toBe(false);
  });

  it("takes all pages of one parameter, and few combinations of many", () => {
    const tallies = new Tallies();
    const isTrap = (address: URL): boolean => tallies.exceed(boundsOf(address));
    const taken = (address: (index: number) => string) =>
      Array.from({ length: 2_000 }, (_, index) => isTrap(url(address(index)))).filter((trap) => !trap).length;
    expect(taken((index) => `/topic?id=${index}`)).toBe(2_000);
    expect(taken((index) => `/shop?a=${index}&b=1&c=2&d=3&e=4`)).toBe(20);
    expect(taken((index) => `/events/2030-01-${(index % 28) + 1}/${index}`)).toBe(100);
  });

  it.each([
    ["https://a.test/x?PHPSESSID=1&b=2", "https://a.test/x?b=2"],
    ["https://a.test/x?b=2&sid=9#f", "https://a.test/x?b=2#f"],
    ["https://a.test/x;jsessionid=AB?b=2", "https://a.test/x?b=2"],
    ["https://a.test/x?sid=1", "https://a.test/x"],
    ["https://a.test/x?inside=1", "https://a.test/x?inside=1"],
  ])("%s without its session is %s", (address, bare) => {
    expect(withoutSession(address)).toBe(bare);
  });
});

describe("SeenKeys", () => {
  it("knows what it has seen, through growth and collisions", () => {
    const seen = new SeenKeys();
    const keys = Array.from({ length: 20_000 }, (_, index) => keyOf(`https://a.test/${index}`));
    expect(keys.every((key) => seen.add(key))).toBe(true);
    expect(keys.every((key) => seen.has(key) && !seen.add(key))).toBe(true);
    expect(seen.size).toBe(20_000);
    expect(seen.has(keyOf("https://a.test/other"))).toBe(false);
    const low = Array.from({ length: 100 }, (_, index) => BigInt(index) << 40n);
    expect(low.every((key) => seen.add(key))).toBe(true);
    expect(seen.add(0n)).toBe(false);
  });

  it("takes no more than it may", () => {
    const seen = new SeenKeys(2);
    expect([1n, 2n, 3n, 1n].map((key) => seen.add(key))).toEqual([true, true, false, false]);
  });
});

describe("duplicates", () => {
  const text = (seed: number) => madePage(seed).replace(/<[^>]*>/g, " ");

  it("puts like texts near and unlike ones far", () => {
    const long = [1, 2, 3, 4, 5].map(text).join(" ");
    const [one, near, far] = [simHash(long), simHash(long.replace("word", "changed")), simHash(text(9))];
    if (one === undefined || near === undefined || far === undefined) throw new Error("a text was too short");
    expect(distance(one, near)).toBeLessThanOrEqual(3);
    expect(distance(one, far)).toBeGreaterThan(12);
    expect(simHash("too short")).toBeUndefined();
  });

  it("finds the first page of the same text, or of nearly the same under the same title", () => {
    const known = new Duplicates();
    const content = (name: string, title: string, textKey: bigint, hash?: bigint) =>
      known.original({ url: name, title, textKey, simHash: hash });
    expect(content("a", "T", 1n, 0b1010n)).toBeUndefined();
    expect(content("b", "U", 1n)).toBe("a");
    expect(content("c", "T", 2n, 0b1011n | (3n << 50n))).toBe("a");
    expect(content("d", "T", 3n, 0b1101n | (3n << 50n))).toBeUndefined();
    expect(content("e", "V", 4n, 0b1010n)).toBeUndefined();
    expect(content("f", "T", 5n)).toBeUndefined();
  });

  it("compares each of many pages of one title with few others", () => {
    const known = new Duplicates();
    // They share a block, and differ by many bits in the others.
    const hashOf = (n: number) => ((BigInt(n) * 0x9e3779b97f4a7c15n) & 0xffffffffffff0000n) | 7n;
    const begin = processorMs();
    for (let n = 0; n < 20_000; n += 1)
      known.original({ url: String(n), title: "T", textKey: BigInt(n), simHash: hashOf(n) });
    expect(processorMs() - begin).toBeLessThan(3_000);
    expect(known.original({ url: "x", title: "T", textKey: -1n, simHash: hashOf(19_999) })).toBe("19999");
  });
});

describe("createDiscovery", () => {
  const links = (...addresses: readonly string[]) => ({
    links: addresses,
    keys: BigUint64Array.from(addresses, (address) => keyOf(address)),
  });
  const discovering = (options: Record<string, unknown>) => {
    const frontier = memoryFrontier<Entry, undefined>([placed(url("/"), 0)], { limit: 100, maxWaiting: 100 });
    return { frontier, discovery: createDiscovery(url("/"), crawlOptions.parse(options), frontier) };
  };
  const [a, b, c] = ["https://a.test/a", "https://a.test/b", "https://a.test/c"];

  it("finds what belongs and is not known yet, up to the depth", async () => {
    const { frontier, discovery } = discovering({ max_depth: 2 });
    const found = discovery.found(links(a, "https://x.test/", b), { url: "https://a.test/", depth: 0 });
    expect(found.map((entry) => [entry.url, entry.depth, entry.host, entry.domain])).toEqual([
      [a, 1, "a.test", "a.test"],
      [b, 1, "a.test", "a.test"],
    ]);
    await lastValueFrom(frontier.add(found));
    expect(discovery.found(links(a, b, c), { url: a, depth: 1 }).map((entry) => entry.url)).toEqual([c]);
    expect(discovery.found(links(c), { url: a, depth: 2 })).toEqual([]);
  });

  it("finds what sitemaps list as deep as the page that lists it, also where no link is followed further", async () => {
    const { frontier, discovery } = discovering({ max_depth: 0 });
    const first = { url: "https://a.test/", depth: 0 };
    const found = discovery.found({ ...links(a, b, c), listed: 2 }, first);
    expect(found.map((entry) => [entry.url, entry.depth])).toEqual([
      [a, 0],
      [b, 0],
    ]);
    await lastValueFrom(frontier.add(found));
    expect([first, ...found].map((entry) => discovery.isFirst(entry))).toEqual([true, false, false]);
    // It is a page like others, which leads to no other site.
    expect(await lastValueFrom(discovery.admit(url("https://b.test/"), { url: a, depth: 0 }, []))).toBe("elsewhere");
  });

  it("admits redirects that are new and belong", async () => {
    const { discovery } = discovering({});
    const deep = { url: "https://a.test/x", depth: 3 };
    const admitted = (target: URL, from: Entry) => lastValueFrom(discovery.admit(target, from, []));
    expect(await admitted(url("/new"), deep)).toBe("fetch");
    expect(await admitted(url("/new"), deep)).toBe("seen");
    expect(await admitted(url("https://b.test/"), deep)).toBe("elsewhere");
    expect(await admitted(url("https://b.test/"), { url: "https://a.test/", depth: 0 })).toBe("fetch");
    expect(discovery.own()).toEqual(["a.test", "b.test"]);
  });
});

describe("robotsReader", () => {
  const rulesFor = async (handler: Parameters<typeof loopback>[0]) => {
    let asked = 0;
    await using server = await loopback((request, response) => {
      asked += 1;
      handler(request, response);
    });
    await using upstream = door({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
    const robots = robotsReader(upstream, "tributary");
    const rules = await lastValueFrom(robots(new URL(server.url)));
    await lastValueFrom(robots(new URL("/again", server.url)));
    const allows = (path: string) => rules.allows(new URL(path, server.url));
    return { rules, allows, asked };
  };

  it("chooses our group, the longest rule, and the delay up to thirty seconds", async () => {
    const { rules, allows, asked } = await rulesFor(
      says(
        "User-agent: *\nDisallow: /\n\nUser-agent: Tributary\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\nCrawl-delay: 90\nSitemap: /s.xml",
      ),
    );
    expect([allows("/"), allows("/a/x"), allows("/a/b"), allows("/x.pdf"), allows("/x.pdf?y")]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(rules).toMatchObject({ crawlDelayMs: 30_000, sitemaps: ["/s.xml"] });
    expect(asked).toBe(1);
  });

  it.each([
    [404, true],
    [403, true],
    [429, false],
    [500, false],
  ])("on HTTP %i allows: %s", async (status, allowed) => {
    const { allows, rules } = await rulesFor(says("", {}, status));
    expect(allows("/")).toBe(allowed);
    expect(rules.unreachable !== undefined).toBe(!allowed);
  });

  it("reads the beginning of an endless file, and matches hostile rules in good time", async () => {
    const stars = `Disallow: /${"*a".repeat(400)}b\n`.repeat(600);
    const { allows } = await rulesFor(says(`User-agent: *\nDisallow: /first\n${stars}${"# more\n".repeat(500_000)}`));
    const begin = processorMs();
    expect(allows(`/first/${"a".repeat(1_900)}`)).toBe(false);
    expect(processorMs() - begin).toBeLessThan(5_000);
  });
});

describe("readPage", () => {
  const read = (html: string, headers: Record<string, string> = { "content-type": "text/html" }) =>
    readPage(
      { url: "https://a.test/", status: 200, headers, markdown: false, images: false, sites: ["a.test"] },
      new TextEncoder().encode(html),
    );

  it("keys addresses by the page that they are of, or as they are written", async () => {
    const body = new TextEncoder().encode(madePage(1).replace("</body>", '<a href="/x?utm_source=y">x</a></body>'));
    const headers = { "content-type": "text/html" };
    const task = { url: "https://a.test/", status: 200, headers, markdown: false, images: false, sites: ["a.test"] };
    expect([...(await readPage(task, body)).keys]).toEqual([keyOf("https://a.test/x")]);
    const exact = await readPage({ ...task, exact: true }, body);
    expect([...exact.keys]).toEqual([keyOf("https://a.test/x?utm_source=y")]);
  });

  it("gives content, keys and the site's own links", async () => {
    const reading = await read(
      madePage(1).replace("</body>", '<a href="/x?sid=1#y">x</a><a href="https://b.test/">b</a></body>'),
    );
    expect(reading).toMatchObject({ ok: true, title: "Page 1", links: ["https://a.test/x"], images: [] });
    expect([...reading.keys]).toEqual([keyOf("https://a.test/x")]);
  });

  it("tells a wall from a page", async () => {
    const wall = await read("<title>Just a moment...</title><p>Checking your browser.</p>");
    expect(wall).toMatchObject({ ok: false, code: "blocked" });
  });
});
