import { isWhole } from "../../extraction/sentences.ts";
import { folded } from "../../language/fold.ts";
import { asksSomething, type Chosen, ranked, stemsOf } from "./choosing.ts";
import { comparedIn } from "./compared.ts";
import { type Page, statementsOf } from "./statements.ts";

/** How long an answer may be. */
export interface AnswerSize {
  readonly statements: number;
  readonly words: number;
}

/** What was found of a result: its page's text, or the engine's snippet where the page was not read. */
export interface FoundText {
  /** The place of its result, 1-based. */
  readonly n: number;
  readonly title?: string | undefined;
  readonly url: string;
  /** 0–1. */
  readonly score: number;
  readonly text: string;
  readonly from: "page" | "snippet";
}

/** What was found of a result: its page where that has text, else its snippet. */
export function foundText(
  n: number,
  {
    title,
    url,
    score,
    content,
  }: Pick<FoundText, "title" | "url" | "score"> & { readonly content?: string | undefined },
  page: string | undefined,
): FoundText {
  const read = page?.trim();
  return { n, title, url, score, text: read || (content ?? ""), from: read ? "page" : "snippet" };
}

/** A further statement is worth at least this share of the best. */
const BESIDE_BEST = 0.5;
/** Two statements with so many words in common say the same. */
const SAME = 0.6;
/** A statement that covers less of the question does not answer it. */
const ENOUGH = 0.36;
/** The share of the question's words, by weight, that may be missing from all that was read. */
const UNKNOWN = 0.4;
/** The share of a compared thing's name that a statement, its heading or its page must show. */
const OF_A_NAME = 0.6;
/** What a statement keeps of its worth that does not name the thing itself, but whose page does in … */
const OF_ITS_PAGE = { title: 0.95, beginning: 0.6 };
/** So many statements are a page's beginning. */
const BEGINNING = 10;
/** Statements about each of the things compared. */
const OF_EACH = 2;
/** What is looked at after the best. */
const CANDIDATES = 40;
const MAX_SUBJECT_CHARS = 60;
/** Parts of a page's title that name its site. */
const TITLE_PARTS = /\s(?:[|·»–—-]|::)\s/;

/** Something that a source says, as the answer quotes it. */
export interface Quote {
  /** The place of its result, 1-based. */
  readonly n: number;
  readonly text: string;
  /** Other results that say the very same. */
  readonly also: readonly number[];
}

/**
 * What answers a question of all that was found, as it stands there, the most direct first. Of pages that were read, snippets are
 * not quoted. A question that compares named things is answered thing by thing. Empty where nothing that was read answers: the
 * best statement covers too little of the question, or words that matter stand nowhere.
 */
export function quotesFor(question: string, found: readonly FoundText[], size: AnswerSize): readonly Quote[] {
  const pages = found.map(
    (one): Page => ({ ...one, title: one.title ?? "", statements: statementsOf(one.n, one.text, one.from) }),
  );
  const saying = new Map<string, Set<number>>();
  for (const { n, statements } of pages)
    for (const { text } of statements) saying.set(folded(text), (saying.get(folded(text)) ?? new Set()).add(n));
  return chosen(question, pages, size).map(({ statement: { text, kind }, page }) => ({
    n: page.n,
    text: asSentence(text, kind === "value" ? subjectOf(page, text) : ""),
    also: [...(saying.get(folded(text)) ?? [])].filter((n) => n !== page.n).toSorted((a, b) => a - b),
  }));
}

/** Quotes as an answer, each followed by `[n]` for its result, and for the others that say the same. */
export const quoted = (quotes: readonly Quote[]): string =>
  quotes.map(({ text, n, also }) => `${text} ${[n, ...also].map((place) => `[${place}]`).join("")}`).join(" ");

