import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";

const markupOf = (html: string, markup: "plain" | "inlined" = "plain"): string | undefined =>
  extractPage({ html, url: "https://river.example/a/", whole: true, markup }).html;

describe("writeMarkup", () => {
  it("is left out where nobody asks for it", () => {
    expect(extractPage({ html: "<p>The otter dives.</p>", url: "https://river.example/" })).not.toHaveProperty("html");
  });

  it("keeps elements and their order, with absolute addresses", () => {
    expect(markupOf('<ul class="l"><li><a href="b?c=1&amp;d=2">B</a></li><li>C<br>D</li></ul>')).toBe(
      '<ul class="l"><li><a href="https://river.example/a/b?c=1&amp;d=2">B</a></li><li>C<br>D</li></ul>',
    );
  });

  it("leaves out what runs, and what is hidden", () => {
    const html = `<p onclick="x()">The otter.</p><script>x()</script><style>p{}</style><!-- c --><p hidden>Secret</p>
      <p style="display:none">Hidden</p><iframe srcdoc="<script>x()</script>"></iframe><a href="javascript:x()">link</a>`;
    expect(markupOf(html)).toBe("<p>The otter.</p>\n<a>link</a>");
  });

  it("escapes what would be markup", () => {
    expect(markupOf('<p title="&quot;&gt;&lt;script&gt;">1 &lt; 2 &amp; &lt;script&gt;x()&lt;/script&gt;</p>')).toMatch(
      /^<p[^<>]*>1 &lt; 2 &amp; &lt;script&gt;x\(\)&lt;\/script&gt;<\/p>$/,
    );
  });

  it("keeps pictures that are written out only where they are wanted", () => {
    const html = '<p>The otter dives.</p><img src="data:image/png;base64,AAAA" alt="An otter" width="90" height="90">';
    expect(markupOf(html)).not.toContain("data:");
  });

  it("does not grow with depth", () => {
    const html = `${"<div>".repeat(5_000)}deep${"</div>".repeat(5_000)}`;
    expect(markupOf(html)).toContain("deep");
  });
});
