import { decodeHTMLStrict } from "entities";
import { parseHtml } from "./dom.ts";
import { linesOf } from "./lines.ts";

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** Elements that upstreams mark their texts up with. */
const MARKUP = new Set(
  (
    "a abbr article b big blockquote br cite code dd del div dl dt em figure font h1 h2 h3 h4 h5 h6 hr i img inf ins li " +
    "mark ol p pre q s section small span strike strong sub sup table tbody td th tr tt u ul"
  ).split(" "),
);
/** Elements without an end, and those whose end is often left out. */
const ALONE = new Set(["br", "hr", "img", "p", "li"]);
/** Elements that part what stands before them from what stands after. */
const PARTING = /<\/?(?:article|blockquote|br|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)\b/i;
const TAG = /<(\/?)([a-z][a-z\d]{0,15}(?::[a-z]{1,12})?)(?:\s[^<>]{0,2000})?\/?>/gi;

/**
 * A text that an upstream marked up, as plain text: its entities resolved (twice encoded ones too), its tags out, one line
 * for each paragraph, list entry and heading. Only tags of HTML, JATS and MathML that are closed again count as markup:
 * "a <b and c" is a text.
 */
export function plainText(written: string): string {
  const text = isMarkedUp(written) ? unmarked(written) : decoded(written);
  return text !== written && isMarkedUp(text) ? unmarked(text) : text;
}

const unmarked = (text: string): string =>
  decoded(linesOf(parseHtml(text, "about:blank")).join(PARTING.test(text) ? "\n" : " "));

function decoded(written: string): string {
  let text = written;
  for (let times = 0; times < 2 && ENTITY.test(text); times += 1)
    text = text.replace(new RegExp(ENTITY, "gi"), (entity) => decodeHTMLStrict(entity));
  return text.replaceAll("\u00a0", " ");
}

/** Whether a text holds elements that are opened and closed, or such as have no end. */
function isMarkedUp(text: string): boolean {
  if (!text.includes("<")) return false;
  const opened = new Set<string>();
  for (const [, end, written = ""] of text.matchAll(TAG)) {
    const name = written.toLowerCase();
    if (!MARKUP.has(name) && !name.includes(":")) continue;
    if (end ? opened.has(name) : ALONE.has(name)) return true;
    opened.add(name);
  }
  return false;
}
