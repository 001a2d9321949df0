import { describe, expect, it } from "vitest";
import { baseOf } from "../../src/extraction/address.ts";
import { dateInUrl, toIsoDate } from "../../src/extraction/dates.ts";
import { sourceOf } from "../../src/extraction/head.ts";
import { metadataOf } from "../../src/extraction/metadata.ts";
import { parseTree } from "../../src/extraction/tree.ts";

function metadata(html: string, url = "https://www.acme.example/a/b") {
  const tree = parseTree(html);
  return metadataOf(sourceOf(tree, url, baseOf(tree, url)));
}

describe("title", () => {
  it.each([
    ['<meta property="og:title" content="From og"><title>From title</title>', "From og"],
    ["<title>Guide to mills - Acme</title>", "Guide to mills"],
    ["<title>Acme: Guide to mills</title><meta property='og:site_name' content='ACME'>", "Guide to mills"],
    ["<title>Guide to mills | Deals, news and more</title><h1>Guide to mills</h1>", "Guide to mills"],
    ["<title>State-of-the-art mills - then and now</title>", "State-of-the-art mills - then and now"],
    ["<body><svg><title>icon</title></svg><h1>Only <em>heading</em></h1>", "Only heading"],
    ["<p>none</p>", undefined],
  ])("%s", (html, title) => {
    expect(metadata(html).title).toBe(title);
  });
});

describe("byline", () => {
  it.each([
    ['<meta name="author" content="By Ines Duarte">', "Ines Duarte"],
    [
      '<meta property="article:author" content="https://facebook.com/ines"><a rel="author" href="/x">Tom Harrow</a>',
      "Tom Harrow",
    ],
    ['<span class="post-author">By: Tom Harrow</span>', "Tom Harrow"],
    ['<script type="application/ld+json">{"@type":"BlogPosting","author":"Ada"}</script>', "Ada"],
    ["<p>nobody</p>", undefined],
  ])("%s", (html, byline) => {
    expect(metadata(html).byline).toBe(byline);
  });
});

describe("publishedDate", () => {
  it.each([
    ['<meta property="article:published_time" content="2024-03-05T09:30:00+0100">', "2024-03-05T09:30:00+01:00"],
    ['<meta name="date" content="5 March 2024">', "2024-03-05"],
    ['<time datetime="2024-03-05">yesterday</time>', "2024-03-05"],
    ['<time class="updated" datetime="2025-01-01">Jan 1</time><time datetime="2024-03-05">Mar 5</time>', "2024-03-05"],
    ['<span class="post-date">March 5, 2024</span>', "2024-03-05"],
    [
      '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-03-05"}</script><meta name="date" content="2020-01-01">',
      "2024-03-05",
    ],
    ["<p>none</p>", undefined],
  ])("%s", (html, date) => {
    expect(metadata(html, "https://www.acme.example/how-mills-work").publishedDate).toBe(date);
  });

  it("is none of a page that nobody signs and that is no article by its address or its type", () => {
    const dated = '<meta property="article:published_time" content="2024-03-05">';
    const posting = '<script type="application/ld+json">{"@type":"BlogPosting","datePublished":"2024-03-05"}</script>';
    expect(metadata(dated).publishedDate).toBeUndefined();
    expect(metadata(`${dated}<meta name="author" content="Ada Stone">`).publishedDate).toBe("2024-03-05");
    expect(metadata(posting).publishedDate).toBe("2024-03-05");
  });

  it("falls back to the address", () => {
    expect(metadata("<p>x</p>", "https://a.example/2024/03/05/story").publishedDate).toBe("2024-03-05");
  });
});

