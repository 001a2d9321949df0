import { type Document, type Element, isTag, isText } from "domhandler";
import { getOuterHTML, textContent } from "domutils";
import { describe, expect, it } from "vitest";
import { PageElement } from "../../src/html/element.ts";
import { type Keeping, readTree } from "../../src/html/tree.ts";
import { processorMs } from "../support/processor-time.ts";

const written = (html: string, keeping?: Keeping): string => getOuterHTML(readTree(html, keeping).root);
const WANTED: ReadonlyMap<string, string> = new Map(["class", "type"].map((name) => [name, name]));
const PAGE =
  '<p CLASS="a" id=b>x<script type="application/ld+json">{"a":1}</script><script>let y</script><style>p {}</style><svg><title>t</title><path d="M0"/></svg></p>';

describe("readTree", () => {
  it("keeps elements with all their attributes and the text that is shown", () => {
    expect(written(PAGE)).toBe('<p class="a" id="b">x<svg/></p>');
  });

  it("keeps what no page shows where that is wanted, the text of structured data with it", () => {
    expect(written(PAGE, { unseen: true })).toBe(
      '<p class="a" id="b">x<script type="application/ld+json">{"a":1}</script><script></script><style></style><svg><title>t</title><path d="M0"/></svg></p>',
    );
  });

  it("keeps the attributes that are wanted", () => {
    const [p, script] = readTree(PAGE, { attributes: WANTED, unseen: true }).elements;
    expect([p?.attribs, script?.attribs]).toEqual([{ class: "a" }, { type: "application/ld+json" }]);
  });

  it.each<Keeping>([{}, { attributes: WANTED, unseen: true }])(
    "lists its elements in document order (%j)",
    (keeping) => {
      const { root, elements } = readTree("<ul><li>a<li>b</ul></p><p>c</p></br>", keeping);
      const found: Element[] = [];
      const visit = (nodes: typeof root.children): void => {
        for (const node of nodes)
          if (isTag(node)) {
            found.push(node);
            visit(node.children);
          }
      };
      visit(root.children);
      expect(elements.map(({ name }) => name)).toEqual(["ul", "li", "li", "p", "p", "br"]);
      expect(found).toEqual(elements);
    },
  );

  it.each([
    ["a whole page", "<ul><li>a<li>b</ul></p><p>c</p></br>"],
    ["a page that ends within its elements", "<main>a<div><b>c<i>d<svg><path>e"],
    ["a page deeper than is kept", "a<div>b".repeat(600)],
    ["a page that is given up", "a<div>b".repeat(25_000)],
  ])("ties each node to its parent and its neighbours: %s", (_what, page) => {
    const { root, elements } = readTree(page);
    const isTied = (parent: Document | Element): boolean =>
      parent.children.every(
        (child, i, all) =>
          child.parent === parent && child.prev === (all[i - 1] ?? null) && child.next === (all[i + 1] ?? null),
      );
    expect([root, ...elements].filter((parent) => !isTied(parent))).toEqual([]);
    const kept = new Set([root, ...elements].flatMap(({ children }) => children));
    expect(elements.filter((element) => !kept.has(element))).toEqual([]);
  });

  it("tells an element's class, however it is written, and none where there is none", () => {
    const [p, b, i, u] = readTree('<p data-class=x CLASS = " a &amp; b " class=c><b classes=d><i class><u>').elements;
    const classes = [p, b, i, u].map((element) => (element instanceof PageElement ? element.attribute("class") : null));
    expect(classes).toEqual([" a & b ", undefined, "", undefined]);
    expect(p?.attribs["class"]).toBe(" a & b ");
  });

  it("ends a picture that nobody closed where an element begins that cannot be in one, unless pictures are kept", () => {
    const page = "<svg><path><p>a</p></svg><i>b</i>";
    expect(textContent(readTree(page).root)).toBe("ab");
    expect(written(page, { unseen: true })).toBe("<svg><path><p>a</p></path></svg><i>b</i>");
  });

  it("takes a CDATA section for what it holds", () => {
    const page =
      '<title><![CDATA[a]]></title>b<![CDATA[c <b>d</b>]]><script type="application/ld+json"><![CDATA[{}]]></script>';
    const { root } = readTree(page, { unseen: true });
    expect(textContent(root)).toBe("a]]>bc d]]>{}]]>");
  });

  it("joins the texts that a comment or a lone mark parts", () => {
    const [p] = readTree("<p>a <!-- x --!>&lt; b < c<!--y--> d</p>").elements;
    expect(p?.children.map((node) => isText(node) && node.data)).toEqual(["a < b < c d"]);
  });
});

describe("what nests deeper than browsers nest", () => {
  const deep = (count: number): string => `${"<div>".repeat(count)}deep${"</div>".repeat(count)}<p>after</p>`;

  it.each<Keeping>([{}, { unseen: true }])("is put where they stop, nothing being lost (%j)", (keeping) => {
    const { root, elements } = readTree(deep(5_000), keeping);
    expect(elements.length).toBe(5_001);
    expect(textContent(root)).toBe("deepafter");
    const depths = elements.map((element) => {
      let depth = 0;
      for (let at = element.parent; at; at = at.parent) depth += 1;
      return depth;
    });
    expect([Math.max(...depths), depths.at(-1)]).toEqual([513, 1]);
  });

  it("is not read on where no page is meant", () => {
    expect(readTree(deep(30_000)).elements.length).toBeLessThan(21_000);
    expect(readTree("<p>".repeat(410_000)).elements.length).toBe(400_000);
  });

  it.each([
    ["open elements that others close", (n: number) => "<div>".repeat(n) + "</b>".repeat(n)],
    ["forms in forms", (n: number) => "<div>".repeat(n) + "<form>".repeat(n)],
    ["pictures in pictures", (n: number) => "<svg><foreignObject>".repeat(n)],
    ["names that pictures write with capitals", (n: number) => "<svg><g>".repeat(n) + "<clippath/>".repeat(n)],
    ["half-closed texts", (n: number) => "<textarea></textare".repeat(n)],
    ["comments that hardly end", (n: number) => `<!--${"-- ".repeat(n)}`],
  ])("is read in linear time, whatever is kept: %s", (_what, page) => {
    const html = page(100_000);
    const begun = processorMs();
    readTree(html, { attributes: WANTED, unseen: true });
    // Far below what the square of the length would take, far above what a busy machine needs.
    expect(processorMs() - begun).toBeLessThan(2_000);
  });
});
