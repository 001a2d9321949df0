import { concatMap, map, type Observable, of, switchMap } from "rxjs";
import type { bdpm } from "../../../sources/health/bdpm/index.ts";
import type { ema } from "../../../sources/health/ema/index.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import { atcIn } from "../../../sources/kit/requests/atc.ts";
import type { Door } from "./sources.ts";
import { hasWords, isNamed, keysOf, sameSet, substanceKey } from "./substance.ts";
import { type Concept, distinct, type FrenchMedicine, type Identity, isCode, without } from "./told.ts";

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
      const codes = items.flatMap((one) => (sameSet(setOf(one), set) ? (one.atc ?? []) : []));
      return named(written, ask).pipe(
        switchMap((found) => (found ? of(found) : byCode(codes[0], ask))),
        map((found) => ({
          ...known,
          substance: written,
          ...found,
          name,
          set: found?.atc ? found.set : set,
          alias: set,
        })),
      );
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

/** A substance by the European list's entry of its ATC code: its international name, and what RxNorm knows of that. */
function byCode(atc: string | undefined, ask: Door): Observable<Partial<Identity> | undefined> {
  if (atc === undefined || atcIn(atc) === undefined) return of(undefined);
  return ask.answer<typeof ema>("ema", atc, { options: { mode: "medicines" }, part: "medicines" }).pipe(
    switchMap(({ items }) => {
      const inn = items.find(
        ({ category, inn: name }) => category !== "Veterinary" && keysOf([name ?? ""]).size === 1,
      )?.inn;
      if (inn === undefined) return of(undefined);
      const english = { substance: without(inn), inn: without(inn), set: keysOf([inn]), atc };
      return named(english.inn, ask).pipe(map((found) => ({ ...english, ...found, atc })));
    }),
  );
}

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
