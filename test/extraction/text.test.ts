import type { Text } from "domhandler";
import { describe, expect, it } from "vitest";
import { contentAround } from "../../src/extraction/belongs.ts";
import { blocksOf } from "../../src/extraction/blocks.ts";
import { hiddenIn } from "../../src/extraction/hidden/hidden.ts";
import { convert } from "../../src/extraction/markdown/convert.ts";
import { writeMarkdown } from "../../src/extraction/markdown/write.ts";
import { writeText } from "../../src/extraction/markdown/write-text.ts";
import { parseTree } from "../../src/extraction/tree.ts";

function both(html: string, keep: (text: string) => boolean = () => true) {
  const tree = parseTree(html);
  const kept = new Set<Text>(blocksOf(tree).flatMap((block) => (keep(block.text) ? block.nodes : [])));
  const hidden = hiddenIn(tree.elements, tree.styles);
  const content = contentAround(tree, kept, hidden, undefined);
  const blocks = convert(tree, content, "https://a.example/dir/page", () => false);
  return { text: writeText(blocks), markdown: writeMarkdown(blocks) };
}

describe("what is kept of a page, as text and as Markdown", () => {
  it("collapses white space and sets blocks apart", () => {
    expect(both("<h2>Title</h2>\n<p>One\n  two&nbsp; three</p><div>four<div>five</div></div>")).toEqual({
      text: "Title\n\nOne two three\n\nfour\n\nfive",
      markdown: "## Title\n\nOne two three\n\nfour\n\nfive",
    });
  });

  it("keeps words apart only where the page does", () => {
    expect(both("<p>a<b>b</b>c <i>d</i>, e</p>")).toEqual({ text: "abc d, e", markdown: "a**b**c *d*, e" });
  });

  it("breaks lines at <br>", () => {
    expect(both("<p>one<br>two<br><br>three</p>").text).toBe("one\ntwo\n\nthree");
  });

  it("marks list items, nested and numbered", () => {
    const html = "<ul><li>a</li><li><p>b</p><ol start=3><li>c</li><li>d</li></ol></li></ul><p>after</p>";
    // A list that does not begin with 1 does not end a paragraph in CommonMark: a blank line does.
    expect(both(html)).toEqual({
      text: "- a\n- b\n  3. c\n  4. d\n\nafter",
      markdown: "- a\n\n- b\n\n  3. c\n  4. d\n\nafter",
    });
  });

  it("leaves out the marker of an item whose text was not kept", () => {
    const html = "<ul><li><div>keep</div></li><li><div>drop</div></li><li><div>keep too</div></li></ul>";
    expect(both(html, (text) => text !== "drop").text).toBe("- keep\n- keep too");
  });

  it("keeps the rest of a list of texts of which a part was chosen", () => {
    const html = "<ul><li>keep</li><li>the rest</li><li>keep too</li></ul>";
    expect(both(html, (text) => text !== "the rest").text).toBe("- keep\n- the rest\n- keep too");
  });

  it("keeps code as it stands, with its language on the fence", () => {
    const html =
      '<p>Run:</p><pre><code class="language-ts">if (a) {\n  b();\n}\n</code></pre><p>Then use <code>b()</code>.</p>';
    expect(both(html)).toEqual({
      text: "Run:\n\nif (a) {\n  b();\n}\n\nThen use b().",
      markdown: "Run:\n\n```ts\nif (a) {\n  b();\n}\n```\n\nThen use `b()`.",
    });
  });

  it("fences code that holds a fence with a longer one", () => {
    expect(both("<pre>```\nx\n```</pre>").markdown).toBe("````\n```\nx\n```\n````");
  });

  it("writes tables as rows", () => {
    const html =
      "<table><tr><th>Name</th><th>Year</th></tr><tr><td>Oak | elm</td><td>1590</td></tr><tr><td></td><td><p>1601</p></td></tr></table>";
    expect(both(html)).toEqual({
      text: "Name | Year\nOak | elm | 1590\n1601",
      markdown: "| Name | Year |\n| --- | --- |\n| Oak \\| elm | 1590 |\n|  | 1601 |",
    });
  });

  it("reads a table that only arranges the page as blocks", () => {
    const html = "<table><tr><td><h2>News</h2><p>one</p></td><td><p>two</p></td></tr></table>";
    expect(both(html).text).toBe("News\n\none\n\ntwo");
  });

  it("makes links absolute, each block of a linked card a link of its own", () => {
    expect(both('<p>See <a href="../x?a=(1)">the <b>guide</b></a>.</p>').markdown).toBe(
      "See [the **guide**](https://a.example/x?a=%281%29).",
    );
    expect(both('<a href="/c"><h3>Card</h3><p>Text</p></a>').markdown).toBe(
      "### [Card](https://a.example/c)\n\n[Text](https://a.example/c)",
    );
    expect(both('<p><a href="#top">up</a> <a href="javascript:x()">no</a></p>').markdown).toBe("up no");
  });

  it("marks quotations in Markdown", () => {
    expect(both("<blockquote><p>one</p><p>two</p></blockquote><p>three</p>").markdown).toBe("> one\n>\n> two\n\nthree");
  });

  it("has no text of scripts, styles, hidden vectors and form fields", () => {
    const html =
      "<p>a</p><script>b</script><style>c</style><svg><text>d</text></svg><select><option>e</select><textarea>f</textarea><!-- g -->";
    expect(both(html).text).toBe("a");
  });

  it("reads what stands in a CDATA section of an HTML page", () => {
    expect(both("<body><![CDATA[<p>one</p>]]></body>").text).toContain("one");
  });

  it("reads broken markup", () => {
    const html = "<div><p>One.<p>Another <b>bold<i>both</b> end</i></td></div></p><li>item</ul><td>cell";
    expect(both(html).text).toBe("One.\n\nAnother boldboth end\n\n- item\n  cell");
  });
});
