import { gzipSync } from "node:zlib";
import { lastValueFrom, of, toArray } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { feedDate } from "../../../../src/sources/kit/feed/dates.ts";
import { type FeedEntry, feed, readFeed } from "../../../../src/sources/kit/feed/feed.ts";
import type { Notice, ReadContext } from "../../../../src/sources/source.ts";
import type { HttpRequest, HttpResponse } from "../../../../src/upstream/types.ts";
import { replayUpstream } from "../../../support/replay-upstream.ts";

const answer = (
  body: string | Uint8Array,
  contentType = "text/xml",
  url = "https://site.example/feed",
): HttpResponse => ({
  url,
  status: 200,
  headers: { "content-type": contentType },
  setCookie: [],
  redirects: [],
  replayed: true,
  body: typeof body === "string" ? new TextEncoder().encode(body) : body,
});

const read = (body: string | Uint8Array, contentType?: string) => readFeed(answer(body, contentType), "test");
const rss = (items: string, attributes = ""): string =>
  `<rss version="2.0" ${attributes}><channel><title>T</title>${items}</channel></rss>`;
const first = (body: string | Uint8Array, contentType?: string): FeedEntry | undefined =>
  read(body, contentType)?.entries[0];

describe("feedDate", () => {
  it.each([
    ["Wed, 17 Jan 2018 15:50:00 EST", "2018-01-17T20:50:00.000Z"],
    ["Wed, 17 Jan 18 15:50:00 PDT", "2018-01-17T22:50:00.000Z"],
    ["Wed 17 Jan 2018 15:50 GMT", "2018-01-17T15:50:00.000Z"],
    ["Wed, 17 Jan 2018 15:50:00 GMT+0200", "2018-01-17T13:50:00.000Z"],
    ["Wed Jan 17 15:50:00 2018", "2018-01-17T15:50:00.000Z"],
    ["Wed Jan 17 15:50:00 EST 2018", "2018-01-17T20:50:00.000Z"],
    ["Seg, 24 Set 2018 19:42:40 -0300", "2018-09-24T22:42:40.000Z"],
    ["Mi, 03 Okt 2018 10:00:00 +0200", "2018-10-03T08:00:00.000Z"],
    ["ven., 03 août 2018 10:00:00 +0200", "2018-08-03T08:00:00.000Z"],
    ["2018-01-17T15:50:00+01:00", "2018-01-17T14:50:00.000Z"],
    ["2018-01-17T15:50Z", "2018-01-17T15:50:00.000Z"],
    ["20180117T155000Z", "2018-01-17T15:50:00.000Z"],
    ["2018/1/17 15:50:00", "2018-01-17T15:50:00.000Z"],
    ["17/01/2018 15:50:00", "2018-01-17T15:50:00.000Z"],
    ["2018-01-17", "2018-01-17"],
    ["2018", "2018"],
    ["1516204200", "2018-01-17T15:50:00.000Z"],
    ["1516204200000", "2018-01-17T15:50:00.000Z"],
  ])("reads %s", (written, iso) => expect(feedDate(written)).toBe(iso));

  it.each(["03/01/2018", "yesterday", "32 Jan 2018", ""])("does not guess at %j", (written) =>
    expect(feedDate(written)).toBeUndefined(),
  );
});

