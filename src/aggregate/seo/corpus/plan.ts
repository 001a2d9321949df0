import { LEAST } from "../../formulas/statistic.ts";
import { sampleOf } from "../../formulas/statistics.ts";
import type { Question } from "./answer.ts";
import { typesIn } from "./benchmark.ts";
import type { SemanticGroup } from "./groups.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { isQuestion } from "./wishes.ts";

const TITLE_CHARS = 60;
const MAX_TITLES = 4;
const MAX_GROUPS = 8;
const MAX_QUESTIONS = 6;
const MUST_HAVE = 20;
/** A share of the pages that makes a term expected, and a type of structured data usual. */
const EXPECTED = 0.5;
const USUAL = 1 / 3;

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** How many words a text should have: the middle half of eight pages and more, the bounds of three and more. */
function targetOf({ pages }: Vocabulary) {
  const lengths = pages.map(({ words }) => words);
  if (lengths.length < LEAST.median) return undefined;
  const { q1, q3 } = lengths.length < LEAST.quartiles ? {} : sampleOf(lengths);
  return { min: Math.round(q1 ?? Math.min(...lengths)), max: Math.round(q3 ?? Math.max(...lengths)) };
}

/** Titles that name the phrase and what belongs to it, short enough to be shown whole. */
function titlesOf(q: string, groups: readonly SemanticGroup[], open: readonly Question[]): string[] {
  const [first, second] = groups.map(({ label }) => label).filter((label) => !q.toLowerCase().includes(label));
  const ideas = [
    first && second ? `${capital(q)}: ${first}, ${second}` : undefined,
    first ? `${capital(q)}: ${first}` : undefined,
    ...open.map(({ question }) => capital(question)),
    capital(q),
  ];
  return [...new Set(ideas)]
    .flatMap((idea) => (idea && [...idea].length <= TITLE_CHARS ? [idea] : []))
    .slice(0, MAX_TITLES);
}

/** What to write: sections after the groups by their weight, then the questions that no page answers. */
export function planOf(
  q: string,
  vocabulary: Vocabulary,
  groups: readonly SemanticGroup[],
  questions: readonly Question[],
  language: string,
) {
  const { pages, weighed, shown } = vocabulary;
  const target = targetOf(vocabulary);
  const chosen = groups.slice(0, MAX_GROUPS);
  const taken = new Set(chosen.flatMap(({ queries }) => queries));
  const open = questions
    .filter(({ question, answered_by }) => answered_by?.length === 0 && !taken.has(question))
    .slice(0, MAX_QUESTIONS);
  const least = Math.min(...chosen.map(({ weight }) => weight), 1);
  const sections = [
    ...chosen.map(({ label, terms, queries, weight }) => ({
      heading: capital(label),
      terms,
      questions: queries.filter((query) => isQuestion(query, language)),
      weight,
    })),
    ...open.map(({ question }) => ({ heading: capital(question), terms: [], questions: [question], weight: least })),
  ];
  const whole = sections.reduce((sum, { weight }) => sum + weight, 0);
  const words = target && (target.min + target.max) / 2;
  return {
    title_ideas: titlesOf(q, chosen, open),
    target_words: target,
    outline: sections.map(({ weight, ...section }) => ({
      level: 2,
      ...section,
      words: words !== undefined && whole > 0 ? Math.round((words * weight) / whole) : undefined,
    })),
    structured_data_types: typesIn(pages)
      .filter((type) => type.pages >= 2 && type.pages >= USUAL * pages.length)
      .map(({ type }) => type),
    must_have_terms:
      pages.length < LEAST.median
        ? undefined
        : weighed
            .filter(({ coverage, pages: df }) => coverage >= EXPECTED && df >= 2)
            .toSorted((a, b) => b.prominence - a.prominence)
            .slice(0, MUST_HAVE)
            .map(({ term }) => shown.get(term) ?? term),
    n_pages: pages.length,
    small_sample: pages.length < LEAST.quartiles || undefined,
  };
}
