import { Element } from "domhandler";
import { collapse } from "./characters.ts";
import { MONTH_NAMES } from "./dates.ts";
import type { Source } from "./head.ts";
import { ARTICLE, isOfType, type JsonLdNode, stringOf } from "./jsonld.ts";
import { rawText, type Tree } from "./tree.ts";

/** So much of a title is looked at. */
const MAX_TITLE = 500;
/** So many first headings are weighed. */
const MAX_HEADINGS = 12;
/** Of an article's heading so many words must be in what its head or its address calls it; of any other page's, nearly all. */
const ARTICLE_SHARE = 0.25;
const OTHER_SHARE = 0.99;
/** So much of the page's name a heading must say, to be no mere part of it. */
const LEAST_COVER = 0.2;

const SEPARATOR = /\s+[|\-–—·•»«:~/]{1,2}\s+|\s*[|»]\s*|:\s+(?=[^:]*$)/g;

/**
 * What a page is called. A thread is what its first post is; an article its first heading, where that is one of the page and
 * not of the site, and the address does not speak for what the head says; another page `og:title`, else the document's title, without
 * the site's name at the end or start.
 */
export function titleOf(source: Source, siteName: string | undefined): string | undefined {
  const { tree, metas, data, url, kind } = source;
  const posted = kind === "thread" ? postedAs(data) : undefined;
  if (posted) return posted;
  const given = [metas.get("og:title"), documentTitle(tree), metas.get("twitter:title")]
    .filter((one) => one !== undefined)
    .map((one) => one.slice(0, MAX_TITLE).replace(LABEL, ""));
  const isSite = (part: string) => siteName !== undefined && bare(part) === bare(siteName);
  const named = (part: string) => isSite(part) || isOfHost(part, url, true);
  const over = headingsBehind(source, given, named);
  const site = (part: string) => named(part) || over.has(bare(part));
  const headings = headingsOf(source, site);
  const cuts: Cuts = {
    url,
    headings,
    before: (part) => isSite(part) || isOfHost(part, url, false) || over.has(bare(part)),
    behind: (part) => site(part) || isSection(part, url) || (kind === "thread" && BOARD.test(part)),
  };
  const heading = bestHeading(
    headings,
    [...given, slugOf(url)],
    kind === "written" || kind === "thread" ? ARTICLE_SHARE : OTHER_SHARE,
  );
  const [first] = given;
  const head = first && (withoutSite(first, cuts).replace(LABEL, "") || first);
  if (heading) {
    return head && isNearer(head, heading, url)
      ? head
      : plainly(withoutSite(heading, { ...cuts, headings: [], before: () => false }), given);
  }
  if (head) return isFrontPage(url) && HOME.test(head) ? (siteName ?? head) : head;
  return (
    headings[0] ??
    stringOf(
      data.find((node) => isOfType(node, ARTICLE)),
      "headline",
    )
  );
}

/** What a thread's first post is called in the page's structured data, where no mark-up stands in it. */
function postedAs(data: readonly JsonLdNode[]): string | undefined {
  const headline = stringOf(
    data.find((node) => isOfType(node, /DiscussionForumPosting/)),
    "headline",
  );
  return headline && /[<>]|&#?\w+;/.test(headline) ? undefined : headline?.slice(0, MAX_TITLE);
}

/** The text of the document's title, pictures' titles aside. */
export function documentTitle(tree: Tree): string | undefined {
  for (const element of tree.elements)
    if (
      element.name === "title" &&
      !(element.parent instanceof Element && /^(?:svg|symbol|g)$/.test(element.parent.name))
    ) {
      const text = collapse(rawText(element, 10_000));
      if (text) return text;
    }
  return undefined;
}

/** What boards of a forum are called. */
const BOARD = /\b(?:forums?|discussions?|community)$/i;
/** What front pages are called that are called nothing. */
const HOME = /^home(?: ?page)?$/i;

