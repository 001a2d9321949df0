import type { Element } from "domhandler";
import { collapse } from "./characters.ts";
import { dateIn } from "./dates.ts";
import type { Source } from "./head.ts";
import { isNode, isOfType, type JsonLdNode } from "./jsonld.ts";
import { isApart, type Line, piecesOf } from "./lines.ts";
import { isByAlone, isByline, looksLikeName, nameIn, namesIn } from "./names.ts";
import { isWithin, type Tree } from "./tree.ts";

const MAX_AUTHORS = 20;
const MAX_MARKED = 400;
const METAS = [
  "author",
  "article:author",
  "parsely-author",
  "sailthru.author",
  "dc.creator",
  "dcterms.creator",
  "byl",
  "article:author_name",
  "twitter:data1",
];
const WRITTEN = /Article$|Posting$|Report$|NewsItem|QAPage|Question|HowTo|Recipe|WebPage/;
const MARKED = new Set(["a", "span", "p", "div", "address", "strong", "li", "h2", "h3", "h4", "h5", "h6"]);
const NAMED =
  /(?:^|[\s_-])(?:byline|by-line|author|author-?(?:name|link|box__name|page-link|info__name)|authors|post-?author|entry-author|article-author|byline-name|writtenby|written-by|p-author|(?:big)?username|postuser-name|poster|postleft)(?:$|[\s_-])/i;

/**
 * Who wrote the page, several names joined with `, `: its structured data, its metas, else what it marks as the author or says in a
 * line near its heading. The site itself and companies only where the page shows them so; of a page that does not look written
 * only what it says near its heading.
 */
export function bylineOf(
  source: Source,
  lines: readonly Line[],
  siteName: string | undefined,
  language = "",
): string | undefined {
  const { kind } = source;
  if (kind === "offered") return undefined;
  const shown = shownIn(source, lines, language);
  const stated = statedIn(source, language).filter(({ name }) => kind || (/\s/.test(name) && looksLikeName(name)));
  const site = ({ name }: Stated) => isSite(name, siteName, source.url);
  const people = stated.filter((one) => !one.company && !site(one));
  const names = people.map(({ name }) => name);
  // What is shown names all of them, where the head names one.
  if (
    names.length > 0 &&
    (shown.length <= names.length || !names.every((one) => shown.some((name) => name.includes(one))))
  )
    return names.join(", ");
  if (shown.length > 0) return shown.join(", ");
  // A blogger's own name may be the site's; a company's counts where the page shows it.
  const left = stated.filter(
    ({ name, company }) =>
      (!company && /\s/.test(name)) || lines.some(({ text }) => text.includes(name) && isByline(text, language)),
  );
  return left.map(({ name }) => name).join(", ") || undefined;
}

interface Stated {
  readonly name: string;
  readonly company: boolean;
}

/** What structured data and metas say. */
function statedIn({ data, metas, tree }: Source, language: string): Stated[] {
  for (const node of data.filter((one) => isOfType(one, WRITTEN))) {
    const names = namesOf(node["author"] ?? node["creator"], data, language);
    if (names.length > 0) return names;
  }
  const cited = tree.elements
    .filter(({ name, attribs }) => name === "meta" && attribs["name"]?.toLowerCase() === "citation_author")
    .slice(0, MAX_AUTHORS)
    .flatMap(({ attribs }) => nameIn(straight(collapse(attribs["content"]) ?? "")) ?? []);
  if (cited.length > 0) return cited.map((name) => ({ name, company: false }));
  for (const name of METAS) {
    if (name === "twitter:data1" && !/written|author|by/i.test(metas.get("twitter:label1") ?? "")) continue;
    const author = nameIn(metas.get(name), language);
    if (author) return [{ name: author, company: false }];
  }
  return [];
}

/** "Roy, Aniruddha" as it is spoken. */
const straight = (name: string): string => name.replace(/^([^,]+), ([^,]+)$/, "$2 $1");

function namesOf(author: unknown, data: readonly JsonLdNode[], language: string): Stated[] {
  const found = new Map<string, Stated>();
  for (const one of Array.isArray(author) ? author.slice(0, MAX_AUTHORS) : [author]) {
    const id = isNode(one) && one["name"] === undefined ? one["@id"] : undefined;
    const node =
      typeof id === "string" ? data.find((other) => other["@id"] === id && other["name"] !== undefined) : one;
    const company = isNode(node) && isOfType(node, /Organization|Corporation|Business/);
    for (const text of [isNode(node) ? node["name"] : node].flat()) {
      const name = typeof text === "string" ? nameIn(collapse(text), language) : undefined;
      if (name) found.set(name, { name, company });
    }
  }
  return [...found.values()];
}

/** How an author is marked, and which names are believed there. */
type Mark = readonly [mark: (element: Element) => boolean, fits: (name: string) => boolean];

