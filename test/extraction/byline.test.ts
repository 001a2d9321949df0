import { describe, expect, it } from "vitest";
import { baseOf } from "../../src/extraction/address.ts";
import { sourceOf } from "../../src/extraction/head.ts";
import { metadataOf } from "../../src/extraction/metadata.ts";
import { nameIn } from "../../src/extraction/names.ts";
import { parseTree } from "../../src/extraction/tree.ts";
import { processorMs } from "../support/processor-time.ts";

function bylineOf(html: string, url = "https://www.acme.example/blog/how-mills-work"): string | undefined {
  const tree = parseTree(html);
  return metadataOf(sourceOf(tree, url, baseOf(tree, url))).byline;
}

const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe("structured data", () => {
  it("names several, each once", () => {
    const author = [{ "@type": "Person", name: "Ada Stone" }, { name: "Tom Harrow" }, "Ada Stone"];
    expect(bylineOf(ld({ "@type": "Article", author }))).toBe("Ada Stone, Tom Harrow");
  });

  it("names by reference", () => {
    const graph = [
      { "@type": "Article", author: { "@id": "#ada" } },
      { "@type": "Person", "@id": "#ada", name: "Ada Stone" },
    ];
    expect(bylineOf(ld({ "@graph": graph }))).toBe("Ada Stone");
  });

  it("gives way to the people that the page shows, where it names a company", () => {
    const data = ld({ "@type": "Article", author: { "@type": "Organization", name: "Acme" } });
    expect(bylineOf(`${data}<h1>How mills work</h1><p class="byline">By Ada Stone</p>`)).toBe("Ada Stone");
    expect(bylineOf(`${data}<h1>How mills work</h1><p>Mills are old.</p>`)).toBeUndefined();
  });

  it("is completed by the names beside the one that it has", () => {
    const data = ld({ "@type": "Article", author: "Ada Stone" });
    const shown = '<div class="byline">By <a>Ada Stone</a>, <a>Tom Harrow</a> and <a>Ines Duarte</a></div>';
    expect(bylineOf(data + shown)).toBe("Ada Stone, Tom Harrow, Ines Duarte");
  });

  it("is read of papers, in the order in which names are spoken", () => {
    const cited = ["Stone, Ada", "Harrow, Tom"].map((name) => `<meta name="citation_author" content="${name}">`);
    expect(bylineOf(cited.join(""))).toBe("Ada Stone, Tom Harrow");
  });
});

describe("what is shown", () => {
  it.each([
    ['<div class="author"><a>Ada Stone</a><span>Head Miller, Co-Founder</span></div>', "Ada Stone"],
    ['<div class="post-author">Posted by <a>Ada Stone</a> » 5 Mar 2024</div>', "Ada Stone"],
    ['<div class="author">March 5, 2024 · Ada Stone · 7 min read</div>', "Ada Stone"],
    ['<a rel="author" href="/ada">Ada Stone</a>', "Ada Stone"],
    ['<div itemprop="author" itemscope><meta itemprop="name" content="Ada Stone"></div>', "Ada Stone"],
    ["<h1>How mills work</h1><p>By Ada Stone and Tom Harrow</p>", "Ada Stone and Tom Harrow"],
    ["<h1>How mills work</h1><div><p>Written by</p><p>Ada Stone</p></div>", "Ada Stone"],
    ["<h1>How mills work</h1><p><time>5 March 2024</time> by Ada Stone</p>", "Ada Stone"],
    ['<h1>How mills work</h1><p><a href="/authors/ada">Ada Stone</a></p>', "Ada Stone"],
    [
      `<h1>How mills work</h1>${"<p>Mills are old.</p>".repeat(300)}<p>More of <a href="/authors/ada">Ada Stone</a></p>`,
      "Ada Stone",
    ],
    ['<aside><address><a rel="author" href="/ada">Ada Stone</a></address></aside>', "Ada Stone"],
    ['<aside><span class="author">Ada Stone</span></aside>', "Ada Stone"],
    ['<div class="latest-story"><span class="author">Ada Stone</span></div>', "Ada Stone"],
    ["<h1>How mills work</h1><p>Ada Stone | Senior Writer | July 2, 2025</p>", "Ada Stone"],
    ["<h1>How mills work</h1><p>Contributors: Ada Stone</p>", "Ada Stone"],
    ["<h1>How mills work</h1><p>This post was written by <b>Ada Stone</b>, Head of Milling</p>", "Ada Stone"],
    ["<h1>How mills work</h1><p>Posted by Ada at March 5, 2024 11:15 AM</p>", "Ada"],
    ['<meta name="author" content="AS"><h1>How mills work</h1><p>By Ada Stone</p>', "Ada Stone"],
    ['<html lang="de"><h1>Mühlen</h1><p>Von Ada Stein</p>', "Ada Stein"],
    ['<html lang="fr"><h1>Moulins</h1><p>Par Ada Pierre</p>', "Ada Pierre"],
    ['<html lang="es"><h1>Molinos</h1><p>Por Ada Piedra</p>', "Ada Piedra"],
    ['<html lang="ru"><h1>Мельницы</h1><p>Автор: Ада Каменная</p>', "Ада Каменная"],
    ['<html lang="ja"><h1>水車の話</h1><p>著者：石田 愛</p>', "石田 愛"],
  ])("%s", (html, byline) => {
    expect(bylineOf(html)).toBe(byline);
  });

  it.each([
    ["of a comment", '<div class="comments"><span class="author">Tom Harrow</span></div>'],
    ["of a review", '<div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Tom Harrow</b></div>'],
    ["of a list beside it", '<aside><b class="author">Tom Harrow</b> <b class="author">Ines Duarte</b></aside>'],
    ["of a comment among the latest", '<div class="latest comment-list"><b class="author">Tom Harrow</b></div>'],
    ["of a bar without a date", "<h1>How mills work</h1><p>Tom Harrow | Senior Writer</p>"],
    ["that is a list of roles", '<meta name="author" content="text: Acme, design: Tom Harrow">'],
    ["of code", "<h1>How mills work</h1><pre>generated <span>by</span> <span>DEFAULT</span></pre>"],
    ["of a form", '<label class="author">Name *</label>'],
    ["that is a link to more", '<a class="author">View all posts</a>'],
    ["of another site's", '<p>Follow <a href="https://social.example/profile/harrow.example">Tom Harrow</a></p>'],
    ["that is something for sale", '<span class="author">Shop Now</span>'],
    ["that is a sentence", "<h1>How mills work</h1><p>By signing up, you agree to our <a>Privacy Policy</a>.</p>"],
  ])("is none %s", (_, html) => {
    expect(bylineOf(html)).toBeUndefined();
  });
});

