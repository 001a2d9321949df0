import { concatMap, EMPTY, map, type Observable, of, switchMap, take } from "rxjs";
import { folded } from "../../../language/fold.ts";
import type { bdpm } from "../../../sources/health/bdpm/index.ts";
import type { dailymed } from "../../../sources/health/dailymed.ts";
import type { ema } from "../../../sources/health/ema/index.ts";
import type { openfdaLabels } from "../../../sources/health/openfda_labels.ts";
import type { openfdaRecalls } from "../../../sources/health/openfda_recalls.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import type { Item } from "../../../sources/source.ts";
import type { About } from "../../about.ts";
import { type Gathered, gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import { hasWords, isNamed, isOf, keysOf, sameSet, substanceKey } from "./substance.ts";
import {
  type Concept,
  distinct,
  type EuropeanEntry,
  type FrenchMedicine,
  type Identity,
  type Label,
  type Recall,
} from "./told.ts";

/** Every source of the analysis. */
export const SOURCES = {
  rxnorm: { kind: "primary", resolves: true },
  openfda_labels: "primary",
  bdpm: "primary",
  ema: "primary",
  dailymed: "fallback",
  openfda_events: "enriching",
  openfda_recalls: "enriching",
  medlineplus: "enriching",
  pubchem: "enriching",
  clinicaltrials: "enriching",
  wikipedia: "enriching",
} as const;

export type Door = SourceClient<keyof typeof SOURCES>;

/** A code of the French register: CIS, CIP 7 or CIP 13. */
export const isCode = (q: string): boolean => /^(?:\d{7}|\d{8}|\d{13})$/.test(q.replace(/\s/g, ""));

const without = (text: string): string => folded(text.trim());

/** Who is meant: the substance as RxNorm has it, under the name that was asked for or that the French register gives. */
export function identified(q: string, ask: Door): Observable<Identity> {
  const unknown: Identity = { name: q, substance: q, brands: [] };
  const inFrench$ = ask.answer<typeof bdpm>("bdpm", q).pipe(
    concatMap(({ items }) => {
      const medicine = isCode(q) ? items[0] : simplestOf(items.filter((one) => isCalled(one, q)));
      if (!medicine) {
        const candidates = distinct(
          items.map(({ name }) => name),
          10,
        );
        return of({ ...unknown, ...(candidates.length > 0 && { candidates }) });
      }
      const name = isCode(q) ? (medicine.name ?? q) : q;
      const set = setOf(medicine);
      const known: Identity = { ...unknown, name, ...(set.size > 0 && { set }) };
      const [substance, ...others] = medicine.substances ?? [];
      if (substance === undefined || others.length > 0 || set.size > 1) return of(known);
      const written = without(substance);
      return named(written, ask).pipe(map((found) => ({ ...known, substance: written, ...found, name, set })));
    }),
  );
  if (isCode(q)) return inFrench$;
  return named(q, ask).pipe(switchMap((found) => (found ? of(found) : inFrench$)));
}

const isCalled = ({ name, substances = [] }: FrenchMedicine, q: string): boolean =>
  hasWords(name ?? "", q) || sameSet(keysOf(substances), keysOf([q]));

/** Its active substances, not their therapeutic fractions. */
const setOf = ({ principles = [], substances = [] }: FrenchMedicine): ReadonlySet<string> => {
  const active = principles.flatMap(({ substance, nature }) => (nature === "active substance" ? substance : []));
  return keysOf(active.length > 0 ? active : substances);
};

/** Of medicines of one name that of fewest substances: the further ones are combinations with it. */
const simplestOf = (medicines: readonly FrenchMedicine[]): FrenchMedicine | undefined =>
  medicines.toSorted((a, b) => setOf(a).size - setOf(b).size)[0];

/** A name that RxNorm knows, with the substance of its simplest product. */
function named(name: string, ask: Door): Observable<Identity | undefined> {
  const key = substanceKey(name);
  return ask.answer<typeof rxnorm>("rxnorm", name).pipe(
    switchMap(({ items }) => {
      const parts = ({ name: written = "" }: Concept): number => written.split(" / ").length;
      const [simplest] = items
        .filter(({ matchScore, name: written, title }) =>
          matchScore === undefined ? isNamed(written ?? title, name) : substanceKey(written ?? title) === key,
        )
        .toSorted((a, b) => parts(a) - parts(b));
      return simplest ? ask.answer<typeof rxnorm>("rxnorm", `rxcui:${simplest.rxcui}`) : of(undefined);
    }),
    map((related): Identity | undefined => {
      const of = (tty: string) => related?.items.filter((one) => one.tty === tty) ?? [];
      const all = of("IN");
      const asked = all.find(({ title }) => substanceKey(title) === key);
      const [substance, ...others] = asked ? [asked] : all;
      if (substance === undefined) return undefined;
      const alone = others.length === 0;
      return {
        name,
        substance: alone ? substance.title : name,
        inn: [substance, ...others].map(({ title }) => title).join(" / "),
        rxcui: alone ? substance.rxcui : undefined,
        set: keysOf([substance, ...others].map(({ title }) => title)),
        brands: distinct(
          of("BN").map(({ title }) => title),
          20,
        ),
      };
    }),
  );
}

/** Rows of exactly these substances: what holds for a combination does not hold for one of them. */
const aboutIt = (identity: Identity, further: (row: Item) => boolean = () => true): About => ({
  name: `${identity.inn ?? identity.substance} alone`,
  is: (row) => isOf(identity, row) && further(row),
});

/** American labels of a substance: openFDA's, else the whole text of the first that DailyMed lists. */
export const labelsOf = (identity: Identity, ask: Door): Observable<Gathered<Label>> => {
  const about = aboutIt(identity);
  return ask
    .withFallback<Label>(
      ask.items<typeof openfdaLabels>("openfda_labels", identity.substance, { about }),
      ask.items<typeof dailymed>("dailymed", identity.substance, { about }).pipe(
        take(1),
        concatMap(({ id }) => (id === undefined ? EMPTY : ask.items<typeof dailymed>("dailymed", String(id)))),
      ),
    )
    .pipe(gathered());
};

/** An authorisation that was withdrawn, refused, suspended or that ended says nothing of what is sold today. */
const isAuthorised = ({ status }: Item): boolean =>
  typeof status !== "string" || /^(?:authori[sz]ed|autorisation active)/i.test(status);

/** The French register's authorised medicines of the name, else of the substance. */
export function frenchOf(q: string, identity: Identity, ask: Door): Observable<Gathered<FrenchMedicine>> {
  const about = aboutIt(identity, (row) => isCode(q) || isAuthorised(row));
  const medicines = (name: string) => ask.items<typeof bdpm>("bdpm", name, { about, pages: 3 });
  const alike = without(q) === without(identity.substance);
  return (alike ? medicines(q) : ask.withFallback(medicines(q), medicines(identity.substance))).pipe(gathered());
}

/** Entries of one of the agency's lists that are of the medicine's substances; of medicines those that are authorised. */
export const europeanOf = (
  mode: "medicines" | "letters" | "shortages",
  identity: Identity,
  ask: Door,
): Observable<Gathered<EuropeanEntry>> =>
  ask.answer<typeof ema>("ema", identity.substance, {
    options: { mode },
    part: mode,
    pages: 3,
    about: aboutIt(
      identity,
      (row) =>
        row["category"] !== "Veterinary" &&
        (mode !== "medicines" || isAuthorised(row)) &&
        (mode !== "shortages" || !ENDED.test(String(row["status"] ?? ""))),
    ),
  });

/** A shortage that is over. */
const ENDED = /resolved|closed|ended/i;

/** Recalls of what has the substance, and not those of a firm of its name or of a combination. */
export const recallsOf = (identity: Identity, ask: Door): Observable<Gathered<Recall>> =>
  ask.answer<typeof openfdaRecalls>("openfda_recalls", identity.substance, { about: aboutIt(identity) });
