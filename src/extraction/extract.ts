import { baseOf } from "./address.ts";
import { contentOf } from "./content.ts";
import { sourceOf } from "./head.ts";
import { imagesOf } from "./images.ts";
import { ARTICLE, isOfType, type JsonLdNode } from "./jsonld.ts";
import { linksOf } from "./links.ts";
import { toMarkdown } from "./markdown.ts";
import { metadataOf } from "./metadata.ts";
import type { ExtractedPage } from "./page.ts";
import { toText } from "./text.ts";
import { parseTree } from "./tree.ts";

export interface HtmlPage {
  /** Decoded. */
  readonly html: string;
  /** Where it came from, after redirects; absolute. */
  readonly url: string;
  /** Leave the Markdown out, which costs about as much as the text. Default: it is made. */
  readonly markdown?: boolean;
  /** Leave the images out. Default: they are found. */
  readonly images?: boolean;
  /** Leave out what links say: their texts are "" then. Default: they are read. */
  readonly linkTexts?: boolean;
}

/**
 * A page read: content, metadata, images and links.
 *
 * The content is found by one walk over the page's tree (`tree.ts`): the page is cut into blocks (`blocks.ts`), each is described
 * by numbers (`features.ts`: its words, links and punctuation, the areas around it, what its authors named them, what the
 * page is), a boosted forest gives its chance of being content (`model.json`), and those blocks are kept that together
 * have the highest expected F1 (`choose.ts`). The forest was taught on two thirds of the domains of WCXB (Murrough Foley,
 * arXiv 2605.21097, CC-BY-4.0); `benchmarks/extraction.ts` measures on the others. Readability is not used: it is slower
 * and less exact on every type of page, so there is nothing in which it could arbitrate.
 *
 * `text` is "" when the page has none without its scripts running. Never throws on any markup.
 */
export function extractPage({ html, url, markdown = true, images = true, linkTexts = true }: HtmlPage): ExtractedPage {
  const tree = parseTree(html);
  const base = baseOf(tree, url);
  const source = sourceOf(tree, url, base);
  const metadata = metadataOf(source);
  const kept = contentOf(tree, metadata.canonicalUrl ?? url);
  const shown = toText(tree, kept);
  const stated = shown ? undefined : statedText(source.data);
  return {
    url,
    ...metadata,
    text: stated ?? shown,
    ...(markdown ? { markdown: stated ?? toMarkdown(tree, kept, base) } : {}),
    images: images ? imagesOf(tree, base) : [],
    links: linksOf(tree, base, linkTexts),
  };
}

/** The text that structured data holds, where the page itself shows none before its scripts run. */
function statedText(data: readonly JsonLdNode[]): string | undefined {
  for (const node of data.filter((one) => isOfType(one, ARTICLE) || isOfType(one, /Posting/))) {
    const body = node["articleBody"] ?? node["text"];
    if (typeof body === "string" && body.trim()) return body.trim();
  }
  return undefined;
}
