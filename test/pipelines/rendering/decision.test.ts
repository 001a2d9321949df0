import { describe, expect, it } from "vitest";
import { scriptingOf } from "../../../src/extraction/scripting.ts";
import { needsScripts } from "../../../src/pipelines/rendering/decision.ts";

const APP = '<script src="/app.js"></script>';
const LINKS = '<a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>';
const words = (count: number): string => "word ".repeat(count);

/** Why a page is rendered of which so many words were read. */
const reasonOf = (html: string, read: number, url = "https://site.example/") =>
  needsScripts(scriptingOf(html, read), url);
const page = (body: string, head = "<title>The harbour</title>"): string =>
  `<html><head>${head}</head><body>${body}</body></html>`;

describe("a page's text comes with its scripts", () => {
  it.each([
    ["empty", "it shows nothing", page(`<div></div>${APP}`), 0],
    ["empty", "it writes itself, by a script of its own", page("<script>document.write('text')</script>"), 0],
    ["plea", "it asks for JavaScript", page(`<p>Please enable JavaScript to read this.</p>${APP}`), 100],
    ["plea", "its noscript does", page(`<noscript>You need to turn on JavaScript.</noscript>${APP}`), 20],
    ["mount", "an application's element is empty", page(`<p>A cookie notice.</p><div id="root"></div>${APP}`), 3],
    ["mount", "an element of its own is all there is", page(`<x-app></x-app>${APP}`), 1],
    ["mount", "an island in its content is empty", page(`<main><h1>Posts</h1><x-island></x-island></main>${APP}`), 1],
    ["templates", "templates are not filled in", page(`<h1>{{ post.title }}</h1>${APP}`), 2],
    ["placeholder", "it says that it is loading", page(`<p>Wird geladen…</p>${APP}`), 2],
    ["placeholder", "it is a skeleton", page(`<div class="skeleton-line"></div><p>Menu</p>${APP}`), 1],
  ])("%s: %s", (reason, _why, html, read) => {
    expect(reasonOf(html, read)).toBe(reason);
  });

  it.each([
    ["it has no scripts", page("<div id=root></div>"), 0],
    ["its scripts are data", page('<script type="application/ld+json">{}</script>'), 0],
    [
      "its plea stands beside text",
      page(`<p>${words(300)}</p><noscript>Enable JavaScript.</noscript>${LINKS}${APP}`),
      300,
    ],
    ["its mount is filled", page(`<div id="__next"><p>${words(100)}</p></div>${LINKS}${APP}`), 100],
    ["its island is filled", page(`<main><x-island><p>${words(70)}</p></x-island></main>${LINKS}${APP}`), 70],
    ["an empty island stands beside text", page(`<main><p>${words(100)}</p><x-like></x-like></main>${APP}`), 100],
    ["a framework's name is no sign", page(`<div ng-version="17"><p>${words(40)}</p></div>${LINKS}${APP}`), 40],
    ["one sign is not enough", page(`<p>${words(120)}</p>${APP}`), 120],
  ])("but for a page of which %s", (_why, html, read) => {
    expect(reasonOf(html, read)).toBeUndefined();
  });

  it("by two signs of those that are weighed, against which a server that ran them counts twice", () => {
    const shell = (more: string, head?: string) => page(`<p>${words(100)}</p>${more}${APP}`, head);
    // Few links are the first sign of each.
    expect(reasonOf(shell(""), 100)).toBeUndefined();
    expect(reasonOf(shell(""), 100, "https://site.example/#/posts/1")).toBe("weighed");
    expect(reasonOf(shell("", "<title>React App</title>"), 100)).toBe("weighed");
    expect(reasonOf(shell("", '<title>x</title><link rel="modulepreload" href="/a.js">'), 100)).toBe("weighed");
    expect(reasonOf(shell(`<script>${"x".repeat(12_000)}</script>`), 100)).toBe("weighed");
    expect(reasonOf(shell("<script>window.__INITIAL_STATE__ = {}</script>"), 100)).toBe("weighed");
    const promise = '<script type="application/ld+json">{"@type":"Article","wordCount":900}</script>';
    expect(reasonOf(shell(promise), 100)).toBe("weighed");
    expect(reasonOf(shell(promise).replace("<p>", '<p data-server-rendered="true">'), 100)).toBeUndefined();
    const next = (props: string) =>
      `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{${props}}}}</script>`;
    expect(reasonOf(shell(next("")), 100)).toBe("weighed");
    expect(reasonOf(shell(next('"post":1')), 100, "https://site.example/#!x")).toBeUndefined();
  });
});
