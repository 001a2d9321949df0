import { describe, expect, it } from "vitest";
import { baseOf } from "../../src/extraction/address.ts";
import { sourceOf } from "../../src/extraction/head.ts";
import { metadataOf } from "../../src/extraction/metadata.ts";
import { parseTree } from "../../src/extraction/tree.ts";

function titleOf(html: string, url = "https://www.acme.example/shop/mills"): string | undefined {
  const tree = parseTree(html);
  return metadataOf(sourceOf(tree, url, baseOf(tree, url))).title;
}

const STORY = "https://www.acme.example/blog/how-mills-turn-water-into-flour";
const POSTED = '<meta property="article:published_time" content="2024-03-05">';

describe("the heading of an article", () => {
  it.each([
    ["beats og:title", `${POSTED}<meta property="og:title" content="Flour from mills"><h1>Five mills that turn</h1>`],
    [
      "is told by the folder it stands in",
      '<meta property="og:title" content="All about mills"><h1>Five mills that turn</h1>',
    ],
    [
      "is the one of the page, not of the site",
      "<title>Five mills that turn - The Miller</title><h1>The Miller</h1><h1>Five mills that turn</h1>",
    ],
    [
      "is not the one that leads to the front page",
      '<title>Mills that turn</title><h1><a href="/">Mills</a></h1><h1>Five mills that turn</h1>',
    ],
    [
      "is not the logo",
      '<title>Five mills</title><h1 class="site-title">Five mills, a blog</h1><h1>Five mills that turn</h1>',
    ],
    [
      "is not that of the navigation",
      "<title>Five mills</title><nav><h1>Five mills</h1></nav><h1>Five mills that turn</h1>",
    ],
    ["has no mark behind it", "<title>Five mills</title><h1>Five mills that turn¶</h1>"],
    ["has no label before it", "<title>Five mills</title><h1>Thread: Five mills that turn</h1>"],
    ["has no places to break its words at", "<title>Five mills</title><h1>Five mills that tu&shy;rn</h1>"],
    ["is spaced as the head has it", "<title>Five mills that turn</title><h1>Five mills<br>that turn</h1>"],
  ])("%s", (_, html) => {
    expect(titleOf(html, STORY)).toBe("Five mills that turn");
  });

  it("is agreed with by the address, where the head says nothing of the page", () => {
    expect(titleOf("<title>Acme, the heart of milling</title><h1>How mills turn</h1>", STORY)).toBe("How mills turn");
  });

  it("counts for nothing where neither head nor address bears it out", () => {
    expect(titleOf("<title>Five mills that turn</title><h1>Subscribe today</h1>", STORY)).toBe("Five mills that turn");
  });
});

describe("the title of another page", () => {
  it.each([
    ["<title>Stone mills for your home</title><h1>Grind your own!</h1>", "Stone mills for your home"],
    ["<title>Buy mills now</title><h1>Mills</h1>", "Mills"],
    ["<title>Stone mills | Acme Mill Works</title>", "Stone mills"],
    ["<title>Stone mills - Acme Mills</title>", "Stone mills"],
    ["<title>Stone mills - Shop</title>", "Stone mills"],
    ["<title>Stone mills - Shop | Acme</title>", "Stone mills"],
    ["<title>Acme: Stone mills</title>", "Stone mills"],
    ["<title>Stone mills - the whole truth</title>", "Stone mills - the whole truth"],
    ["<title>Salt &amp; pepper mills &#8211; Acme</title>", "Salt & pepper mills"],
  ])("%s", (html, title) => {
    expect(titleOf(html)).toBe(title);
  });

  it("is without the book's, which stands over each of its pages", () => {
    const html = "<title>What is a mill? - The Book of Flour</title><h1>The Book of Flour</h1><h2>What is a mill?</h2>";
    expect(titleOf(html, "https://docs.example/book/ch01-what-is-a-mill.html")).toBe("What is a mill?");
  });

  it("is whole where its last part is the page's own folder", () => {
    const html = "<title>Learn more: Stone mills | Acme</title><h1>Learn more: Stone mills</h1>";
    expect(titleOf(html, "https://www.acme.example/stone-mills/")).toBe("Learn more: Stone mills");
  });

  it("is whole on the front page, but for the site's name behind it", () => {
    const front = "https://www.acme.example/?from=mail";
    expect(titleOf("<title>Acme: Mills for everybody</title>", front)).toBe("Acme: Mills for everybody");
    expect(titleOf("<title>Mills for everybody | Acme</title>", front)).toBe("Mills for everybody");
  });

  it("is without the name that the host abbreviates", () => {
    expect(titleOf("<title>Mills · National Mill Board</title>", "https://nmb.example/mills")).toBe("Mills");
  });
});