const OUTSIDE = new Set(["nav", "footer", "aside", "dialog", "noscript", "template"]);
const OF_SITE = /(?:^|[\s_-])(?:logo|site-?(?:title|name|branding)|blog-?title|brand|navbar)(?:$|[\s_-])/i;
/** Headings that stand over many pages. */
const OVER_ALL = /^(?:the |our )?(?:blog|news|articles?|menu|home|search|newsroom|insights|resources|posts?|forums?)$/i;

/** What forums and archives put before a title. */
const LABEL = /^(?:thread|topic|view topic|title|blog|article)\s?(?::\s*|\s-\s)/i;

/** The page's own headings of the first level, each once: not the site's name, nor what leads to its front page. */
function headingsOf({ tree, url }: Source, site: (part: string) => boolean): string[] {
  const found = new Set<string>();
  for (const element of tree.elements) {
    if (element.name !== "h1" || isOfSite(element, url)) continue;
    const text = collapse(rawText(element, 2 * MAX_TITLE))
      ?.replace(/\u00ad|\s?[¶#]$/g, "")
      .replace(LABEL, "");
    if (!text || text.length > MAX_TITLE || !/\p{L}/u.test(text) || text.includes("{{") || OVER_ALL.test(text))
      continue;
    if (site(text)) continue;
    found.add(text);
    if (found.size >= MAX_HEADINGS) break;
  }
  return [...found];
}

/** The headings that the head says behind the page's own title: those of the site, or of the book that the page is of. */
function headingsBehind(
  { tree, url }: Source,
  given: readonly string[],
  named: (part: string) => boolean,
): Set<string> {
  const titles = given.map(partsOf);
  const before = new Set(titles.map(([first = ""]) => bare(first)));
  const behind = titles.filter(([first = ""]) => !named(first)).flatMap((parts) => parts.slice(1).map(bare));
  const slug = slugOf(url);
  const headings = tree.elements
    .filter(({ name }) => name === "h1")
    .slice(0, MAX_HEADINGS)
    .map((heading) => rawText(heading, MAX_TITLE));
  return new Set(
    headings
      .filter((text) => sharedWords(text, slug) < LEAST_COVER)
      .map(bare)
      .filter((text) => behind.includes(text) && !before.has(text)),
  );
}

/** Whether an element stands in the site's own furniture, or links to its front page. */
function isOfSite(heading: Element, url: string): boolean {
  const link = heading.children.find((child) => child instanceof Element && child.name === "a");
  if (link instanceof Element && isHome(link.attribs["href"], url)) return true;
  let at: Element["parent"] = heading;
  for (let up = 0; up < 8 && at instanceof Element; up += 1, at = at.parent) {
    if (OUTSIDE.has(at.name) || (at.name === "a" && isHome(at.attribs["href"], url))) return true;
    if (up < 2 && OF_SITE.test(`${at.attribs["class"]?.slice(0, 240) ?? ""} ${at.attribs["id"]?.slice(0, 80) ?? ""}`))
      return true;
  }
  return false;
}

const isFrontPage = (url: string): boolean => URL.parse(url)?.pathname === "/";

function isHome(href: string | undefined, url: string): boolean {
  const target = href === undefined ? undefined : URL.parse(href, url);
  const here = URL.parse(url);
  return target?.host === here?.host && target?.pathname === "/" && here?.pathname !== "/";
}

/** The heading that says most of what the page is called. */
function bestHeading(headings: readonly string[], given: readonly string[], share: number): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const heading of headings)
    for (const title of given) {
      const shared = sharedWords(heading, title);
      const cover = sharedWords(title, heading);
      if (shared < share || cover < LEAST_COVER || shared + cover <= most) continue;
      best = heading;
      most = shared + cover;
    }
  return best;
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Of the words of one text, how many another has. */
function sharedWords(text: string, other: string): number {
  const own = words(text);
  if (own.length === 0) return 0;
  if (bare(other).includes(bare(text))) return 1;
  const others = new Set(words(other));
  return own.filter((word) => others.has(word)).length / own.length;
}

/** The longest part of the address' path, which names the page in words; "" where it has none. */
function slugOf(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? "").split("/").map(wordsOfPart);
  return parts.reduce((longest, part) => (words(part).length > words(longest).length ? part : longest), "");
}