/** What the page marks as its author, else says in a line near its heading, else marks where further stories and comments stand. */
function shownIn({ tree, kind }: Source, lines: readonly Line[], language: string): string[] {
  const any = () => true;
  const named = kind === "thread" ? any : looksLikeName;
  const marked = (apart: boolean, ...marks: readonly Mark[]) => {
    for (const [mark, fits] of marks)
      for (const element of kind ? tree.elements : lines.map((line) => line.element)) {
        if (!mark(element) || (!apart && isApart(element))) continue;
        const names = namesIn(piecesOf(element, MAX_MARKED), language, fits);
        if (names.length > 0) return names;
      }
    return [];
  };
  const names = marked(false, [isRelated, any], [isProperty, any], [isNamed, named]);
  if (names.length > 0) return names;
  const signatures = lines.map((line, at) => signed(line, lines[at + 1], language)).filter((names) => names.length > 0);
  // Where several sign, nothing tells that it is no list.
  const [signature] = !kind && new Set(signatures.map(String)).size > 1 ? [] : signatures;
  if (signature) return signature;
  // The first post of a thread may stand where its comments do, and an article's author in an aside.
  if (kind === "thread") return marked(true, [isProperty, any], [isNamed, any]);
  if (kind !== "written") return [];
  const beside = marked(true, [isRelated, looksLikeName], [leadsToWriter, looksLikeName]);
  return beside.length > 0 ? beside : aloneNamed(tree, language);
}

/** Who alone is marked as an author anywhere but among comments: where several are, nothing tells that it is no list. */
function aloneNamed({ elements }: Tree, language: string): string[] {
  const found = new Map<string, string[]>();
  for (const element of elements) {
    if (!isNamed(element) || isSaid(element)) continue;
    const names = namesIn(piecesOf(element, MAX_MARKED), language, (name) => /\s/.test(name) && looksLikeName(name));
    if (names.length > 0) found.set(names.join(), names);
    if (found.size > 1) return [];
  }
  return [...found.values()].flat();
}

/** What comments, reviews and further stories are named. */
const SAID = /comment|respond|review|testimonial|related/i;
/** So far up an element's parts are asked for their names. */
const MAX_UP = 10;

/** Whether an element stands where others speak, or of other pages. */
const isSaid = (element: Element): boolean =>
  isWithin(
    element,
    ({ attribs }) => SAID.test(`${attribs["class"]?.slice(0, 240) ?? ""} ${attribs["id"]?.slice(0, 80) ?? ""}`),
    MAX_UP,
  );

const isRelated = ({ attribs: { rel } }: Element): boolean => rel !== undefined && /(?:^|\s)author(?:$|\s)/.test(rel);
const isProperty = ({ attribs }: Element): boolean => attribs["itemprop"] === "author";
const isNamed = ({ name, attribs }: Element): boolean =>
  MARKED.has(name) && attribs["class"] !== undefined && NAMED.test(attribs["class"].slice(0, 240));

/** Where the pages of those stand who write. */
const WRITERS_AT = /\/(?:authors?|contributors?|writers?|profiles?)\//i;
/** The whole address of one such page, and no profile: what is believed of a link that stands anywhere. */
const WRITER_AT = /^[^?#]*\/(?:authors?|contributors?|writers?)\/[^/?#]+\/?(?:[?#]|$)/i;
const leadsToWriter = ({ name, attribs }: Element): boolean => name === "a" && WRITER_AT.test(attribs["href"] ?? "");

/** The names in a line that begins with "by", here or in its midst, or that links to a writer's page. */
function signed({ element, text }: Line, next: Line | undefined, language: string): string[] {
  const pieces = piecesOf(element, MAX_MARKED);
  const at = pieces.findIndex((piece) => isByline(piece, language));
  if (at >= 0) {
    const alone = isByAlone(pieces[at] ?? "", language);
    if (!alone && nameIn(pieces[at], language) === undefined) return [];
    const further =
      alone && at === pieces.length - 1 && next
        ? piecesOf(next.element, MAX_MARKED)
        : pieces.slice(at + (alone ? 1 : 0));
    // What follows "by" at once is the name, or it is no byline.
    return nameIn(further[0], language) === undefined ? [] : namesIn(further, language, looksLikeName);
  }
  const dated = datedName(text, language);
  if (dated) return [dated];
  const marked = /author|writer/i.test(element.attribs["class"]?.slice(0, 240) ?? "");
  const linked = element.name === "a" && WRITERS_AT.test(element.attribs["href"] ?? "");
  return marked || linked ? namesIn(pieces, language, looksLikeName) : [];
}

/** The name at the beginning of a line that goes on with a day behind a bar or a dot: "Ada Byron | Senior Writer | July 2, 2025". */
function datedName(text: string, language: string): string | undefined {
  const [name = "", ...rest] = text.split(/\s+[|•·]\s+/);
  const fits = /^\S+(?: \S+){1,4}$/.test(name) && looksLikeName(name) && nameIn(name, language) === name;
  return fits && rest.some((part) => dateIn(part, { language }) !== undefined) ? name : undefined;
}

/** Whether a name is the site's own. */
function isSite(name: string, siteName: string | undefined, url: string): boolean {
  const plain = letters(name);
  const host = URL.parse(url)?.hostname.replace(/^www\./, "") ?? "";
  return plain === letters(siteName ?? "") || letters(host).includes(plain);
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
