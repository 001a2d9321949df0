import { folded } from "../../language/fold.ts";
import { COMMON, stopWordsFor } from "../../language/stop-words.ts";
import { terms } from "../../language/terms.ts";
import { type Expected, expectedOf } from "./expected.ts";
import type { Page, Statement } from "./statements.ts";

export interface Chosen {
  readonly statement: Statement;
  readonly page: Page;
  /** What it is worth as an answer; comparable within one question. */
  readonly worth: number;
  /** The share of the question's telling words, by rarity, that it and what stands around it have: 0–1. */
  readonly coverage: number;
  /** The share of these words, by weight, that stands nowhere in what was read: the same for all of a question. */
  readonly unknown: number;
}

/** How much a word of the question counts where it does not stand in the statement itself, but … */
const AROUND = { attribute: 0.8, heading: 0.7, title: 0.6, beside: 0.45, page: 0.15 };
const KIND = { sentence: 1, value: 0.95, entry: 0.85, fragment: 0.55, question: 0.1 };
/** What a statement is worth without what the question asks for: a number, a date, a name, a reason. */
const WITHOUT_KIND = {
  number: 0.45,
  date: 0.45,
  name: 0.7,
  reason: 0.75,
  steps: 0.8,
  definition: 0.8,
  yesno: 1,
  open: 1,
};
const ATTRIBUTE = { labelled: 1.55, told: 1.35, untold: 0.8 };
/** What stands before a value: "Weight: 372 g". */
const LABEL = /^[^:：]{2,40}[:：](?=\s)/u;
/** A statement that says what the thing asked for is. */
const DEFINES = 1.4;
/** A result's score moves a statement's worth by so much at most. */
const PRIOR = 0.25;
/** The weight of a word that stands everywhere, beside 1 for one that stands nowhere. */
const COMMONEST = 0.25;
const LONG_WORDS = 55;
const LONG = 0.85;

/** A word without the endings of number, case and tense: rough, and the same on both sides. */
const stemOf = (word: string): string =>
  word.length < 4 || !/^\p{L}+$/u.test(word) ? word : stripped(word.replace(/(?:ies|ied)$/, "y"));

function stripped(word: string): string {
  const short = word.replace(/(?:ings?|edly|ed|es|s|ly|er|ers|est|e)$/, "");
  return short.length >= 3 ? short : word;
}

export const stemsOf = (text: string): readonly string[] => terms(text).map(stemOf);

/** The words of a question that tell something, as distinct stems; all of them where none does. */
function tellingStems(question: string): readonly string[] {
  const telling = tellingWords(question);
  return [...new Set((telling.length > 0 ? telling : terms(question)).map(stemOf))];
}

function tellingWords(question: string): readonly string[] {
  const all = terms(question);
  const stop = stopWordsFor(all);
  return all.filter((word) => !stop.has(word) && !ASKING.has(word) && !COMPARED.has(word));
}

/** Whether a question asks for anything but a comparison. */
export const asksSomething = (question: string): boolean => tellingWords(question).length > 0;

/** Words that ask and say nothing of what is asked for. */
const ASKING: ReadonlySet<string> = new Set(
  "many much long often does did happen happens according need needs mean means called kind reason reasons would should might said".split(
    " ",
  ),
);

/** Words that compare, and say nothing of what is compared. */
const COMPARED: ReadonlySet<string> = new Set(
  "compare compared comparison difference differences differ between versus vs better best".split(" "),
);

interface Weighed {
  readonly stems: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  readonly all: number;
}

/** The words' weights: how rare each is among all that the pages say. */
function weigh(stems: readonly string[], bags: readonly ReadonlySet<string>[]): Weighed {
  const weights = new Map(
    stems.map((stem) => {
      const n = bags.reduce((sum, bag) => sum + (bag.has(stem) ? 1 : 0), 0);
      const rarity = Math.log(1 + (bags.length - n + 0.5) / (n + 0.5)) / Math.log(2 * bags.length + 2);
      return [stem, COMMONEST + (1 - COMMONEST) * rarity] as const;
    }),
  );
  return { stems, weights, all: [...weights.values()].reduce((sum, one) => sum + one, 0) };
}

/**
 * The statements of all pages by what they are worth as answers to a question, the best first. A statement's worth is the share
 * of the question's telling words, by their rarity among all statements, that stand in it (a word in its heading, its page's
 * title or beside it counts in part), times what its form is worth (a whole sentence most, a question nearly nothing), whether
 * it has what is asked for (a number for “how many”, a date for “when”, …: see `expectedOf`), and its result's score.
 */
