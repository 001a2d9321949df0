import { extentOf } from "./characters.ts";
import type { Extraction } from "./page.ts";

/** Its main part is taken where it has so many times the words. */
const MORE = 1.3;

/** A document with its main part alone; undefined where it marks none, or several. `html` is well-formed, as a browser's document is. */
export function mainPartOf(html: string): string | undefined {
  const from = html.search(/<main[\s>]/);
  if (from < 0 || /<main[\s>]/.test(html.slice(from + 1))) return undefined;
  const to = html.indexOf("</main>", from);
  const body = html.search(/<body[\s>]/);
  if (to < 0 || body < 0 || body > from) return undefined;
  return `${html.slice(0, body)}<body>${html.slice(from, to)}</main></body></html>`;
}

/**
 * A page's content with all that its main part holds, where that is more than what was chosen of it: an application's page has little
 * prose. What else the page says stays as it is.
 */
export function withMainPart(chosen: Extraction, main: Extraction): Extraction {
  if (!main.ok || wordsOf(main) <= MORE * wordsOf(chosen)) return chosen;
  if (!chosen.ok) return { ...main, page: { ...main.page, links: chosen.links ?? main.page.links } };
  const { text, markdown, html, images } = main.page;
  // The text is no longer chosen of the page's blocks.
  const { blocks: _, ...page } = chosen.page;
  return {
    ...chosen,
    page: {
      ...page,
      text,
      images,
      ...(markdown !== undefined && { markdown }),
      ...(html !== undefined && { html }),
    },
  };
}

const wordsOf = (extraction: Extraction): number => (extraction.ok ? extentOf(extraction.page.text).words : 0);
