import { describe, expect, it } from "vitest";
import { elsewhereOf } from "../../src/extraction/elsewhere.ts";

const URL_OF_PAGE = "https://old.example/a/page.html";
const html = (head: string, body = ""): string =>
  `<!doctype html><html><head><title>Moved</title>${head}</head><body>${body}</body></html>`;
const refresh = (content: string): string =>
  html(`<meta http-equiv="Refresh" content="${content}">`, "<p>This page has moved.</p>");
const script = (code: string, body = ""): string => html(`<script>${code}</script>`, body);

describe("pages that are elsewhere", () => {
  it.each([
    ["0; url=/b", "https://old.example/b"],
    ["5;URL='b.html'", "https://old.example/a/b.html"],
    ["0.5, https://new.example/x?q=1;2", "https://new.example/x?q=1;2"],
    ["0 url=c", "https://old.example/a/c"],
  ])("refreshes with %s", (content, url) => {
    expect(elsewhereOf(refresh(content), URL_OF_PAGE)).toEqual({ how: "refresh", url });
  });

  it.each(["6; url=/b", "600", "0", "0; url=/a/page.html#top", "0; url=javascript:alert(1)", "x; url=/b"])(
    "stays with %s",
    (content) => expect(elsewhereOf(refresh(content), URL_OF_PAGE)).toBeUndefined(),
  );

  it("does not refresh where scripts run, or in a comment", () => {
    for (const around of [
      ["<noscript>", "</noscript>"],
      ["<!--", "-->"],
    ])
      expect(
        elsewhereOf(html(`${around[0]}<meta http-equiv="refresh" content="0;url=/b">${around[1]}`), URL_OF_PAGE),
      ).toBeUndefined();
  });

  it.each([
    'window.location.href = "/b";',
    "location='/b'",
    "top.location.replace('/b');",
    'document.location.assign("\\/b")',
    '"use strict"; location.href = "/b"',
    "<!--\nlocation.href = '/b';\n//-->",
    "// we moved\nself.location = '/b';",
    "setTimeout(function () { window.location = '/b'; }, 3000);",
    "(function(){ location.replace('/b') })();",
  ])("goes where a script that does nothing else goes: %s", (code) => {
    expect(elsewhereOf(script(code), URL_OF_PAGE)).toEqual({ how: "script", url: "https://old.example/b" });
  });

  it("goes on where the page says no more than that it does", () => {
    const said = `<p>You are being taken to <a href="b">the new page</a>.</p>`;
    expect(elsewhereOf(script("location.href='/a/b'", said), URL_OF_PAGE)?.url).toBe("https://old.example/a/b");
  });

  it.each([
    ["a condition", script("if (x) location.href = '/b'")],
    ["a made address", script("location.href = '/b' + location.search")],
    ["a template", script("location.href = `/b/`.concat(id)")],
    ["later", script("setTimeout(function () { location = '/b'; }, 60000);")],
    ["a text", script("location.href='/b'", "<p>The page about the boats of the harbour.</p>")],
    ["two scripts", script("location.href='/b'", "<script>start()</script>")],
    ["itself", script("location.href='page.html'")],
  ])("does not go for a script with %s", (_, page) => {
    expect(elsewhereOf(page, URL_OF_PAGE)).toBeUndefined();
  });

  it.each([
    ['<frameset cols="180,*"><frame src="menu.html"><frame src="main.html"></frameset>', "main.html"],
    ['<frameset rows="80%,20%"><frame src="main.html"><frame src="foot.html"></frameset>', "main.html"],
    [
      '<frameset rows="100,*"><frame src="top.html"><frameset cols="3*,*"><frame src="main.html"><frame src="side.html"></frameset></frameset>',
      "main.html",
    ],
  ])("takes the largest frame of %s", (frames, url) => {
    expect(elsewhereOf(`<html>${frames}<noframes><a href="x">x</a></noframes></html>`, URL_OF_PAGE)).toEqual({
      how: "frame",
      url: `https://old.example/a/${url}`,
    });
  });
});
