import { describe, expect, it } from "vitest";
import { kindOf } from "../../src/extraction/kind.ts";
import { readBody } from "../../src/extraction/read.ts";

const url = "https://a.example/x";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, contentType?: string) =>
  readBody({ bytes: bytesOf(text), text: () => text, contentType, url });

describe("kindOf", () => {
  it.each([
    ["<!doctype html><p>x", "text/html; charset=utf-8", "html"],
    ["  \n<!DOCTYPE html><p>x", "text/plain", "html"],
    ["<html><p>x", "application/octet-stream", "html"],
    ["<p>x</p>", undefined, "html"],
    ["%PDF-1.7", "application/octet-stream", "pdf"],
    ["# x", "text/markdown", "markdown"],
    ['{"a":1}', "application/ld+json", "json"],
    ["[1]", undefined, "json"],
    ["a,b", "text/csv", "csv"],
    ["<?xml version='1.0'?><rss/>", undefined, "xml"],
    ["<rss/>", "application/rss+xml", "xml"],
    ["plain words", undefined, "text"],
    ["#!/bin/sh", "application/x-sh", "text"],
    ["\u0000\u0001\u0002binary", undefined, "unsupported"],
    ["\u0089PNG", "text/html", "html"],
    ["PK\u0003\u0004", "text/html", "archive"],
    ["anything", "video/mp2t", "text"],
    ["\u0000\u0001anything", "application/zip", "unsupported"],
    ["<svg/>", "image/svg+xml", "unsupported"],
  ])("%j as %s is %s", (text, contentType, kind) => {
    expect(kindOf(bytesOf(text), contentType)).toBe(kind);
  });

  it("knows images and UTF-16 by their bytes", () => {
    expect(kindOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d), "text/html")).toBe("unsupported");
    expect(kindOf(Uint8Array.from(Buffer.from("\ufeff<html><body>", "utf16le")), undefined)).toBe("html");
  });
});

describe("readBody", () => {
  it("says of a type that it cannot read which it is", async () => {
    expect(await read("GIF89a", "image/gif")).toEqual({
      ok: false,
      failure: { code: "unsupported-type", error: "A body of type image/gif cannot be read as text." },
    });
  });

  it.each([
    '<div id="root"></div><script>app()</script>',
    "<noscript>You need to enable JavaScript to run this app.</noscript>",
    "",
  ])("says of a page that shows itself by script that it has no text: %j", async (html) => {
    expect(await read(html, "text/html")).toEqual({
      ok: false,
      failure: { code: "empty", error: "The page has no text without JavaScript." },
    });
  });

  it("says that an empty body is empty", async () => {
    expect(await read(" \n", "text/plain")).toMatchObject({ ok: false, failure: { code: "empty" } });
  });

  it("reads a page", async () => {
    const outcome = await read("<title>T</title><p>A sentence that can be read, and is long enough.</p>", "text/html");
    expect(outcome).toMatchObject({
      ok: true,
      page: { title: "T", text: "A sentence that can be read, and is long enough." },
    });
  });

  it.each([
    ["text/plain", "a\n  b"],
    ["application/json", '{\n "a": 1 }'],
    ["text/csv", "a,b\n1,2"],
  ])("answers %s as it is", async (contentType, text) => {
    expect(await read(text, contentType)).toEqual({ ok: true, page: { url, text, images: [], links: [] } });
  });

  it("takes a Markdown file's first heading as its title", async () => {
    expect(await read("# Mills\n\nText", "text/markdown")).toMatchObject({
      page: { title: "Mills", text: "# Mills\n\nText", markdown: "# Mills\n\nText" },
    });
  });

  it("reads a feed", async () => {
    const feed = `<?xml version="1.0"?><rss><channel><title>Mills</title><link>https://a.example/</link>
      <item><title>One</title><link>https://a.example/1</link><description><![CDATA[<p>About <b>one</b></p>]]></description></item></channel></rss>`;
    expect(await read(feed, "application/rss+xml")).toEqual({
      ok: true,
      page: {
        url,
        title: "Mills",
        markdown: "# Mills\n\n- [One](https://a.example/1)\n\n  About **one**",
        text: "Mills\nOne\nAbout one",
        images: [],
        links: [
          { url: "https://a.example/", text: "Mills" },
          { url: "https://a.example/1", text: "One" },
        ],
      },
    });
  });

  it("warns of letters that could not be read", async () => {
    const page = await read(`<p>${"Words of a page. ".repeat(30)} One \ufffd two.</p>`, "text/html");
    expect(page).toMatchObject({
      ok: true,
      page: { warnings: [expect.stringMatching(/^1 letter of the text is unreadable/)] },
    });
    expect(await read("plain words", "text/plain")).not.toHaveProperty("page.warnings");
  });

  it("reads a sitemap's addresses", async () => {
    expect(await read("<urlset><url><loc>https://a.example/1</loc></url></urlset>", "text/xml")).toMatchObject({
      page: { text: "https://a.example/1", links: [{ url: "https://a.example/1", text: "" }] },
    });
  });

  it("expands no entity of an XML document's own", async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"> ]><a>x &c;</a>';
    expect(await read(bomb, "application/xml")).toMatchObject({
      page: { text: expect.not.stringContaining("bbbbbbbb") },
    });
  });
});
