import { isDeepStrictEqual } from "node:util";
import { bodyOf } from "../../../src/aggregate/body.ts";
import type { Analysis } from "../../../src/aggregate/define.ts";
import type { AnalysisResponse } from "../../../src/aggregate/response.ts";
import type { Kind } from "./fed.ts";
import type { Outcome } from "./stage.ts";

/*
 * What holds of an analysis whatever one of its sources answers: each rule compares a run with the one in which that source
 * alone answered otherwise.
 */

/** Two runs that differ in what one source answered. */
export interface Compared {
  readonly analysis: Analysis;
  readonly stranger: string;
  readonly id: string;
  readonly kind: Kind;
  readonly before: Outcome;
  readonly after: Outcome;
  /** The run in which that source answered with nothing. */
  readonly without: Outcome;
}

type Leaf = readonly [path: string, value: unknown];

/** The sections of an answer, without what stands beside them. */
function sectionsOf({ answer }: Analysis, told: AnalysisResponse | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.keys(answer.shape).flatMap((name) => (told && name in told ? [[name, told[name]]] : [])),
  );
}

/** Every plain value and every empty list, by path; entries of lists have no number: they move. */
function leaves(value: unknown, path = ""): readonly Leaf[] {
  if (Array.isArray(value))
    return value.length === 0 ? [[path, value]] : value.flatMap((one: unknown) => leaves(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path ? `${path}.${name}` : name));
}

const isHollow = (value: unknown): boolean =>
  value === 0 || value === false || (Array.isArray(value) && value.length === 0);

const outcomeOf = (told: AnalysisResponse | undefined, id: string): string | undefined =>
  told?.sources.find((one) => one.id === id)?.status;

/** Whether every question to a source was answered. */
const answeredWhole = (told: AnalysisResponse | undefined, id: string): boolean =>
  told?.sources.some((one) => one.id === id && one.status === "ok" && one.error === undefined) ?? false;

/** Statuses of the other sources: where they differ, a fallback stood in or something could not be asked. */
const others = (told: AnalysisResponse | undefined, id: string): readonly string[] =>
  (told?.sources ?? []).flatMap((one) => (one.id === id ? [] : [`${one.id} ${one.status}`])).toSorted();

/** Verdicts by the section that holds them; each has an `id`. */
const VERDICTS = ["flags", "findings", "problems", "recommendations", "diversification"];
const verdicts = (told: AnalysisResponse | undefined): ReadonlySet<string> =>
  new Set(
    VERDICTS.flatMap((section) =>
      leaves(told?.[section], section).flatMap(([path, value]) =>
        /(?:^|[.\]])id$/.test(path) ? [`${path} ${String(value)}`] : [],
      ),
    ),
  );

/** Where a source's own text is told as another's, beside what a question was understood as. */
const namesStranger = (sections: unknown, stranger: string): readonly string[] =>
  leaves(sections).flatMap(([path, value]) =>
    typeof value === "string" && value.toLowerCase().includes(stranger.toLowerCase()) ? [path] : [],
  );

/** Without the numbers of rows that were left out, which the others raise. */
const withoutCounts = (sections: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(sections, (name, value: unknown) => (name === "rejected" ? undefined : value)));

/** The paths at which two answers differ. */
function differing(a: unknown, b: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(a, b)) return [];
  if (
    typeof a !== "object" ||
    typeof b !== "object" ||
    a === null ||
    b === null ||
    Array.isArray(a) ||
    Array.isArray(b)
  )
    return [`${path}: ${JSON.stringify(a)?.slice(0, 160)} → ${JSON.stringify(b)?.slice(0, 160)}`];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) =>
    differing(Reflect.get(a, name), Reflect.get(b, name), path ? `${path}.${name}` : name),
  );
}

/** Statistics of what the sources that are left say, each with its number: they may be 0 of fewer. */
const DERIVED =
  /^(?:intents\.|sentiment\.|trend\.items_|price\.outliers|price_trend\.|open_access\.|citation_network\.|verdict\.|affiliations|keywords)/;

const NONE = /^(?:No|Aucune?|None|Nobody|Nothing|Pas de)\b/;

/** What every run is held to: no fault of our own, an answer of the schema, figures that are numbers. */
function sound({ analysis, after }: Compared): readonly string[] {
  const wrong = after.faults.map((fault) => `a fault of our own: ${fault}`);
  if (after.failure)
    return after.failure.kind === "internal" ? [...wrong, `fails by itself: ${after.failure.message}`] : wrong;
  const read = bodyOf(analysis)
    .strict()
    .safeParse(JSON.parse(JSON.stringify(after.answer)));
  return [
    ...wrong,
    ...(read.error?.issues ?? []).map(({ path, message }) => `breaks its schema at ${path.join(".")}: ${message}`),
  ];
}

