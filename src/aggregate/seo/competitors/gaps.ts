import { siteOf } from "../../../standards/addresses.ts";
import { answers, opportunity } from "../../formulas/opportunity.ts";
import { tfidf } from "../../formulas/tfidf.ts";
import { shownForms, wordsOf } from "../../formulas/words.ts";
import { typesOf } from "../content/sections.ts";
import { writtenOn } from "../corpus/benchmark.ts";
import { FORMATS } from "../corpus/opportunities.ts";
import type { PageText } from "../corpus/text.ts";
import { questionsOf } from "../corpus/wishes.ts";
import type { Answer, GAPS } from "./answer.ts";
import { profilesOf } from "./profiles.ts";

const MAX_GAPS = 40;
const MAX_TERMS = 15;
/** With a site of one's own: so many others have it. Without: so many of ten at most. */
const OTHERS = 3;
const RARE = 0.3;
const EXPECTED = 0.5;
const YEAR_MS = 365 * 86_400_000;

/** Something that a page may have. */
interface Trait {
  readonly kind: (typeof GAPS)[number];
  readonly label: string;
  /** Undefined: of this page it is not known. */
  readonly has: (page: PageText) => boolean | undefined;
  /** Sources that want it; absent: those that have it speak for it. */
  readonly namedBy?: number;
}

export interface Compared {
  readonly q: string;
  readonly language: string;
  /** The competitors' pages that could be read. */
  readonly pages: readonly PageText[];
  /** The own page. */
  readonly own?: PageText | undefined;
  readonly related: readonly string[];
  /** Features of the page of results. */
  readonly features: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Gap = Answer["gap_analysis"]["gaps"][number];

/** What the own page lacks and others have; without an own page what few have. Those of the highest score first. */
export function gapsOf(compared: Compared): readonly Gap[] {
  const { pages, own } = compared;
  const traits = [
    ...terms(compared),
    ...questions(compared),
    ...schema(compared),
    ...social(compared),
    ...features(compared),
    ...freshness(compared),
  ];
  return traits
    .flatMap(({ kind, label, has, namedBy }): Gap[] => {
      const known = pages.filter((page) => has(page) !== undefined);
      const lacking = known.filter((page) => has(page) === false);
      const covered = known.length - lacking.length;
      const score = own
        ? has(own) === false && covered >= OTHERS
          ? Math.round((100 * covered) / known.length)
          : undefined
        : covered <= RARE * known.length
          ? opportunity(covered, known.length, namedBy ?? covered)?.score
          : undefined;
      if (!score) return [];
      const missing_at = [...(own ? [own] : []), ...lacking].map(({ page }) => siteOf(page.url));
      return [{ kind, label, covered_by: covered, of: known.length, missing_at, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_GAPS);
}

/** With an own page the terms that half of the others have, else those that two or more but few have. */
function terms({ pages, own }: Compared): readonly Trait[] {
  const shown = shownForms(pages.flatMap(({ sentences }) => sentences.flat()));
  return tfidf(pages.map(({ telling }) => telling))
    .filter((term) => (own ? term.coverage >= EXPECTED : term.pages >= 2 && term.coverage <= RARE))
    .toSorted((a, b) => (own ? b.prominence - a.prominence : b.tfidf - a.tfidf))
    .filter(({ term }) => !own?.keys.includes(term))
    .slice(0, MAX_TERMS)
    .map(({ term }) => ({
      kind: "content",
      label: shown.get(term) ?? term,
      has: ({ keys }) => keys.includes(term),
    }));
}

function questions({ q, language, related, pages }: Compared): readonly Trait[] {
  const phrase = new Set(wordsOf(q, { language }).map(({ key }) => key));
  return questionsOf({ q, language, related, suggestions: [] }, pages).map(({ question, named_by }) => {
    const words = wordsOf(question, { language });
    return { kind: "question", label: question, namedBy: named_by, has: ({ said }) => answers(words, said, phrase) };
  });
}

function schema({ pages }: Compared): readonly Trait[] {
  const types = new Set(pages.flatMap(({ page }) => typesOf(page.entities ?? [])));
  return [...types].map((type) => ({
    kind: "schema",
    label: type,
    has: ({ page }) => page.entities && typesOf(page.entities).includes(type),
  }));
}

function social({ pages }: Compared): readonly Trait[] {
  const of = new Map(pages.map((text) => [text, profilesOf(text.page).map(({ network }) => network)]));
  const networks = new Set([...of.values()].flat());
  return [...networks].map((network) => ({
    kind: "social",
    label: network,
    has: (text) =>
      text.page.links || text.page.entities
        ? (of.get(text) ?? profilesOf(text.page).map((profile) => profile.network)).includes(network)
        : undefined,
  }));
}

const features = ({ features: shown }: Compared): readonly Trait[] =>
  [...new Set(shown)].flatMap((feature): readonly Trait[] => {
    const format = FORMATS[feature];
    return format ? [{ kind: "feature", label: `${feature}: ${format.label}`, has: format.serves, namedBy: 1 }] : [];
  });

const freshness = ({ now, pages }: Compared): readonly Trait[] => [
  {
    kind: "freshness",
    label: "written or updated within a year",
    namedBy: pages.length,
    has: (page) => {
      const day = writtenOn(page);
      return day === undefined ? undefined : now - Date.parse(day) <= YEAR_MS;
    },
  },
];
