import { concatMap, EMPTY, map, type Observable, of, switchMap, take } from "rxjs";
import { folded } from "../../../language/fold.ts";
import type { bdpm } from "../../../sources/health/bdpm/index.ts";
import type { dailymed } from "../../../sources/health/dailymed.ts";
import type { ema } from "../../../sources/health/ema/index.ts";
import type { openfdaLabels } from "../../../sources/health/openfda_labels.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import type { Ask } from "../../door.ts";
import { type Gathered, gathered } from "../../gathered.ts";
import { type Concept, distinct, type EuropeanEntry, type FrenchMedicine, type Identity, type Label } from "./told.ts";

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

export type Door = Ask<keyof typeof SOURCES>;

/** A code of the French register: CIS, CIP 7 or CIP 13. */
export const isCode = (q: string): boolean => /^(?:\d{7}|\d{8}|\d{13})$/.test(q.replace(/\s/g, ""));

const without = (text: string): string => folded(text.trim());

/** Whether a name has the words at its beginning: what is only alike is another medicine. */
const isCalled = (name: string | undefined, words: string): boolean =>
  name !== undefined && ` ${without(name).replace(/[[\]]/g, "")}`.includes(` ${without(words)}`);

/** Who is meant: the substance as RxNorm has it, under the name that was asked for or that the French register gives. */
export function identified(q: string, ask: Door): Observable<Identity> {
  const unknown: Identity = { name: q, substance: q, brands: [] };
  const inFrench$ = ask.items<typeof bdpm>("bdpm", q).pipe(
    take(1),
    gathered(),
    concatMap(({ items: [medicine] }) => {
      const [substance, ...others] = medicine?.substances ?? [];
      const name = isCode(q) ? (medicine?.name ?? q) : q;
      if (substance === undefined || others.length > 0) return of({ ...unknown, name });
      const english = without(substance);
      return named(english, ask).pipe(
        map((found) => (found ? { ...found, name } : { ...unknown, name, substance: english })),
      );
    }),
  );
  if (isCode(q)) return inFrench$;
  return named(q, ask).pipe(switchMap((found) => (found ? of(found) : inFrench$)));
}

/** A name that RxNorm knows, with the substance of its simplest product. */
function named(name: string, ask: Door): Observable<Identity | undefined> {
  return ask.answer<typeof rxnorm>("rxnorm", name).pipe(
    switchMap(({ items }) => {
      const parts = ({ name: written = "" }: Concept): number => written.split(" / ").length;
      const [simplest] = items
        .filter((one) => one.matchScore === undefined || isCalled(one.name, name))
        .toSorted((a, b) => parts(a) - parts(b));
      return simplest ? ask.answer<typeof rxnorm>("rxnorm", `rxcui:${simplest.rxcui}`) : of(undefined);
    }),
    map((related) => {
      const of = (tty: string) => related?.items.filter((one) => one.tty === tty) ?? [];
      const [substance, ...others] = of("IN");
      if (substance === undefined) return undefined;
      const alone = others.length === 0;
      return {
        name,
        substance: alone ? substance.title : name,
        inn: [substance, ...others].map(({ title }) => title).join(" / "),
        rxcui: alone ? substance.rxcui : undefined,
        brands: distinct(
          of("BN").map(({ title }) => title),
          20,
        ),
      };
    }),
  );
}

/** American labels of a substance: openFDA's, else the whole text of the first that DailyMed lists. */
export const labelsOf = (substance: string, ask: Door): Observable<Gathered<Label>> =>
  ask
    .withFallback<Label>(
      ask.items<typeof openfdaLabels>("openfda_labels", substance),
      ask.items<typeof dailymed>("dailymed", substance).pipe(
        take(1),
        concatMap(({ id }) => (id === undefined ? EMPTY : ask.items<typeof dailymed>("dailymed", String(id)))),
      ),
    )
    .pipe(gathered());

/** The French register's medicines of the name, else of the substance. */
export function frenchOf(q: string, { substance }: Identity, ask: Door): Observable<Gathered<FrenchMedicine>> {
  const medicines = (name: string) => ask.items<typeof bdpm>("bdpm", name);
  const alike = without(q) === without(substance);
  return (alike ? medicines(q) : ask.withFallback(medicines(q), medicines(substance))).pipe(gathered());
}

/** Entries of one of the agency's lists that are of the name or the substance, not only written for what it is for. */
export const europeanOf = (
  mode: "medicines" | "letters" | "shortages",
  { name, substance }: Identity,
  ask: Door,
): Observable<Gathered<EuropeanEntry>> =>
  ask.answer<typeof ema>("ema", substance, { options: { mode } }).pipe(
    map(({ items, ...answered }) => ({
      ...answered,
      items: items.filter(
        (entry) =>
          entry.category !== "Veterinary" &&
          [entry.title, entry.name, entry.inn, ...(entry.substances ?? [])].some(
            (said) => isCalled(said, substance) || isCalled(said, name),
          ),
      ),
    })),
  );
