import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";

const SENTENCES = [
  "Otters hold hands while they sleep, so that the current does not part them in the night.",
  "They rest on their backs in groups, which are called rafts, near the shore where kelp grows.",
  "A raft may hold a hundred of them, and the young are wrapped in kelp while their mothers dive.",
];
const said = SENTENCES.map((sentence) => `<p>${sentence} ${sentence.replace("hold", "often hold")}</p>`).join("");
const PAGE = `<!doctype html><html lang="en"><title>Otters at rest</title>
<nav><a href="/a">All the animals</a></nav>
<article><h1>Otters at rest</h1>${said}<div><p>${SENTENCES[0]} ${SENTENCES[0]?.replace("hold", "often hold")}</p></div>
<figure><img src="/o.jpg"><figcaption>An otter in Monterey Bay, seen from the pier in the morning light.</figcaption></figure></article>
<p style="display:none">Nobody sees this sentence about the otters of the bay.</p>
<footer>Imprint and privacy</footer></html>`;

const read = (blocks: boolean) => extractPage({ html: PAGE, url: "https://otters.example/rest", blocks });

describe("the blocks of a page", () => {
  it("are told in its order, those of the text and the others with why", () => {
    const { blocks = [], text } = read(true);
    const of = (words: string) => blocks.filter((block) => block.text.startsWith(words));
    expect(blocks.map(({ text: one }) => one.slice(0, 8)).slice(0, 3)).toEqual(["All the ", "Otters a", "Otters h"]);
    expect(of("They rest")).toMatchObject([{ kept: true }]);
    expect(of("All the animals")).toMatchObject([{ kept: false, why: "unlikely", place: "nav" }]);
    expect(of("Imprint")).toMatchObject([{ kept: false, why: "unlikely", place: "footer" }]);
    expect(of("Nobody sees")).toMatchObject([{ kept: false, why: "hidden" }]);
    expect(of("Otters at rest")).toMatchObject([{ kept: false, why: "title" }]);
    expect(of("Otters hold")).toMatchObject([{ kept: true }, { kept: false, why: "repeated" }]);
    for (const { kept, chance, text: one } of blocks) {
      expect(text.includes(one.replace("…", ""))).toBe(kept || one.startsWith("Otters hold"));
      if (chance !== undefined) expect(chance).toBeLessThanOrEqual(1);
    }
  });

  it("are told where they are asked for alone, and change nothing of the text", () => {
    const { blocks, ...page } = read(false);
    expect(blocks).toBeUndefined();
    expect(read(true)).toMatchObject(page);
  });

  it("are cut where they are long, and bounded in number", () => {
    const html = `<article>${`<p>${"Otters swim in the sea, and sleep in rafts. ".repeat(20)}</p>`.repeat(3_000)}</article>`;
    const { blocks = [] } = extractPage({ html, url: "https://otters.example/", blocks: true });
    expect(blocks).toHaveLength(2_000);
    expect(blocks[0]?.text).toHaveLength(301);
  });

  it("are not told of a text that was read from data", () => {
    const data = { "@context": "https://schema.org", "@type": "Article", articleBody: SENTENCES.join(" ").repeat(3) };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><p>Loading…</p>`;
    expect(extractPage({ html, url: "https://otters.example/", blocks: true })).toMatchObject({ strategy: "json-ld" });
    expect(extractPage({ html, url: "https://otters.example/", blocks: true }).blocks).toBeUndefined();
  });
});
