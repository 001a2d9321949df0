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
    ["has a blank where its line breaks", "<title>Mills that turn</title><h1>Five mills<br>that turn</h1>"],
    [
      "is spaced as the head has it",
      "<title>Five mills that turn</title><h1><div>Five mills</div><div>that turn</div></h1>",
    ],
    ["is no shout where the head has it quietly", "<title>Five mills that turn</title><h1>FIVE MILLS THAT TURN</h1>"],
  ])("%s", (_, html) => {
    expect(titleOf(html, STORY)).toBe("Five mills that turn");
  });

  it.each([
    ["a day before it", "Mar 5, 2024 Five mills that turn"],
    ["a day behind it", "Five mills that turn 5 March 2024"],
    ["the host that it leads to", "Five mills that turn (mills.example) 87"],
  ])("is without %s, as the head has it", (_, heading) => {
    expect(titleOf(`<title>Five mills that turn - The Miller</title><h1>${heading}</h1>`, STORY)).toBe(
      "Five mills that turn",
    );
  });

  it("shouts where the head does", () => {
    expect(titleOf("<title>FIVE MILLS</title><h1>FIVE MILLS</h1>", STORY)).toBe("FIVE MILLS");
  });

  it("keeps a number that the head leaves out", () => {
    const html = '<meta property="og:title" content="Mills that turn"><h1>2024 Mills that turn</h1>';
    expect(titleOf(html, STORY)).toBe("2024 Mills that turn");
  });

  it("keeps what only begins like the site's name", () => {
    const html =
      '<meta property="og:site_name" content="Mills"><title>Mills: five that turn</title><h1>Mills: five that turn</h1>';
    expect(titleOf(html, STORY)).toBe("Mills: five that turn");
  });

  it("gives way to og:title where the address has more of its words", () => {
    const heads = (og: string) => `<meta property="og:title" content="${og}"><h1>Water into bread with mills</h1>`;
    expect(titleOf(heads("How a mill turns water into flour"), STORY)).toBe("How a mill turns water into flour");
    expect(titleOf(heads("Five mills with water"), STORY)).toBe("Water into bread with mills");
  });

  it("is not what a page of no article address is called only because its system calls every page an article", () => {
    const html = '<meta property="og:type" content="article"><meta property="og:title" content="Stone mills by Acme">';
    expect(titleOf(`${html}<h1>Mills that last a life</h1>`, "https://www.acme.example/mills/")).toBe(
      "Stone mills by Acme",
    );
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

  it("is the site's where the front page is called home", () => {
    const front = '<meta property="og:site_name" content="Acme"><title>Home - Acme</title>';
    expect(titleOf(front, "https://www.acme.example/")).toBe("Acme");
  });

  it("keeps a beginning that says more than the host", () => {
    expect(titleOf("<title>Acme Mills | Grind your own flour</title>", "https://www.acme.example/mills")).toBe(
      "Acme Mills",
    );
  });

  it("is without the name that the host abbreviates", () => {
    expect(titleOf("<title>Mills · National Mill Board</title>", "https://nmb.example/mills")).toBe("Mills");
  });
});

describe("the title of a thread", () => {
  const THREAD = "https://forum.example/threads/stone-or-steel.7/";

  it("is that of its first post", () => {
    const data = JSON.stringify({ "@type": "DiscussionForumPosting", headline: "Stone or steel?" });
    const html = `<title>Help - Stone or steel?</title><script type="application/ld+json">${data}</script><h1>Help Stone or steel?</h1>`;
    expect(titleOf(html, THREAD)).toBe("Stone or steel?");
  });

  it("is without its boards", () => {
    expect(titleOf("<title>Stone or steel? / Mill Discussion / The Millers' Forums</title>", THREAD)).toBe(
      "Stone or steel?",
    );
  });
});
