import { expect, it } from "vitest";
import { parseHtml } from "../../../src/sources/kit/html/dom.ts";
import { googleBlocks } from "../../../src/sources/serp/serp_features/google.ts";

const page = (...blocks: string[]) =>
  parseHtml(
    `<div id="main">${blocks.map((block) => `<div><div class="xpd">${block}</div></div>`).join("")}</div>`,
    "https://www.google.com/search?q=tides",
  );
const features = (...blocks: string[]): string[] => googleBlocks(page(...blocks)).map(({ feature }) => feature);

const TIMES = ["Past hour", "Past 24 hours", "Past week", "Past month", "Past year", "Any time", "All results"].join(
  " ",
);
const BAR = `<span>All</span><a href="/search?q=tides&tbm=isch">Images</a><a href="/search?q=tides&tbm=nws">News</a>${TIMES} ${TIMES}`;
const PANEL = `<span>Tide</span> Tides are the rise and fall of sea levels caused by the gravity of the moon and the sun.
  <a href="/search?q=tides&tbm=isch">More images</a><a href="/url?q=https://wiki.example/tide">Encyclopedia</a>`;

it("a page's own bar is no knowledge panel, a block that tells of a thing is", () => {
  expect(features(BAR)).toEqual([]);
  expect(features(PANEL)).toEqual(["knowledge_panel"]);
});