/** Whether the last part of the address has more words of a title than of a heading. */
function isNearer(title: string, heading: string, url: string): boolean {
  const last = wordsOfPart((URL.parse(url)?.pathname ?? "").split("/").findLast(Boolean) ?? "");
  return words(last).length > 1 && sharedWords(last, title) > sharedWords(last, heading);
}

/** What blogs and collections of links write around a title: a day, or the host that it leads to and how often it was commented on. */
const AROUND = new RegExp(
  String.raw`^\s*(?:(?:${MONTH_NAMES})\.? \d{1,2},? \d{4}|\d{1,2} (?:${MONTH_NAMES})\.? \d{4}|\([\w-]+(?:\.[\w-]+)+\)(?: \d+)?)\s*$`,
  "i",
);

/** A part of a path as words. */
const wordsOfPart = (part: string): string => part.replace(/[-_+]+/g, " ").replace(/\.\w+$/, "");

/**
 * A heading as the head writes it, where its own lines have run into one another, it is all capitals, or with a title says
 * when that was written.
 */
function plainly(heading: string, given: readonly string[]): string {
  const isBetter = (part: string) =>
    words(part).length > words(heading).length || (isCapitals(heading) && !isCapitals(part));
  const same = given
    .flatMap((title) => [title, ...partsOf(title)])
    .find(
      (part) =>
        (bare(part) === bare(heading) && isBetter(part)) ||
        (heading.includes(part) && AROUND.test(heading.replace(part, ""))),
    );
  return same ?? heading;
}

const isCapitals = (text: string): boolean => text === text.toUpperCase();

const partsOf = (title: string): string[] => title.split(SEPARATOR);

/** What a title is cut by. */
interface Cuts {
  readonly url: string;
  /** What the page calls itself elsewhere. */
  readonly headings: readonly string[];
  /** What may go where it stands before the rest, and where it stands behind it. */
  readonly before: (part: string) => boolean;
  readonly behind: (part: string) => boolean;
}

/** A title without the site's name or section before or behind it, or whatever a heading shows not to be of it. */
function withoutSite(title: string, cuts: Cuts): string {
  const separators = [...title.matchAll(SEPARATOR)];
  const [first] = separators;
  const last = separators[separators.length - 1];
  if (!first || !last) return title;
  const isHeading = (part: string) => cuts.headings.some((heading) => bare(heading) === bare(part));
  const rest = title.slice(first.index + first[0].length);
  for (const { index } of separators) if (isHeading(title.slice(0, index))) return title.slice(0, index);
  if (isHeading(rest)) return rest;
  if (cuts.behind(title.slice(last.index + last[0].length))) return withoutSite(title.slice(0, last.index), cuts);
  if (isFrontPage(cuts.url)) return title;
  if (cuts.before(title.slice(0, first.index))) return rest;
  return last[0].includes("|") ? title.slice(0, last.index) : title;
}

/** Whether a part of a title names a folder that the page stands in. */
function isSection(part: string, url: string): boolean {
  const folders = (URL.parse(url)?.pathname ?? "").split("/").filter(Boolean).slice(0, -1);
  return folders.some((folder) => folder.length > 2 && bare(folder) === bare(part));
}

/**
 * Whether a part of a title is the host's name: "Modern Language Association" of mla.org.
 *
 * @param more whether it may say more than the host: "Liberty University" of liberty.edu
 */
function isOfHost(part: string, url: string, more: boolean): boolean {
  const whole = bare(part);
  if (whole.length < 3) return false;
  const initials = words(part)
    .map((word) => word[0])
    .join("");
  const labels = (URL.parse(url)?.hostname ?? "").split(".").slice(0, -1);
  return labels.some((label) => {
    const name = label.replaceAll("-", "");
    if (name.length < 3 || name === "www") return false;
    return (
      name.includes(whole) ||
      initials === name ||
      (more && name.length > 3 && whole.startsWith(name) && whole.length < 3 * name.length)
    );
  });
}

/** Letters and digits alone, without an article before or a top-level domain behind. */
export function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/^the|(?:com|org|net)$/g, "");
}
