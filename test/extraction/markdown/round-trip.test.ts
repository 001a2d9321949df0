import { HtmlRenderer, Parser } from "commonmark";
import { describe, expect, it } from "vitest";
import { contentAround } from "../../../src/extraction/belongs.ts";
import { blocksOf } from "../../../src/extraction/blocks.ts";
import { hiddenIn } from "../../../src/extraction/hidden/hidden.ts";
import { convert } from "../../../src/extraction/markdown/convert.ts";
import { writeMarkdown } from "../../../src/extraction/markdown/write.ts";
import { parseTree } from "../../../src/extraction/tree.ts";

/** Documents of random blocks, written as Markdown, rendered as generators do, and read back. */
const SEEDS = Number(process.env["ROUND_TRIP_SEEDS"] ?? 500);

const WORDS = "rope mill lamp 3 * _ river # stone 1. gate [x] < & ` ~ | wheel snake_case C# 5*3 - + ! $4".split(" ");

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const escaped = (html: string) => html.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

class Author {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  #upTo(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #some<T>(count: number, make: (at: number) => T): T[] {
    return Array.from({ length: 1 + this.#upTo(count) }, (_, at) => make(at));
  }

  #words(): string {
    return `a${this.#some(5, () => ` ${WORDS[this.#upTo(WORDS.length)]}`).join("")} z`;
  }

  #line(): string {
    return this.#some(3, () => {
      const words = escaped(this.#words());
      const kind = this.#upTo(7);
      if (kind === 0) return `<em>${words}</em>`;
      if (kind === 1) return `<strong>${words}</strong>`;
      if (kind === 2) return `<code>${words}</code>`;
      if (kind === 3) return `<a href="https://a.example/${this.#upTo(9)}">${words}</a>`;
      return words;
    }).join(" ");
  }

  /** A block as the HTML that every generator would agree on. */
  #block(depth: number): string {
    const kind = this.#upTo(depth > 2 ? 3 : 7);
    if (kind === 0) return `<h${1 + this.#upTo(6)}>${this.#line()}</h>`;
    if (kind === 1)
      return `<pre><code class="language-ts">${escaped(this.#some(3, () => this.#words()).join("\n"))}\n</code></pre>`;
    if (kind === 3) return `<blockquote>\n${this.#blocks(depth + 1)}\n</blockquote>`;
    if (kind === 4) return `<ul>\n${this.#some(3, () => `<li>${this.#line()}</li>`).join("\n")}\n</ul>`;
    if (kind === 5)
      return `<ol start="${1 + this.#upTo(20)}">\n${this.#some(3, () => `<li>\n<p>${this.#line()}</p>\n${this.#blocks(depth + 1)}\n</li>`).join("\n")}\n</ol>`;
    return `<p>${this.#line()}</p>`;
  }

  #blocks(depth: number): string {
    return this.#some(3, () => this.#block(depth))
      .join("\n")
      .replace(/<h(\d)>(.*?)<\/h>/g, "<h$1>$2</h$1>");
  }

  document(): string {
    return `<p>${this.#line()}</p>\n${this.#blocks(0)}\n<p>${this.#line()}</p>`;
  }
}

const MANNERS: Readonly<Record<string, (html: string) => string>> = {
  plain: (html) => html,
  GitHub: (html) =>
    html
      .replace(
        /<h(\d)>(.*?)<\/h\1>/g,
        '<div class="markdown-heading"><h$1 class="heading-element">$2</h$1><a class="anchor" href="#x"><svg></svg></a></div>',
      )
      .replace(
        /<pre><code class="language-ts">([\s\S]*?)<\/code><\/pre>/g,
        '<div class="highlight highlight-source-ts"><pre>$1</pre></div>',
      ),
  Sphinx: (html) =>
    html
      .replace(
        /<h(\d)>(.*?)<\/h\1>/g,
        '<h$1>$2<a class="headerlink" href="#x" title="Link to this heading">¶</a></h$1>',
      )
      .replace(
        /<pre><code class="language-ts">([\s\S]*?)<\/code><\/pre>/g,
        '<div class="highlight-ts notranslate"><div class="highlight"><pre><span></span>$1</pre></div></div>',
      ),
};

function markdownOf(html: string): string {
  const tree = parseTree(`<article>${html}</article>`);
  const hidden = hiddenIn(tree.elements, tree.styles);
  const chosen = new Set(blocksOf(tree).flatMap(({ nodes }) => nodes));
  return writeMarkdown(
    convert(tree, contentAround(tree, chosen, hidden, undefined), "https://a.example/", () => false),
  );
}

/** HTML as its structure alone: without white space between blocks, and without the paragraphs that loose lists add. */
const structureOf = (html: string): string =>
  html
    .replace(/<\/?p>/g, "")
    .replace(/ start="1"/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?(?:ul|ol|li|blockquote|pre|h\d)\b[^>]*>) ?/g, "$1")
    .replace(/> </g, "><")
    .trim();

const rendered = (markdown: string): string => new HtmlRenderer().render(new Parser().parse(markdown));

describe("Markdown of pages, read again", () => {
  it.each(Object.entries(MANNERS))(
    `has the structure of the page, in the manner of %s (${SEEDS} documents)`,
    (_, manner) => {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const html = new Author(seed).document();
        const markdown = markdownOf(manner(html));
        expect(structureOf(rendered(markdown)), `seed ${seed}`).toBe(structureOf(html));
      }
    },
  );
});