/** R1: rows of another entity are as if they were not there. */
function aboutAnother({ analysis, stranger, id, kind, before, after, without }: Compared): readonly string[] {
  const wanted = kind === "others" ? without : before;
  if (after.answer?.understood["matched"] === false) return [];
  if (after.failure || wanted.failure)
    return after.failure?.kind === wanted.failure?.kind
      ? []
      : [`R1: fails with ${after.failure?.kind}, wanted ${wanted.failure?.kind}`];
  const [told, right] = [after, wanted].map(({ answer }) => withoutCounts(sectionsOf(analysis, answer)));
  const named = [...new Set(namesStranger(told, stranger))];
  const different = differing(right, told);
  return [
    ...named.map((path) => `R1: ${path} tells of another entity`),
    ...(named.length === 0 ? different.map((what) => `R1: rows of another change ${what}`) : []),
    ...(kind === "others" && outcomeOf(after.answer, id) === undefined ? ["R1: the source is told of nowhere"] : []),
  ];
}

/** R2 and R6: what failed is not none, and is no ground for a verdict. */
function failed({ analysis, id, before, after, without }: Compared): readonly string[] {
  if (after.failure || !after.answer || !before.answer) return [];
  const told = after.answer;
  const replaced = !isDeepStrictEqual(others(told, id), others(before.answer, id));
  const untold = told.missing?.map(({ section }) => section) ?? [];
  const had = leaves(sectionsOf(analysis, before.answer));
  const hollow = leaves(sectionsOf(analysis, told)).filter(
    ([path, value]) =>
      isHollow(value) &&
      !DERIVED.test(path) &&
      !replaced &&
      !had.some((leaf) => isDeepStrictEqual(leaf, [path, value])),
  );
  const knew = before.answer.limits;
  return [
    ...(told.partial || (replaced && without.answer?.partial === false)
      ? []
      : ["R2: a source failed and the answer is not partial"]),
    ...hollow.map(
      ([path, value]) =>
        `R2: ${path} is ${JSON.stringify(value)} because a source failed${untold.length > 0 ? ` (missing: ${untold.join(", ")})` : ""}`,
    ),
    ...told.limits
      .filter((limit) => NONE.test(limit) && !knew.includes(limit))
      .map((limit) => `R2: “${limit}” because a source failed`),
    ...[...verdicts(told)]
      .filter((one) => !verdicts(before.answer).has(one))
      .map((one) => `R6: ${one} because a source failed`),
  ];
}

/** R2: an answer with nothing in it is an answer. */
function empty({ id, before, after }: Compared): readonly string[] {
  if (after.failure || !after.answer || !before.answer) return [];
  if (!isDeepStrictEqual(others(after.answer, id), others(before.answer, id))) return [];
  return [
    ...(after.answer.partial && !before.answer.partial ? ["R2: partial although all answered"] : []),
    ...(outcomeOf(after.answer, id) === "empty" || !answeredWhole(before.answer, id)
      ? []
      : [`R2: told as ${outcomeOf(after.answer, id)}`]),
  ];
}

/** R3: what is left of a list shows no other direction. */
function cut({ analysis, before, after }: Compared): readonly string[] {
  if (!after.answer || !before.answer) return [];
  const had = new Map(leaves(sectionsOf(analysis, before.answer)));
  return leaves(sectionsOf(analysis, after.answer)).flatMap(([path, value]) =>
    /(?:^|\.)(?:direction|trend)$/.test(path) &&
    !path.includes("[]") &&
    had.has(path) &&
    had.get(path) !== value &&
    value !== "unknown"
      ? [`R3: ${path} is ${JSON.stringify(value)} where the whole list gives ${JSON.stringify(had.get(path))}`]
      : [],
  );
}

const HEADLINE =
  /(?:^|\.)(?:median\w*|mean\w*|q1|q3|value|prix_m2|loyer_median|low|high|price_m2|commune_price_m2|total_low|total_high|volatility_pct|effective_bets)$/;

/** R4: one value of many does not decide a headline. */
function implausible({ analysis, before, after }: Compared): readonly string[] {
  if (!after.answer || !before.answer) return [];
  const [right, told] = [sectionsOf(analysis, before.answer), sectionsOf(analysis, after.answer)];
  const had = new Map(leaves(right));
  return leaves(told).flatMap(([path, value]) => {
    if (!HEADLINE.test(path) || path.includes("[]") || typeof value !== "number") return [];
    const was = had.get(path);
    if (typeof was !== "number" || was === 0 || isSmall(told, path)) return [];
    const ratio = value / was;
    return ratio > 3 || ratio < 1 / 3 ? [`R4: ${path} goes from ${was} to ${value} by one value`] : [];
  });
}

/** Whether what a figure is made of is said to be few values. */
function isSmall(told: unknown, path: string): boolean {
  const names = path.split(".").slice(0, -1);
  return names.some((_, at) => {
    const held = names
      .slice(0, at + 1)
      .reduce<unknown>(
        (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
        told,
      );
    if (typeof held !== "object" || held === null) return false;
    const n: unknown = Reflect.get(held, "n") ?? Reflect.get(held, "ventes_n");
    return (
      Reflect.get(held, "small_sample") === true ||
      Reflect.get(held, "petit_echantillon") === true ||
      (typeof n === "number" && n < 3)
    );
  });
}

const RULES: Readonly<Record<Kind, (compared: Compared) => readonly string[]>> = {
  others: aboutAnother,
  beside: aboutAnother,
  empty,
  failure: failed,
  cut,
  outlier: implausible,
  zero: implausible,
};

/** What a run breaks, in sentences. */
export const broken = (compared: Compared): readonly string[] => [
  ...sound(compared),
  ...RULES[compared.kind](compared),
];
