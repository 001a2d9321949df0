import { describe, expect, test } from "vitest";
import { blocksOf } from "../../src/extraction/blocks.ts";
import { parseTree } from "../../src/extraction/tree.ts";
import { shouldOffload, shouldOffloadPage } from "../../src/reading/offload-policy.ts";
import { pageOf } from "../faults/bodies.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
/** What a page that is not heavy may have. */
const MOST_BLOCKS = 2_000;

describe("isHeavyPage", () => {
  test("leaves an ordinary article where it is: sixty kilobytes, hundreds of paragraphs, links, a script", () => {
    const paragraph = `<p class="text">Some words that say a little, <a href="/a">with a link</a>, and go on for a while.</p>\n  `;
    const script = `<script>for (let i = 0; i < 9; i++) if (i > 3 && i < 8) run({ a: [1, 2, 3] });</script>`;
    const page = `<!doctype html><html><head><title>A</title>${script}</head><body>${paragraph.repeat(590)}</body></html>`;
    expect(page.length).toBeGreaterThan(60_000);
    expect(shouldOffloadPage(bytes(page))).toBe(false);
  });

  test.each([
    ["more than 256 KB", "a".repeat(256 * 1024 + 1)],
    ["a PDF", "%PDF-1.7"],
    ["packed by itself", "\u001f\u008b"],
    ["an archive, as documents are", "PK\u0003\u0004"],
    ["a document in Rich Text Format", "{\\rtf1 "],
    ["many tags without a text", "<b></b>".repeat(2_600)],
    ["many values", `[${"1,".repeat(20_001)}1]`],
    ["many paragraphs", pageOf(1_001)],
    ["many short ones, with blanks between", "<i> </i>\n<p> a </p>".repeat(1_001)],
  ])("tells what is heavy: %s", (_, page) => expect(shouldOffloadPage(Buffer.from(page, "latin1"))).toBe(true));

  test("tells it in UTF-16 too", () => {
    const page = Buffer.from(pageOf(1_001), "utf16le");
    expect([shouldOffloadPage(page), shouldOffloadPage(page.swap16())]).toEqual([true, true]);
  });

  test("counts blanks between tags as no texts", () =>
    expect(shouldOffloadPage(bytes("<b> \t\r\n\f</b>\n".repeat(2_400)))).toBe(false));

  test("bears as many tags as feeds have where a source reads them", () => {
    const feed = bytes("<item><title>a</title></item>".repeat(2_400));
    expect([shouldOffload(feed), shouldOffloadPage(feed)]).toEqual([false, true]);
  });

  test.each([
    "a</p>",
    "a<br><br>",
    "\u0001<p>",
    "\u00a0a<p>",
    "< a><p>",
    "<1><p>",
    "<![CDATA[a<p>",
    "<!a>b<p>",
    "<?a>b<p>",
    "<!-- a -->b<p>",
    "</>b<p>",
    '<p a=">">b',
    "<P\n>b",
    "&lt;<p>",
    "a<strong><p></strong>",
    "<a><p>b</a>c",
    "<sections>b<section>",
    "<B/>b<H1/>",
    "<script><b </script>b<p>",
  ])("tells a page of as many blocks, however they are written: %j", (piece) => {
    const page = piece.repeat(MOST_BLOCKS + 100);
    expect(blocksOf(parseTree(page)).length).toBeGreaterThan(MOST_BLOCKS);
    expect(shouldOffloadPage(bytes(page))).toBe(true);
  });
});