function chosen(question: string, pages: readonly Page[], size: AnswerSize): readonly Chosen[] {
  const things = comparedIn(question);
  if (things.length > 0) {
    const each = things.map((thing) => aboutThing(question, thing, things, pages));
    const all = distinct([...each.flatMap((list) => list.slice(0, 1)), ...each.flatMap((list) => list.slice(1))]);
    if (each.every((list) => list.length > 0)) return withinSize(all, { ...size, statements: OF_EACH * things.length });
  }
  const list = ranked(question, pages);
  const [best] = list;
  if (!best || best.coverage < ENOUGH || best.unknown > UNKNOWN) return [];
  return withinSize(distinct(list.slice(0, CANDIDATES).filter(({ worth }) => worth >= BESIDE_BEST * best.worth)), size);
}

/**
 * What the pages say of one of the things: what answers the question without any names, where the thing is spoken of. Where
 * nothing is asked but the names, what answers the question without the others' names.
 */
function aboutThing(
  question: string,
  thing: string,
  things: readonly string[],
  pages: readonly Page[],
): readonly Chosen[] {
  const without = (names: readonly string[]): string => names.reduce((text, name) => text.replace(name, " "), question);
  const attributes = without(things);
  const asked = asksSomething(attributes) ? attributes : without(things.filter((other) => other !== thing));
  const speaks = spokenOf(thing);
  const about = new Map(pages.map((page) => [page, pageIsAbout(page, speaks)]));
  return ranked(asked, pages)
    .map((one) => {
      const { statement, page } = one;
      const here = speaks(statement.text) || speaks(statement.heading) ? 1 : (about.get(page) ?? 0);
      return { ...one, worth: one.worth * here };
    })
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, OF_EACH);
}

/** Whether a text names a thing: most of its name's words, and all that have digits, which tell models apart. */
function spokenOf(thing: string): (text: string) => boolean {
  const name = stemsOf(thing);
  const telling = name.filter((stem) => /\d/.test(stem));
  return (text) => {
    const stems = new Set(stemsOf(text));
    const share = name.filter((stem) => stems.has(stem)).length / Math.max(1, name.length);
    return share >= OF_A_NAME && telling.every((stem) => stems.has(stem));
  };
}

/** How surely what a page says is said of a thing that it does not name there. */
function pageIsAbout({ title, statements }: Page, speaks: (text: string) => boolean): number {
  if (speaks(title)) return OF_ITS_PAGE.title;
  return statements.slice(0, BEGINNING).some(({ text }) => speaks(text)) ? OF_ITS_PAGE.beginning : 0;
}

/** Without what another says already. */
function distinct(list: readonly Chosen[]): readonly Chosen[] {
  const kept: { readonly one: Chosen; readonly stems: ReadonlySet<string>; readonly text: string }[] = [];
  for (const one of list) {
    const stems = new Set(stemsOf(one.statement.text));
    const text = folded(one.statement.text);
    const said = kept.some(
      (other) => other.text.includes(text) || text.includes(other.text) || sameIn(stems, other.stems),
    );
    if (!said) kept.push({ one, stems, text });
  }
  return kept.map(({ one }) => one);
}

/** Whether two statements share most of their words, and their numbers do not tell them apart. */
function sameIn(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [less, more] = a.size < b.size ? [a, b] : [b, a];
  const common = [...less].filter((stem) => more.has(stem)).length;
  const otherNumber = [...less].some((stem) => /^\d/.test(stem) && !more.has(stem));
  return !otherNumber && common / Math.max(1, less.size) > SAME;
}

function withinSize(list: readonly Chosen[], { statements, words }: AnswerSize): readonly Chosen[] {
  let room = words;
  return list
    .filter(({ statement }, at) => {
      const length = statement.text.split(/\s+/).length;
      if (at > 0 && length > room) return false;
      room -= length;
      return true;
    })
    .slice(0, statements);
}

/** What a value belongs to: the page's own name, where the value does not say it. */
function subjectOf({ title }: Page, text: string): string {
  const [name = ""] = title.split(TITLE_PARTS);
  return name && name.length <= MAX_SUBJECT_CHARS && !folded(text).includes(folded(name)) ? name.trim() : "";
}

/** A statement with an end, and before it what it is about. */
function asSentence(text: string, subject: string): string {
  const said = subject ? `${subject}: ${text}` : text;
  return isWhole(said) ? said : `${said.replace(/[\s:：;,…]+$|\.{3}$/u, "")}.`;
}