export function ranked(question: string, pages: readonly Page[]): readonly Chosen[] {
  const stems = tellingStems(question);
  const expected = expectedOf(question);
  const read = pages.flatMap((page) => {
    const bags = page.statements.map(({ text }) => new Set(stemsOf(text)));
    const headings = new Set(page.statements.map(({ heading }) => heading));
    const whole = new Set([...bags.flatMap((bag) => [...bag]), ...[...headings].flatMap(stemsOf)]);
    const address = addressOf(page.url);
    const title = new Set([
      ...stemsOf(page.title),
      ...stems.filter((stem) => stem.length >= 4 && address.includes(stem)),
    ]);
    return [{ page, bags, whole, title }];
  });
  const weighed = weigh(
    stems,
    read.flatMap(({ bags }) => bags),
  );
  const attributes = expected.also.map(({ asked, tells }) => ({ tells, stems: new Set(stemsOf(asked)) }));
  const told = attributes.filter(({ tells }) =>
    pages.some((page) => page.statements.some(({ text }) => tells.test(text))),
  );
  const missing = stems.filter(
    (stem) =>
      !told.some((attribute) => attribute.stems.has(stem)) &&
      read.every(({ whole, title }) => !whole.has(stem) && !title.has(stem)),
  );
  const unknown =
    missing.reduce((sum, stem) => sum + (weighed.weights.get(stem) ?? 0), 0) / Math.max(weighed.all, Number.EPSILON);
  const best = Math.max(...pages.map(({ score }) => score), Number.EPSILON);
  const defines = expected.kind === "definition" ? definitionOf(question) : undefined;
  const askedNumbers = new Set(question.match(/\d+/g) ?? []);
  return read
    .flatMap(({ page, bags, whole, title }) =>
      page.statements.flatMap((statement, index): readonly Chosen[] => {
        const own = bags[index] ?? new Set();
        const heading = new Set(stemsOf(statement.heading));
        const telling = attributes.filter(({ tells }) => tells.test(statement.text));
        const beside = [bags[index - 1], bags[index + 1]];
        let found = 0;
        let direct = 0;
        for (const stem of weighed.stems) {
          const weight = weighed.weights.get(stem) ?? 0;
          if (own.has(stem)) {
            found += weight;
            direct += 1;
          } else if (telling.some((one) => one.stems.has(stem))) found += AROUND.attribute * weight;
          else if (heading.has(stem)) found += AROUND.heading * weight;
          else if (title.has(stem)) found += AROUND.title * weight;
          else if (beside.some((bag) => bag?.has(stem))) found += AROUND.beside * weight;
          else if (whole.has(stem)) found += AROUND.page * weight;
        }
        if (direct === 0 && telling.length === 0) return [];
        const news = [...own].filter((stem) => !weighed.weights.has(stem) && !COMMON.has(stem)).length;
        if (news === 0) return [];
        const coverage = weighed.all > 0 ? found / weighed.all : 0;
        const worth =
          coverage *
          KIND[statement.kind] *
          (fits(expected, statement.text, askedNumbers) ? 1 : WITHOUT_KIND[expected.kind]) *
          (attributes.length === 0 ? 1 : ATTRIBUTE[howTold(statement.text, telling)]) *
          (defines?.test(folded(statement.text)) ? DEFINES : 1) *
          (own.size > LONG_WORDS ? LONG : 1) *
          (1 - PRIOR + (PRIOR * page.score) / best);
        return [{ statement, page, worth, coverage, unknown }];
      }),
    )
    .toSorted((a, b) => b.worth - a.worth || a.page.n - b.page.n || a.statement.place - b.statement.place);
}

/** How a statement tells the attributes that it tells: under their own names as data sheets do, in other words, or not at all. */
function howTold(text: string, telling: readonly { readonly tells: RegExp }[]): keyof typeof ATTRIBUTE {
  if (telling.length === 0) return "untold";
  const [label = ""] = LABEL.exec(text) ?? [];
  return telling.some(({ tells }) => tells.test(label)) ? "labelled" : "told";
}

/** Whether it has what is asked for, and not only the question's own numbers. */
const fits = (expected: Expected, text: string, asked: ReadonlySet<string>): boolean =>
  expected.has(expected.kind === "number" || expected.kind === "date" ? withoutNumbers(text, asked) : text);

const withoutNumbers = (text: string, asked: ReadonlySet<string>): string =>
  asked.size === 0 ? text : text.replace(/\d+/g, (digits) => (asked.has(digits) ? "" : digits));

/** A page's host and path, folded. */
function addressOf(url: string): string {
  const { hostname = "", pathname = "" } = URL.parse(url) ?? {};
  return folded(`${hostname} ${pathname}`);
}

const SUBJECT =
  /^(?:what (?:is|are|does)|qu'est-ce qu(?:e|')(?: c'est)?|was (?:ist|sind|bedeutet)) (?:an? |the |une? |l[ea'] ?|eine? |der |die |das )?([\p{L}\d .+#'-]{2,50}?)(?: mean\b.*| from .*| in .*)?\??$/u;

/** A statement that begins with what is to be defined, or calls something by that name; undefined where it cannot be told. */
export function definitionOf(question: string): RegExp | undefined {
  const subject = SUBJECT.exec(folded(question.trim()))?.[1]?.trim();
  if (!subject) return undefined;
  const name = RegExp.escape(subject);
  return new RegExp(
    `^["“'(]?(?:an? |the |une? |l[ea'] ?|eine? |der |die |das )?${name}s?\\b.{0,40}?\\b(?:is|are|means|refers|describes|est|sont|designe|ist|sind|bezeichnet)\\b|\\b(?:called|known as|termed|appele|genannt) (?:an? |the )?["“']?${name}`,
    "u",
  );
}