describe("readFeed: what publishers send", () => {
  it.each([
    ["blanks and a mark before the prolog", `\ufeff\n  <?xml version="1.0"?>${rss("<item><title>A</title></item>")}`],
    ["a prolog of its own", `<?phpxml version="1.0"?>${rss("<item><title>A</title></item>")}`],
    ["no prolog", rss("<item><title>A</title></item>")],
    [
      "a warning before the prolog",
      `<br />\n<b>Warning</b>: x<?xml version="1.0"?>${rss("<item><title>A</title></item>")}`,
    ],
    [
      "a document type",
      `<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "x.dtd">${rss("<item><title>A</title></item>")}`,
    ],
    ["names in other letters", rss("<ITEM><Title>A</Title></ITEM>")],
    ["items outside the channel", `<rss><channel><title>T</title></channel><item><title>A</title></item></rss>`],
    ["control characters", rss("<item><title>\u0002A\u000b</title></item>")],
  ])("%s", (_, xml) => expect(first(xml)?.title).toBe("A"));

  it("resolves the references that only HTML knows, and leaves a bare & alone", () => {
    expect(first(rss("<item><title>Caf&eacute;&nbsp;R&D &#150; &amp; more</title></item>"))?.title).toBe(
      "Café R&D – & more",
    );
    expect(first(rss("<item><title><![CDATA[A &amp; <b>B</b>]]></title></item>"))?.title).toBe("A & B");
    expect(first(rss("<item><title>if (a &lt; b)</title></item>"))?.title).toBe("if (a < b)");
  });

  it("believes the bytes more than a wrong charset", () => {
    const xml = rss("<item><title>Über</title></item>");
    expect(first(Buffer.from(xml, "utf8"), "text/xml; charset=iso-8859-1")?.title).toBe("Über");
    expect(first(Buffer.from(xml, "latin1"), "text/xml; charset=utf-8")?.title).toBe("Über");
    expect(
      first(Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${rss("<item><title>A</title></item>")}`))?.title,
    ).toBe("A");
    expect(first(Buffer.from(`\ufeff${xml}`, "utf16le"), "text/xml")?.title).toBe("Über");
    expect(
      first(
        Buffer.from(
          `<?xml version="1.0" encoding="windows-1251"?>${rss("<item><title>\xcc\xe8\xf0</title></item>")}`,
          "latin1",
        ),
      )?.title,
    ).toBe("Мир");
  });

  it("unpacks gzip that no header announces, and says so when it cannot", () => {
    expect(first(gzipSync(rss("<item><title>A</title></item>")))?.title).toBe("A");
    expect(() => read(Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3))).toThrow("cannot be unpacked");
  });

  it("parts items that were nested in one another", () => {
    const feed = read(
      rss(
        "<item><title>A</title><item><title>B</title><link>/b</link></item><link>/a</link></item><item><title>C</title>",
      ),
    );
    expect(feed?.entries.map(({ title, url }) => [title, url])).toEqual([
      ["A", "https://site.example/a"],
      ["C", undefined],
      ["B", "https://site.example/b"],
    ]);
    const open = Array.from({ length: 2000 }, (_, i) => `<item><title>${i}</title>`).join("");
    expect(read(rss(open))?.entries.map(({ title }) => title)).toEqual(
      Array.from({ length: 2000 }, (_, i) => String(i)),
    );
  });

  it("bounds the depth of hostile nesting", () => {
    const deep = (depth: number) => rss(`<item><title>A</title>${"<x>".repeat(depth)}</item>`);
    expect(first(deep(4000))?.title).toBe("A");
    expect(() => first(deep(100_000))).toThrow("open elements");
  });

  it("knows namespaces by their address, whatever their prefix", () => {
    const entry = first(
      rss(
        `<item><title>A</title><d:creator>Ida</d:creator><d:date>2020-02-02</d:date><c:encoded>&lt;p&gt;Long text&lt;/p&gt;</c:encoded><m:group><m:thumbnail url="/t.png"/></m:group><link xmlns="http://www.w3.org/2005/Atom" href="/a"/></item>`,
        `xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:m="http://search.yahoo.com/mrss/"`,
      ),
    );
    expect(entry).toMatchObject({
      author: "Ida",
      publishedAt: "2020-02-02",
      snippet: "Long text",
      image: "https://site.example/t.png",
      url: "https://site.example/a",
    });
  });

  it("resolves links against xml:base, outermost first", () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title>T</title><entry xml:base="2020/"><title type="html">&amp;lt;b&amp;gt; &lt;b&gt;x&lt;/b&gt;</title><link rel="self" href="self"/><link href="one"/><id>urn:1</id><updated>2020-01-01T00:00:00Z</updated><content type="html">&lt;img src="p.png"&gt;</content></entry></feed>`;
    expect(first(atom)).toMatchObject({
      title: "<b> x",
      url: "https://site.example/blog/2020/one",
      image: "https://site.example/blog/2020/p.png",
      updatedAt: "2020-01-01T00:00:00.000Z",
      id: "urn:1",
    });
  });

  it("shows an Atom text as it stands, and xhtml as its text", () => {
    const atom = (title: string) =>
      first(`<feed xmlns="http://www.w3.org/2005/Atom"><entry>${title}</entry></feed>`)?.title;
    expect(atom(`<title type="text">a &lt;b&gt; c</title>`)).toBe("a <b> c");
    expect(
      atom(`<title type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml">a <h:i>b</h:i></h:div></title>`),
    ).toBe("a b");
  });

  it("takes the guid for the link only where it is a permalink", () => {
    expect(first(rss("<item><title>A</title><guid>https://site.example/1</guid></item>"))?.url).toBe(
      "https://site.example/1",
    );
    expect(
      first(rss(`<item><title>A</title><guid isPermaLink="false">https://site.example/1</guid></item>`))?.url,
    ).toBeUndefined();
    expect(first(rss("<item><title>A</title><guid>abc</guid></item>"))?.url).toBeUndefined();
  });

  it("cuts the beginning of a long text for title and snippet, and keeps the whole", () => {
    const text = "word ".repeat(300).trim();
    const entry = first(rss(`<item><description>${text}</description></item>`));
    expect(entry?.title?.length).toBeLessThanOrEqual(100);
    expect(entry?.snippet?.endsWith("word…")).toBe(true);
    expect(entry?.content).toBe(text);
  });

  it("lets fields of the wrong type in a JSON Feed count as absent", () => {
    const json = {
      version: "https://jsonfeed.org/version/1",
      title: 7,
      items: [{ id: 3, title: ["x"], content_text: "Text", date_published: 5 }],
    };
    expect(first(JSON.stringify(json), "text/plain")).toMatchObject({ id: "3", title: "Text", publishedAt: undefined });
  });

  it.each(["", "no markup", `{"a":1}`, "{", "<html><body>x</body></html>", "<svg></svg>"])(
    "takes %j for no feed",
    (body) => expect(read(body)).toBeUndefined(),
  );
});

describe("feed", () => {
  const context = (
    http: (request: HttpRequest) => ReturnType<ReadContext["fetch"]>,
    notices: Notice[] = [],
  ): ReadContext => ({
    source: "test",
    pages: 3,
    keys: {},
    upstream: replayUpstream(() => undefined),
    fetch: http,
    stream: () => of(),
    cached: (_name, value$) => value$,
    notice: (notice) => notices.push(notice),
    now: () => 0,
  });
  const titles = feed<{ url: string }, { title: string | undefined }>({
    pages: ({ url, page, cursor }) => {
      const address = page === 1 ? url : cursor;
      return address ? { url: address, guarded: true } : undefined;
    },
    entry: ({ title }) => ({ title }),
  });
  const pages: Readonly<Record<string, string>> = {
    "https://a.example/1": rss(`<atom:link rel="next" href="/2"/><item><title>A</title></item>`),
    "https://a.example/2": rss("<item><title>B</title></item>"),
    "https://a.example/": `<html><head><base href="/x/"><link rel=alternate type="application/rss+xml" href="../1"></head></html>`,
    "https://a.example/loop": `<html><head><link rel=alternate type="application/rss+xml" href="/loop"></head></html>`,
  };
  const asked = (log: HttpRequest[]) => (request: HttpRequest) => {
    log.push(request);
    return of(answer(pages[request.url] ?? "", "text/html", request.url));
  };

  it("goes on to the next page that the feed names, and no further", async () => {
    const log: HttpRequest[] = [];
    const items = await lastValueFrom(titles({ url: "https://a.example/1" }, context(asked(log))).pipe(toArray()));
    expect(items.map(({ title }) => title)).toEqual(["A", "B"]);
    expect(log.map(({ url }) => url)).toEqual(["https://a.example/1", "https://a.example/2"]);
  });

  it("follows the feed that a page declares, guarded, once, and says so", async () => {
    const log: HttpRequest[] = [];
    const notices: Notice[] = [];
    const one = { ...context(asked(log), notices), pages: 1 };
    const items = await lastValueFrom(titles({ url: "https://a.example/" }, one).pipe(toArray()));
    expect(items).toEqual([{ title: "A" }]);
    expect(log.map(({ url, guarded }) => [url, guarded])).toEqual([
      ["https://a.example/", true],
      ["https://a.example/1", true],
    ]);
    expect(notices).toEqual([{ kind: "note", text: "the page declares the feed https://a.example/1" }]);
    await expect(lastValueFrom(titles({ url: "https://a.example/loop" }, context(asked([]))))).rejects.toMatchObject({
      kind: "unsupported-type",
    });
  });

  it("does not follow a page in place of a source's own feed", async () => {
    const own = feed({ request: () => ({ url: "https://a.example/" }), entry: ({ title }) => ({ title }) });
    const log: HttpRequest[] = [];
    await expect(lastValueFrom(own({}, context(asked(log))))).rejects.toMatchObject({ kind: "changed" });
    expect(log).toHaveLength(1);
  });

  it("closes the request when the listener leaves", () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
      ({ cold, expectObservable, expectSubscriptions }) => {
        const response = cold<HttpResponse>("-----a|", {
          a: answer(rss("<item><title>A</title></item>"), "text/xml", "https://a.example/1"),
        });
        const reading = titles(
          { url: "https://a.example/1" },
          context(() => response),
        );
        expectObservable(reading, "---!").toBe("----");
        expectSubscriptions(response.subscriptions).toBe("^--!");
      },
    );
  });
});
