import { Buffer } from "node:buffer";
import { from, lastValueFrom, map, takeUntil, timer, toArray } from "rxjs";
import { beforeAll, describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { pageLinks } from "../../src/pipelines/map/page-links.ts";
import { sitemapEntries } from "../../src/pipelines/map/sitemap.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import { runSource } from "../../src/sources/run.ts";
import type { Item } from "../../src/sources/source.ts";
import { answer } from "../sources/kit/reading.ts";
import { processorMs } from "../support/processor-time.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { feedOfEntries, feedOfNamespaces, feedOfTags, nested, pageOfSemicolons, siblings } from "./bodies.ts";
import { STALL_MS, stalls } from "./stalls.ts";

/** What a source's items come to where every host answers so: the items, or the failure's code. */
async function asked(id: string, q: string, body: string, options: Record<string, unknown> = {}, withinMs = 12_000) {
  const source = findSource(id);
  if (!source) throw new Error(`no source ${id}`);
  const http = ({ url }: { url: string }) => timer(1).pipe(map(() => answer(body, { url })));
  const upstream = { ...replayUpstream(() => undefined), http };
  const items$ = runSource(source, { q, pagecount: 1, noCache: true, options }, { upstream, keys: {} });
  return await lastValueFrom(items$.pipe(takeUntil(timer(withinMs)), toArray())).catch((error: unknown) =>
    error instanceof SourceError ? error.kind : "thrown",
  );
}

/** A reader's first start takes its time where the machine is busy. */
beforeAll(() => asked("feed/rss", "https://a.example/", feedOfEntries(10_500), {}, 40_000), 60_000);

const titles = (items: readonly Item[] | string) =>
  typeof items === "string" ? items : items.map(({ title }) => title);

describe("hostile answers to single sources", () => {
  it.each([
    ["a JSON feed of many tags", "feed/rss", "https://a.example/", feedOfTags(1_500_000), {}],
    [
      "an instance's list of numbers",
      "community/lemmy",
      "x",
      `{"posts":[${"1,".repeat(500_000)}1]}`,
      { instance: "a.example" },
    ],
    ["an instance's nested lists", "community/mastodon", "x", `[${"[".repeat(500_000)}`, { instance: "a.example" }],
    [
      "a forum's list of numbers",
      "community/discourse",
      "x",
      `{"posts":[${"1,".repeat(500_000)}1]}`,
      { instance: "a.example" },
    ],
  ])("%s is too large", async (_, id, q, body, options) => {
    const { outcome, longestMs } = await stalls(() => asked(id, q, body, options));
    expect(outcome).toBe("too-large");
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it.each([
    ["a type of semicolons", pageOfSemicolons(100_000), "unsupported-type"],
    ["elements that are never closed", nested(80_000), "unsupported-type"],
    ["a page in place of a feed", `<html>${siblings(100_000)}`, "unsupported-type"],
  ])("%s is no feed, and soon", async (_, body, code) => {
    const { outcome, longestMs } = await stalls(() => asked("feed/rss", "https://a.example/", body));
    expect(outcome).toBe(code);
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("a feed without end is read to five thousand entries", async () => {
    const { outcome, longestMs } = await stalls(() => asked("feed/rss", "https://a.example/", feedOfEntries(12_000)));
    expect(titles(outcome)).toHaveLength(5_000);
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("a feed of namespaces costs no more than its length", async () => {
    const body = feedOfNamespaces(9_000);
    const { outcome, longestMs } = await stalls(() => asked("feed/rss", "https://a.example/", body));
    expect(Array.isArray(outcome) || outcome === "changed").toBe(true);
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("large feeds read the same as small ones", async () => {
    const entries = (count: number) =>
      feedOfEntries(count).replaceAll("<title>a</title>", "<title>a &amp; b</title><link>/c</link>");
    const [few, many] = await Promise.all(
      [3, 11_000].map((count) => asked("feed/rss", "https://a.example/", entries(count))),
    );
    expect(many?.[0]).toEqual(few?.[0]);
    expect(titles(few ?? [])).toEqual(["a & b", "a & b", "a & b"]);
  });

  it("a user's selector on many siblings keeps nobody else waiting", async () => {
    const { longestMs } = await stalls(() =>
      asked(
        "feed/page_changes",
        "https://a.example/ #> li:nth-last-child(2n):has(~ li ~ li)",
        siblings(40_000),
        {},
        2_000,
      ),
    );
    expect(longestMs).toBeLessThan(STALL_MS);
  });

  it("texts lose their control characters", async () => {
    const feed =
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a\\u0000\\u001bb","url":"https://a.example/1"}]}';
    expect(titles(await asked("feed/rss", "https://a.example/", feed))).toEqual(["ab"]);
  });
});

describe("hostile sitemaps and first pages", () => {
  const pieces = (text: string): Uint8Array[] => {
    const bytes = Buffer.from(text);
    return Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
  };
  const page = "<url><loc>https://a.example/b</loc></url>";

  it.each([
    ["nested tags", `<urlset>${page}${nested(300_000)}`, 1],
    ["tags that nothing opened", `<urlset>${page}${nested(400)}${"</x>".repeat(300_000)}`, 1],
    [
      "attributes",
      `<urlset>${page}<url ${"a".repeat(10)}${Array.from({ length: 100_000 }, (_, at) => ` b${at}=c`).join("")}>`,
      1,
    ],
    ["blanks", `${"\n".repeat(20_000_000)}<urlset>${page}</urlset>`, 1],
    ["an address without end", `https://a.example/${"b".repeat(5_000_000)}`, 0],
  ])("%s cost no more than their length", async (_, text, found) => {
    const begun = processorMs();
    const entries = await lastValueFrom(from(pieces(text)).pipe(sitemapEntries(), toArray()));
    expect(entries).toHaveLength(found);
    await lastValueFrom(from(pieces(text)).pipe(pageLinks("https://a.example/"), toArray()));
    expect(processorMs() - begun).toBeLessThan(8_000);
  });
});