describe("pages that nobody signs", () => {
  it.each([
    "https://acme.example/",
    "https://acme.example/products/stone-mill",
    "https://acme.example/services/milling",
  ])("%s", (url) => {
    expect(
      bylineOf('<meta name="author" content="Ada Stone"><span class="author">Ada Stone</span>', url),
    ).toBeUndefined();
  });

  it("are those that sell something", () => {
    const html = `${ld({ "@type": "Product", name: "Mill" })}<span class="author">Tom Harrow</span>`;
    expect(bylineOf(html, "https://acme.example/stone-mill")).toBeUndefined();
  });
});

describe("the writer of a thread", () => {
  it("is whoever posted first, whatever the name looks like", () => {
    const html = '<h1>Which mill?</h1><a class="username">grinder_77</a><p>…</p><a class="username">ada</a>';
    expect(bylineOf(html, "https://forum.example/viewtopic.php?t=7")).toBe("grinder_77");
  });

  it("is found among what is marked as comments, where the first post stands there too", () => {
    const post = (name: string) =>
      `<li itemscope itemtype="https://schema.org/Comment"><b itemprop="author">${name}</b><p>…</p></li>`;
    const html = `<h1>Which mill?</h1><ol>${post("grinder_77")}${post("ada")}</ol>`;
    expect(bylineOf(html, "https://forum.example/viewtopic.php?t=7")).toBe("grinder_77");
  });
});

describe("a name without what is glued to it", () => {
  it.each([
    ["By Ada Stone", "Ada Stone"],
    ["Written byAda Stone", "Ada Stone"],
    ["Byron Stone", "Byron Stone"],
    ["Ada Stone - Mar 27, 2024", "Ada Stone"],
    ["Ada StoneLast Updated: August 1, 2025", "Ada Stone"],
    ["Ada Stone on Friday January 12, 2024", "Ada Stone"],
    ["Ada Stone on behalf of", "Ada Stone"],
    ["Ada Stone, Senior Staff Writer", "Ada Stone"],
    ["Ada Stone Staff Writer", "Ada Stone"],
    ["Ada Stone, M.D.", "Ada Stone, M.D."],
    ["Ada Stone | The Mill Gazette", "Ada Stone"],
    ["Ada Stone View all posts", "Ada Stone"],
    ["Ada Stone 7 min read", "Ada Stone"],
    ["https://facebook.com/ada", undefined],
    ["ada@acme.example", undefined],
    ["admin", undefined],
    ["{{ author }}", undefined],
    ["2024", undefined],
    ["Read more", undefined],
  ])("%s", (text, name) => {
    expect(nameIn(text)).toBe(name);
  });

  it("takes little time over a hostile text", () => {
    const begun = processorMs();
    for (const text of ["senior ".repeat(100), ", a".repeat(200), `${"a ".repeat(200)}writer`, "(".repeat(400)])
      nameIn(text);
    expect(processorMs() - begun).toBeLessThan(1_000);
  });
});
