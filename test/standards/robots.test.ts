import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pathOf, readRobots, rulesFor } from "../../src/standards/robots.ts";

const allowed = (robots: string, agent: string, url: string): boolean =>
  rulesFor(readRobots(robots), agent).verdict(pathOf(url)).allowed;

/*
 * The cases of Google's own parser (google/robotstxt, robots_test.cc): the text of a file, a robot, an address, and whether
 * the robot may fetch it. They stand beside the recordings.
 */
const FILE = join(import.meta.dirname, "../../../shared/recordings/page/robots_txt/cases-google-robotstxt.json");
const Cases = z.object({
  cases: z
    .array(
      z.object({ test: z.string(), robots: z.string(), userAgent: z.string(), url: z.string(), allowed: z.boolean() }),
    )
    .min(1),
});

/** Where Google's parser does what RFC 9309 does not: the RFC wins. */
const isGooglesHabit = ({ test, robots, url }: { test: string; robots: string; url: string }): boolean =>
  // `Allow: /index.html` allows the folder too. The RFC knows no directory index.
  /IndexHTML/i.test(test) ||
  // An escaped unreserved character in a pattern is compared as written. RFC 9309 §2.2.2 decodes it.
  /%62%61%7A/.test(robots) ||
  // An address that is not yet escaped matches nothing. RFC 9309 §2.2.2 escapes it.
  /\P{ASCII}/u.test(url);

describe("robots.txt, as Google's parser reads it", () => {
  if (!existsSync(FILE)) {
    it.skip(`passes Google's own cases (${FILE} is not here)`, () => undefined);
    return;
  }
  const { cases } = Cases.parse(JSON.parse(readFileSync(FILE, "utf8")));
  const compared = cases.filter((one) => !isGooglesHabit(one));
  it.each([...Map.groupBy(compared, ({ test }) => test)])("%s", (_test, group) => {
    expect(group.filter((one) => allowed(one.robots, one.userAgent, one.url) !== one.allowed)).toEqual([]);
  });

  it("leaves out a few of Google's cases, all of them against RFC 9309", () => {
    expect(cases.length - compared.length).toBeGreaterThan(0);
    expect((cases.length - compared.length) / cases.length).toBeLessThan(0.1);
  });
});

describe("robots.txt by RFC 9309", () => {
  const rule = (line: string) => `User-agent: *\n${line}`;

  it.each([
    ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar"],
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A//foo.bar"],
    ["/foo/bar/ツ", "/foo/bar/ツ"],
    ["/foo/bar/ツ", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"],
    ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
    ["/%70rivate", "/private"],
    ["/private", "/%70rivate"],
    ["/a%2fb", "/a%2Fb"],
    ["/a%3Ab", "/a:b"],
    ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html"],
    ["/path/foo-%24", "/path/foo-$"],
    ["/this/path/exactly$", "/this/path/exactly"],
    ["/this/*/exactly", "/this/wildcard/path/exactly"],
  ])("Disallow: %s forbids %s", (pattern, path) => {
    expect(allowed(rule(`Disallow: ${pattern}`), "tributary", `https://a.test${path}`)).toBe(false);
  });

  it.each([
    ["/a%2Fb", "/a/b"],
    ["/this/path/exactly$", "/this/path/exactly/not"],
    ["/Private", "/private"],
    ["", "/"],
    ["/", "/robots.txt"],
    ["/index.html", "/"],
  ])("Disallow: %s leaves %s open", (pattern, path) => {
    expect(allowed(rule(`Disallow: ${pattern}`), "tributary", `https://a.test${path}`)).toBe(true);
  });

  it("takes the most octets, and Allow on a tie", () => {
    const file = rule(
      "Disallow: /\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\nAllow: /tie\nDisallow: /tie",
    );
    const may = (path: string) => allowed(file, "tributary", `https://a.test${path}`);
    expect([may("/example/page/"), may("/example/page/disallowed.gif"), may("/tie"), may("/x")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("does not take the file of an index for its folder", () => {
    expect(allowed(rule("Disallow: /\nAllow: /index.html"), "tributary", "https://a.test/")).toBe(false);
  });

  it("joins the groups of one agent, and keeps a group whole whatever stands between its agents", () => {
    const file =
      "User-agent: tributary\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: Tributary/2.0\nDisallow: /b\n" +
      "User-agent: one\nCrawl-delay: 5\nSitemap: https://a.test/s.xml\n\nUser-agent: two\nDisallow: /c";
    const may = (agent: string, path: string) => allowed(file, agent, `https://a.test${path}`);
    expect([may("tributary", "/a"), may("tributary", "/b"), may("tributary", "/c")]).toEqual([false, false, true]);
    expect([may("one", "/c"), may("two", "/c"), may("one", "/d"), may("else", "/d")]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(rulesFor(readRobots(file), "one").crawlDelay).toBe(5);
  });

  it.each([
    ["User-agent: *\nDissalow: /private", 2, "disallow"],
    ["Useragent: *\nDisallow: /private", 1, "user-agent"],
    ["User-agent: *\nDisallow /private", 2, "disallow"],
  ])("understands %j, and reports it", (file, line, readAs) => {
    expect(allowed(file, "tributary", "https://a.test/private")).toBe(false);
    expect(readRobots(file).misspelt).toEqual([expect.objectContaining({ line, readAs })]);
  });

  it("reads rules of any length of line that Google reads", () => {
    const path = `/${"a".repeat(2_000)}`;
    expect(allowed(rule(`Disallow: ${path}`), "tributary", `https://a.test${path}`)).toBe(false);
    expect(allowed(rule(`Disallow: ${path}`), "tributary", `https://a.test${path.slice(0, 1_500)}`)).toBe(true);
  });
});
