import { describe, expect, it } from "vitest";
import { feedAddress } from "../../../src/aggregate/monitor/track/address.ts";
import { type FeedEntry, keyed } from "../../../src/aggregate/monitor/track/entries.ts";

const entry = (title: string, more: Partial<FeedEntry> = {}): FeedEntry => ({ source: "rss", title, ...more });
const keys = (...entries: readonly FeedEntry[]): readonly string[] => keyed(entries).map(({ key }) => key);

describe("keyed", () => {
  it("tells entries apart by their identifier, else their link, else what they say", () => {
    expect(keys(entry("a", { id: "guid-1", url: "https://a.example/1" }))).toEqual(["guid-1"]);
    expect(keys(entry("a", { url: "http://www.a.example/1/?utm_source=feed" }))).toEqual(["https://a.example/1"]);
    const [said] = keys(entry("a", { publishedAt: "2026-01-01" }));
    expect(said).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(keys(entry("a", { publishedAt: "2026-01-02" }))).not.toEqual([said]);
    expect(keys(entry("a", { publishedAt: "2026-01-01", snippet: "changed" }))).toEqual([said]);
  });

  it("does not trust an identifier that entries of several links share", () => {
    const of = (n: number) => entry(`Post ${n}`, { id: "https://a.example/", url: `https://a.example/${n}` });
    expect(keys(of(1), of(2))).toEqual(["https://a.example/1", "https://a.example/2"]);
  });

  it("has an entry once that stands there twice", () => {
    expect(keyed([entry("new", { id: "1" }), entry("old", { id: "1" })]).map(({ entry: { title } }) => title)).toEqual([
      "new",
    ]);
  });

  it("keeps long identifiers short", () => {
    expect(keys(entry("a", { id: "x".repeat(301) }))[0]).toMatch(/^sha256:/);
    expect(keys(entry("a", { id: "x".repeat(300) }))).toEqual(["x".repeat(300)]);
  });

  it("has the newest first by their instants, and those without a date last", () => {
    const late = entry("late", { id: "late", publishedAt: "2026-01-01T23:00:00-05:00" });
    const early = entry("early", { id: "early", publishedAt: "2026-01-02T00:00:00Z" });
    expect(keys(early, late)).toEqual(["late", "early"]);
    expect(keys(early, late, entry("none", { id: "none" }))).toEqual(["late", "early", "none"]);
    expect(keys()).toEqual([]);
  });
});

describe("feedAddress", () => {
  const source = (q: string) => feedAddress.parse(q).source;

  it("knows channels and repositories by their addresses", () => {
    expect(feedAddress.parse("@veritasium")).toEqual({
      url: "https://www.youtube.com/@veritasium",
      source: "youtube_channel",
    });
    expect(source("https://m.youtube.com/feeds/videos.xml?channel_id=UCsXVk37bltHxD1rDPwtNM8Q")).toBe(
      "youtube_channel",
    );
    expect(source("github.com/gulpjs/gulp")).toBe("github_releases");
    expect(source("https://github.com/nodejs/node.js/releases/")).toBe("github_releases");
  });

  it("takes what else there is for a feed", () => {
    expect(source("https://github.com/gulpjs/gulp/commits/master.atom")).toBe("rss");
    expect(source("https://github.com/gulpjs/gulp/releases.atom")).toBe("rss");
    expect(source("https://github.com/gulpjs")).toBe("rss");
    expect(source("https://github.blog/feed")).toBe("rss");
    expect(source("a.example/feed")).toBe("rss");
    expect(feedAddress.parse("a.example/feed").url).toBe("https://a.example/feed");
  });

  it("refuses what is no address", () => {
    expect(feedAddress.safeParse("two words").error?.issues[0]?.message).toMatch(/is not a URL/);
  });
});
