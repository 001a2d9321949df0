import { folded } from "../../language/fold.ts";
import { type Chosen, type Page, ranked, stemsOf, tellingStems } from "./choosing.ts";
import { comparedIn } from "./compared.ts";

export interface AnswerSize {
  readonly sentences: number;
  readonly words: number;
}

/** A further statement is worth at least this share of the best. */
const BESIDE_BEST = Number(process.env["BB"] ?? 0.62);
/** Two statements with so many words in common say the same. */
const SAME = 0.6;
/** A statement that covers less of the question does not answer it. */
const ENOUGH = 0.36;
/** The share of the question's words, by weight, that may be missing from all that was read. */
const UNKNOWN = 0.45;
/** The share of a compared thing's name that a statement, its heading or its page must show. */
const OF_A_NAME = 0.6;
/** Statements about each of the things compared. */
const OF_EACH = 2;

/** The statements that answer a question, the direct one first; none where nothing that was read does. */
export function answering(question: string, pages: readonly Page[], size: AnswerSize): readonly Chosen[] {
  const things = comparedIn(question);
  const list = ranked(question, pages);
  if (things.length > 0) {
    const each = things.flatMap((thing) => aboutThing(question, thing, things, pages));
    if (each.length > 1) return withinSize(distinct(each), { sentences: OF_EACH * things.length, words: size.words });
  }
  const [best] = list;
  if (!best || best.coverage < ENOUGH || best.unknown > UNKNOWN) return [];
  return withinSize(distinct(list.filter(({ worth }) => worth >= BESIDE_BEST * best.worth).slice(0, 40)), size);
}

/** What the pages say of one of the things, asked without the others' names. */
function aboutThing(question: string, thing: string, things: readonly string[], pages: readonly Page[]): readonly Chosen[] {
  const others = things.filter((other) => other !== thing);
  const own = others.reduce((text, other) => text.replace(other, " "), question);
  const name = stemsOf(thing);
  const has = (text: string): number => {
    const stems = new Set(stemsOf(text));
    return name.filter((stem) => stems.has(stem)).length / Math.max(1, name.length);
  };
  const about = ranked(own, pages).filter(
    ({ statement, page }) => Math.max(has(page.title), has(statement.text), has(statement.heading)) >= OF_A_NAME,
  );
  return about.slice(0, OF_EACH);
}

/** Without what another says already. */
function distinct(list: readonly Chosen[]): readonly Chosen[] {
  const kept: { readonly one: Chosen; readonly stems: ReadonlySet<string>; readonly text: string }[] = [];
  for (const one of list) {
    const stems = new Set(stemsOf(one.statement.text));
    const text = folded(one.statement.text);
    const said = kept.some(
      (other) => other.text.includes(text) || text.includes(other.text) || overlap(stems, other.stems) > SAME,
    );
    if (!said) kept.push({ one, stems, text });
  }
  return kept.map(({ one }) => one);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common / Math.max(1, Math.min(a.size, b.size));
}

function withinSize(list: readonly Chosen[], { sentences, words }: AnswerSize): readonly Chosen[] {
  let room = words;
  return list.filter(({ statement }, at) => {
    const length = statement.text.split(/\s+/).length;
    if (at > 0 && (length > room || at >= sentences * 3)) return false;
    room -= length;
    return true;
  }).slice(0, sentences);
}