describe("toIsoDate", () => {
  it.each([
    ["2024-03-05", "2024-03-05"],
    ["20240305", "2024-03-05"],
    ["2024-03-05 09:30:00", "2024-03-05T09:30:00"],
    ["2024-03-05T09:30:00.123Z", "2024-03-05T09:30:00Z"],
    ["Tue, 05 Mar 2024 09:30:00 GMT", "2024-03-05T09:30:00Z"],
    ["Tue, 05 Mar 2024 09:30:00 -0500", "2024-03-05T09:30:00-05:00"],
    ["March 5th, 2024", "2024-03-05"],
    ["5. März 2024", "2024-03-05"],
    ["5 de marzo de 2024", "2024-03-05"],
    ["le 1er février 2024", "2024-02-01"],
    ["2024年3月5日", "2024-03-05"],
    ["05.03.2024", "2024-03-05"],
    ["25/03/2024", "2024-03-25"],
    ["03/25/2024", "2024-03-25"],
    ["1709631000", "2024-03-05T09:30:00Z"],
    ["03/04/2024", undefined],
    ["2024-02-31", undefined],
    ["31 February 2024", undefined],
    ["last week", undefined],
    ["", undefined],
  ])("%s", (text, iso) => {
    expect(toIsoDate(text)).toBe(iso);
  });

  it.each([
    ["https://a.example/2024/03/05/story", "2024-03-05"],
    ["https://a.example/story-2024-03-05.html", "2024-03-05"],
    ["https://a.example/2024/03/story", undefined],
    ["https://a.example/v/2024/13/45/", undefined],
    ["not a url", undefined],
  ])("in the address %s", (url, iso) => {
    expect(dateInUrl(url)).toBe(iso);
  });
});

describe("language", () => {
  it.each([
    ['<html lang="de">', "de"],
    ['<html lang="pt_br">', "pt-BR"],
    ['<meta property="og:locale" content="fr_FR">', "fr-FR"],
    ['<meta http-equiv="Content-Language" content="it, en">', "it"],
    ['<html lang="{{lang}}">', undefined],
    ['<html lang="en-12"><meta property="og:locale" content="en_GB">', "en-GB"],
    ["<html>", undefined],
  ])("%s", (html, language) => {
    expect(metadata(html).language).toBe(language);
  });
});

describe("favicon", () => {
  it.each([
    ['<link rel="shortcut icon" href="fav.ico">', "https://www.acme.example/a/fav.ico"],
    [
      '<link rel="icon" sizes="16x16" href="/16"><link rel="icon" sizes="96x96" href="/96"><link rel="icon" sizes="512x512" href="/512">',
      "https://www.acme.example/96",
    ],
    ['<link rel="apple-touch-icon" href="/touch"><link rel="icon" href="/i.svg">', "https://www.acme.example/i.svg"],
    [
      '<link rel="mask-icon" href="/m.svg"><link rel="apple-touch-icon" href="/touch">',
      "https://www.acme.example/touch",
    ],
    ['<base href="https://cdn.example/x/"><link rel="icon" href="fav.png">', "https://cdn.example/x/fav.png"],
    ['<link rel="icon" href="data:image/png;base64,AA">', "https://www.acme.example/favicon.ico"],
    ["", "https://www.acme.example/favicon.ico"],
  ])("%s", (html, favicon) => {
    expect(metadata(html).favicon).toBe(favicon);
  });
});

describe("structured data", () => {
  it("passes over what is no JSON and mends what nearly is", () => {
    const html = `<script type="application/ld+json">{ nonsense</script>
      <script type="application/ld+json">//<![CDATA[
      {"@type":"Article","author":{"name":"Ada\n"},"datePublished":"2024-03-05"};
      //]]></script>`;
    expect(metadata(html)).toMatchObject({ byline: "Ada", publishedDate: "2024-03-05" });
  });

  it("is not led into the depths", () => {
    const html = `<script type="application/ld+json">${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}</script><title>Here</title>`;
    expect(metadata(html).title).toBe("Here");
  });
});

it("has the site's name and description only where the page gives them", () => {
  expect(metadata("<title>Mills</title>")).toEqual({ title: "Mills", favicon: "https://www.acme.example/favicon.ico" });
});
