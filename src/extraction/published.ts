import { Element } from "domhandler";
import { collapse } from "./characters.ts";
import { dateIn, dateInUrl, type Locale, toIsoDate } from "./dates.ts";
import { isArticleAddress, type Source } from "./head.ts";
import { ARTICLE, isOfType, stringOf } from "./jsonld.ts";
import { isApart, type Line } from "./lines.ts";
import { rawText } from "./tree.ts";

const DATE_METAS = [
  "article:published_time",
  "og:article:published_time",
  "datepublished",
  "parsely-pub-date",
  "sailthru.date",
  "citation_publication_date",
  "citation_date",
  "dc.date.issued",
  "dcterms.issued",
  "dcterms.created",
  "dc.date",
  "dcterms.date",
  "publish_date",
  "publish-date",
  "pubdate",
  "article.published",
  "published-date",
  "publication_date",
  "date",
  "og:published_time",
];

/** What else sites call it. */
const PUBLISHED_META = /publi(?:sh(?:ed)?|cation)[-_.: ]?(?:date|time|on)|date[-_.: ]?publi/;

const DATED = new Set(["span", "div", "p", "li", "abbr", "td", "a"]);
const DATED_NAME =
  /(?:^|[\s_-])(?:published|pubdate|post-?date|entry-date|article-date|date-published|posted-on|publish-date|post__date|date|date-?time|time-wrapper|timestamp)(?:$|[\s_-])/i;

/** What says that a date is another than that of publishing. */
const OTHER =
  /\b(?:updated?|modified|edited|reviewed|revised|changed|checked|last|expires?|ends?|effective|copyright|joined|registered|event|deadline|due|upcoming)\b|©|mis à jour|aktualisiert|geändert|actualizad|aggiornat|bijgewerkt|atualizad|zuletzt|modifié|обновлен|изменен|更新|修正|수정/i;
/** What says that it is that one. */
const PUBLISHED =
  /\b(?:published|posted|written|created|publié|publicado|pubblicato|veröffentlicht|erstellt|gepubliceerd|geplaatst|publicerad|publisert|udgivet|opublikowano|started|asked|originally)\b|опубликован|公開|发布|發布|投稿|작성|등록|입력/i;

/**
 * When the page was published: its structured data, its metas, its marks, else what it shows near its heading, last its address.
 *
 * @param signed whether the page says who wrote it
 */
export function publishedDateOf(
  source: Source,
  lines: readonly Line[],
  language: string | undefined,
  signed: boolean,
): string | undefined {
  const { metas, data, url, kind } = source;
  const locale: Locale = { language, url };
  if (kind === "offered") return undefined;
  // Content systems date pages of any kind: one that nobody signed must be an article by its address or its type.
  const anyKind = !signed && kind !== "thread" && !isArticleAddress(url);
  if (anyKind && !data.some((node) => isOfType(node, /^(?:News|Blog)/))) return undefined;
  const types =
    signed || kind === "thread" ? [ARTICLE, /WebPage|DiscussionForumPosting/] : [/Article$|Posting$|Report$/];
  for (const node of data.filter((one) => types.some((type) => isOfType(one, type)))) {
    const date = toIsoDate(stringOf(node, "datePublished")) ?? toIsoDate(stringOf(node, "uploadDate"));
    if (date) return date;
  }
  for (const name of DATE_METAS) {
    const date = toIsoDate(metas.get(name), locale);
    if (date) return date;
  }
  for (const [name, content] of metas) {
    const date = PUBLISHED_META.test(name) ? toIsoDate(content, locale) : undefined;
    if (date) return date;
  }
  return (
    markedDate(kind ? source.tree.elements : lines.map(({ element }) => element), locale) ??
    shownDate(lines, locale, signed || kind !== undefined) ??
    dateInUrl(url) ??
    (signed && kind === "written" ? loneDate(source.tree.elements, locale) : undefined)
  );
}

/** So much is read of what stands around a day to tell what day it is. */
const MAX_SAID = 80;

/** The one day that the page marks as a time, wherever it stands. */
function loneDate(elements: readonly Element[], locale: Locale): string | undefined {
  let lone: string | undefined;
  for (const element of elements) {
    if (element.name !== "time" || /updated|modified/.test(element.attribs["class"] ?? "")) continue;
    if (element.parent instanceof Element && OTHER.test(rawText(element.parent, MAX_SAID))) continue;
    const date = dateOf(element, locale);
    if (date && lone && date.slice(0, 10) !== lone.slice(0, 10)) return undefined;
    lone ??= date;
  }
  return lone;
}

/** The date that an element is marked with as the page's. */
function markedDate(elements: readonly Element[], locale: Locale): string | undefined {
  const marks: ((element: Element) => boolean)[] = [
    ({ attribs: { itemprop } }) => itemprop !== undefined && /datePublished|dateCreated/.test(itemprop),
    ({ name, attribs }) =>
      name === "time" && (attribs["pubdate"] !== undefined || /publish|entry-date|posted/.test(attribs["class"] ?? "")),
    ({ name, attribs }) => name === "time" && !/updated|modified/.test(attribs["class"] ?? ""),
    ({ name, attribs }) =>
      DATED.has(name) &&
      attribs["class"] !== undefined &&
      DATED_NAME.test(attribs["class"].slice(0, 240)) &&
      !/updat|modif/i.test(attribs["class"]),
  ];
  for (const mark of marks)
    for (const element of elements) {
      if (!mark(element) || isApart(element)) continue;
      const date = dateOf(element, locale);
      if (date) return date;
    }
  return undefined;
}

function dateOf(element: Element, locale: Locale): string | undefined {
  const { attribs } = element;
  return (
    toIsoDate(attribs["datetime"] ?? attribs["content"], locale) ??
    toIsoDate(collapse(rawText(element, 400)), locale) ??
    toIsoDate(attribs["title"], locale)
  );
}

/** A line so short may say what the next one is. */
const MAX_LABEL = 30;

/** The date in a line near the heading: one that is called that of publishing, else one that is called nothing else. */
function shownDate(lines: readonly Line[], locale: Locale, any: boolean): string | undefined {
  let first: string | undefined;
  let label = "";
  for (const { text } of lines) {
    const said = PUBLISHED.exec(text);
    const date = said || !OTHER.test(text) ? dateIn(said ? text.slice(said.index) : text, locale) : undefined;
    if (date && (said || PUBLISHED.test(label))) return date;
    if (any && !OTHER.test(label)) first ??= date;
    label = text.length <= MAX_LABEL ? text : "";
  }
  return first;
}
