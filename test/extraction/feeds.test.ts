import { expect, it } from "vitest";
import { readBody } from "../../src/extraction/read.ts";

const read = async (xml: string) => {
  const bytes = Buffer.from(xml);
  const extraction = await readBody({
    bytes,
    text: () => xml,
    contentType: "application/xml",
    url: "https://a.example/feed",
  });
  return extraction.ok ? extraction.page : undefined;
};

it("lists a feed's entries with their links, dates, authors and marked-up texts", async () => {
  const page = await read(`<rss xmlns:dc="d"><channel><title>Mills</title><description>News of mills</description>
    <item><title>Four turn</title><link>/four</link><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate><dc:creator>I. Duarte</dc:creator>
      <description>&lt;p&gt;They &lt;b&gt;turn&lt;/b&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/ul&gt;</description></item>
    <item><title>Seven rest</title><guid>https://a.example/seven</guid></item></channel></rss>`);
  expect(page?.markdown).toBe(`# Mills

News of mills

- [Four turn](https://a.example/four) (2024-03-05T09:30:00Z, I. Duarte)

  They **turn**.

  - one

- [Seven rest](https://a.example/seven)`);
});

it("keeps what looks like a tag in an Atom entry's plain text", async () => {
  const page = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title>Dates</title>
    <link rel="self" href="/x.xml"/><link href="/x"/><summary type="text">open &lt;from April&gt; on</summary></entry></feed>`);
  expect(page?.markdown).toContain("- [Dates](https://a.example/x)\n\n  open \\<from April> on");
  expect(page?.text).toContain("open <from April> on");
});

it("makes no list of XML that is no feed", async () => {
  expect((await read("<?xml version='1.0'?><note><to>A</to></note>"))?.markdown).toBeUndefined();
});

it("lists a JSON Feed's entries, and knows its title", async () => {
  const json = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Mills",
    items: [
      {
        id: "1",
        url: "/four",
        title: "Four turn",
        date_published: "2024-03-05T09:30:00Z",
        content_html: "<p>They <b>turn</b>.</p>",
      },
      { id: "2", url: "/seven", content_text: "Seven < rest", authors: [{ name: "I. Duarte" }] },
    ],
  });
  const read = await readBody({
    bytes: Buffer.from(json),
    text: () => json,
    contentType: "application/feed+json",
    url: "https://a.example/f",
  });
  expect(read).toMatchObject({ ok: true, page: { title: "Mills" } });
  expect(read.ok && read.page.markdown).toBe(`# Mills

- [Four turn](https://a.example/four) (2024-03-05T09:30:00Z)

  They **turn**.

- [https://a.example/seven](https://a.example/seven) (I. Duarte)

  Seven < rest`);
  const other = '{"version": "https://jsonfeed.org/version/1", "items": [';
  expect(
    await readBody({
      bytes: Buffer.from(other),
      text: () => other,
      contentType: "application/json",
      url: "https://a.example/f",
    }),
  ).not.toHaveProperty("page.markdown");
});
