import type { Element } from "domhandler";
import { Phrasebook } from "./phrasebook.ts";

/** What authors call the parts of their pages, in class names and ids. The order is that of the model's features. */
const NAMED: readonly RegExp[] = [
  /comment|disqus|respond/,
  /side-?bar|aside|rail\b|right-?col|left-?col/,
  /foot/,
  /\bnav|menu|toc\b|drawer|mega/,
  /relat|recommend|more-|similar|also-|upsell|cross-?sell|trending|popular|latest/,
  /share|social|follow/,
  /cookie|consent|gdpr|privacy|onetrust|notice/,
  /breadcrumb|crumbs/,
  /promo|advert|\bads?\b|\bad-|sponsor|banner|cta\b|callout/,
  /newsletter|subscri|sign-?up|signin|login|register|account/,
  /author|byline|\bbio\b|avatar|profile/,
  /\bmeta|date|time\b|tags?\b|categor|label/,
  /modal|popup|pop-up|overlay|dialog|tooltip|toast|drop-?down|offcanvas|hidden|sr-only|visually/,
  /widget|plugin|module/,
  /pagination|pager|\bpaging|load-more/,
  /head|top-?bar|masthead|logo/,
  /hero|jumbotron|intro|lead\b/,
  /content|entry|body|text|rte\b|prose|markdown|copy/,
  /article|post|story|single/,
  /\bmain|primary|page\b/,
  /product|price|detail|spec|descri|buy|cart/,
  /review|rating|testimonial/,
  /faq|accordion|question|answer|collaps/,
  /thread|message|reply|forum|topic|discussion/,
  /card|item|tile|grid|list|result|teaser/,
  /section|block|row|container|wrapper/,
  /caption|image|img|media|gallery|photo|carousel|slide|swiper/,
  /button|btn|filter|sort|facet|search|form|input|quantity/,
  /title|heading|headline/,
  /signature|user|member|badge|stats|like|vote|reaction/,
];

/** Names of elements and roles that say what a part is, likewise. */
const TAGGED: readonly ReadonlySet<string>[] = [
  new Set(["nav", "navigation", "menu", "menubar"]),
  new Set(["header", "banner"]),
  new Set(["footer", "contentinfo"]),
  new Set(["aside", "complementary"]),
  new Set(["article"]),
  new Set(["main"]),
  new Set(["form", "search", "fieldset"]),
  new Set(["ul", "ol", "menu"]),
  new Set(["table"]),
  new Set(["figure", "figcaption"]),
  new Set(["a"]),
  new Set(["button", "label"]),
  new Set(["dialog", "alertdialog", "alert"]),
  new Set(["blockquote"]),
  new Set(["pre", "code"]),
  new Set(["details", "tabpanel"]),
  new Set(["section", "region"]),
];

export const NAMED_COUNT = NAMED.length;
/** The parts by tag, one for elements that are hidden until a script shows them, one for the item of structured data. */
export const TAGGED_COUNT = TAGGED.length + 2;

/** Characters of an element's class, a space and its id that are looked at. */
const MAX_NAME = 240;
const names = new Phrasebook(NAMED);

/** A bit for each kind of name that a class or id holds. */
export function namedMask({ attribs }: Element): number {
  const classes = attribs["class"];
  const id = attribs["id"];
  if (!classes) return id ? names.maskOfName(id.slice(0, MAX_NAME - 1)) : 0;
  if (!id) return names.maskOfName(classes.slice(0, MAX_NAME));
  return (
    names.maskOfName(classes.slice(0, MAX_NAME)) |
    names.maskOfName(id.slice(0, Math.max(0, MAX_NAME - 1 - classes.length)))
  );
}

const TAGGED_BITS = new Map<string, number>();
TAGGED.forEach((words, index) => {
  for (const word of words) TAGGED_BITS.set(word, (TAGGED_BITS.get(word) ?? 0) | (1 << index));
});

const ITEM_TEXT = /articleBody|text|description|reviewBody/;

export function taggedMask(element: Element): number {
  const { attribs, name } = element;
  const role = attribs["role"];
  const item = attribs["itemprop"];
  let mask = TAGGED_BITS.get(name) ?? 0;
  if (role !== undefined) mask |= TAGGED_BITS.get(role) ?? 0;
  if (isHidden(element)) mask |= 1 << TAGGED.length;
  if (item !== undefined && ITEM_TEXT.test(item)) mask |= 1 << (TAGGED.length + 1);
  return mask;
}

function isHidden({ attribs }: Element): boolean {
  if (attribs["hidden"] !== undefined || attribs["aria-hidden"] === "true") return true;
  const style = attribs["style"];
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style.slice(0, 400));
}

/** Phrases of furniture, in the words that pages the world over have borrowed from English. */
const PHRASES: readonly RegExp[] = [
  /cookie|consent|privacy|terms (of|&|and)|gdpr/i,
  /subscribe|newsletter|sign ?up|inbox|e-?mail/i,
  /log ?in|sign ?in|register|account|password|my cart|checkout|wishlist/i,
  /©|\(c\) ?\d|copyright|all rights reserved/i,
  /share|tweet|facebook|twitter|linkedin|pinterest|whatsapp|instagram|youtube|follow us/i,
  /related|recommend|you (may|might)|read (more|next|also)|see also|more from|popular|trending|latest|learn more|view (all|more)|show more/i,
  /advert|sponsor|affiliate|commission|promo/i,
  /comments?\b|reply|replies|posted|\bsays\b|quote/i,
  /\bby\b|author|written|editor|photo|image|credit/i,
  /min(ute)?s? read|updated|published|\b(19|20)\d\d\b|\bago\b/i,
  /[$€£¥]\s?\d|\d\s?[$€£¥]|add to|in stock|shipping|returns|free /i,
  /skip to|menu|home\b|search|close|toggle|back to|next|previous|\bprev\b|page \d/i,
  /contact|phone|address|call us|\+?\d{3}[-. )]\d{3}/i,
];

export const PHRASE_COUNT = PHRASES.length;
const phrases = new Phrasebook(PHRASES);

/** A bit for each phrase that a text holds. */
export function phraseMask(text: string): number {
  return phrases.mask(text);
}
