import { combineLatest, concatMap, forkJoin, last, map, merge, type Observable, of, startWith, switchMap } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineAnalysis } from "../../define.ts";
import { language } from "../../parameters.ts";
import { characters } from "../../queries.ts";
import type { Gathered } from "../../settled-result.ts";
import { SourceNotSelected } from "../../source-filter.ts";
import { answer } from "./answer.ts";
import { answersTo } from "./answers.ts";
import { alternativesOf, drugOf, pricesOf, principlesOf, trialsOf } from "./medicine.ts";
import { DISCLAIMER, prompt } from "./prompt.ts";
import { SOURCES } from "./sources.ts";
import { type Identity, isCode } from "./told.ts";
import { type Registers, warningsOf } from "./warnings.ts";

const UNREAD = "No regulator's warning could be read: this does not mean that there is none.";

/** An answer that may not be there yet. */
const soFar = <T>(value$: Observable<T>): Observable<T | undefined> => value$.pipe(startWith(undefined));

/** A medicine as its regulators know it. */
export const drugs = defineAnalysis({
  path: "/health/drugs",
  title: "A medicine",
  describe:
    "What a medicine is, its active substances, what the regulators of the USA, France and the EU warn of, what there is instead, prices in France and trials.",
  q: {
    describe: "a brand or an active substance; or a French CIS or CIP code",
    example: "ibuprofen",
    schema: characters(2, 100),
  },
  parameters: {
    language: language("two letters, of the texts where a source has them; default: en"),
    region: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(["US", "FR", "EU"], { error: "must be US, FR or EU" }))
      .optional()
      .describe("whose regulator comes first: US, FR or EU; all are asked. Default: FR for French, else US"),
  },
  sources: SOURCES,
  budgetMs: 30_000,
  understood: z.object({
    name: z.string(),
    inn: z.string().optional(),
    rxcui: z.string().optional(),
    by: z.string().optional().describe("who said so"),
    region: z.string(),
    language: z.string(),
  }),
  answer,
  from: {
    disclaimer: [],
    drug: ["openfda_labels", "bdpm", "ema", "medlineplus", "dailymed", "wikipedia", "pubchem"],
    active_principles: ["bdpm", "openfda_labels", "dailymed"],
    regulator_warnings: ["openfda_labels", "bdpm", "ema", "dailymed", "openfda_recalls", "openfda_events"],
    alternatives: ["bdpm", "rxnorm"],
    prices: ["bdpm#packs"],
    trials: ["clinicaltrials"],
  },
  fields: {
    "drug.brands": ["rxnorm", "ema#medicines"],
    "drug.forms": ["bdpm", "openfda_labels"],
    "drug.cis": ["bdpm"],
    "regulator_warnings.contraindications": ["openfda_labels", "dailymed"],
    "regulator_warnings.interactions": ["openfda_labels", "dailymed"],
    "regulator_warnings.adverse_reactions": ["openfda_labels", "dailymed"],
    "regulator_warnings.recalls": ["openfda_recalls"],
    "regulator_warnings.safety_letters": ["rxnorm", "ema#letters"],
    "regulator_warnings.shortages": ["bdpm#shortages", "ema#shortages"],
    "regulator_warnings.enhanced_monitoring": ["bdpm", "ema#medicines"],
    "regulator_warnings.reported_reactions": ["openfda_events"],
    "alternatives.same_class": ["rxnorm"],
  },
  limits: [
    "The open interaction service closed in January 2024: interactions are those of the labels.",
    "Registers of the USA, France and the EU only.",
    "openFDA's results are unvalidated: do not rely on them to make decisions on medical care.",
  ],
  prompt,
  run: ({ input, parameters, ask, section, understood, limit, now }) => {
    const spoken = parameters.language ?? "en";
    const region = parameters.region ?? (spoken === "fr" ? "FR" : "US");
    const frame = spoken === "fr" ? "fr" : "en";
    const today = new Date(now()).toISOString().slice(0, 10);
    const q = isCode(input) ? input.replace(/\s/g, "") : input;

    const { identity$, labels$, french$, european$, leaflets$, members$, further$, trials$, ...more } = answersTo(
      q,
      spoken,
      ask,
    );
    const warnings$: Observable<Registers> = combineLatest({
      labels: soFar(labels$),
      french: soFar(french$),
      european: soFar(european$),
      letters: soFar(more.letters$),
      shortages: soFar(more.shortages$),
      recalls: soFar(more.recalls$),
      events: soFar(more.events$),
    });

    return merge(
      understood(
        combineLatest([identity$, knownBy([labels$, french$, european$], identity$, input)]).pipe(
          map(([{ name, inn, rxcui }]) => ({ name, inn, rxcui, by: rxcui && "rxnorm", region, language: spoken })),
        ),
      ),
      section("disclaimer", of(DISCLAIMER[frame])),
      section(
        "drug",
        forkJoin([labels$, french$, european$, leaflets$, members$, identity$, further$]).pipe(
          map(([labels, french, european, leaflets, members, identity, further]) => {
            heard(labels, french, european, leaflets);
            return drugOf(
              {
                identity,
                labels: labels.items,
                french: french.items,
                european: european.items,
                leaflets: leaflets.items,
                members: members.items,
                further,
              },
              region,
              frame,
            );
          }),
        ),
      ),
      section(
        "active_principles",
        forkJoin([french$, labels$]).pipe(
          map(([french, labels]) => {
            heard(french, labels);
            return principlesOf({ french: french.items, labels: labels.items });
          }),
        ),
      ),
      section("regulator_warnings", warnings$.pipe(map((registers) => warningsOf(registers, region, frame, today)))),
      section(
        "alternatives",
        forkJoin([french$, members$, identity$]).pipe(
          map(([french, members, identity]) => {
            heard(french, members);
            return alternativesOf({ french: french.items, members: members.items, identity }, frame);
          }),
        ),
      ),
      section(
        "prices",
        french$.pipe(
          map(itemsOf),
          map((items) => pricesOf(items, today)),
        ),
      ),
      section("trials", trials$.pipe(map(itemsOf), map(trialsOf))),
      identity$.pipe(
        concatMap(({ inn, rxcui, set, substance }) =>
          inn === undefined && rxcui === undefined && set
            ? [
                limit(
                  `RxNorm has no “${substance}”: the registers of the USA and the EU, which write in English, were asked for that name.`,
                ),
              ]
            : [],
        ),
      ),
      warnings$.pipe(
        last(),
        concatMap((registers) => (isSilent(warningsOf(registers, region, frame, today)) ? [limit(UNREAD)] : [])),
      ),
    );
  },
});

/** Whether no regulator warns of anything. */
const isSilent = ({ boxed, warnings, contraindications }: ReturnType<typeof warningsOf>): boolean =>
  !boxed && warnings.length + (contraindications?.length ?? 0) === 0;

/** Throws why none of the sources was answered, where none was. */
function heard(...answers: readonly Gathered<unknown>[]): void {
  if (answers.some(({ answered }) => answered)) return;
  throw answers.find(({ failure }) => failure)?.failure ?? new SourceNotSelected("a register of medicines");
}

/** What a source told; fails as it failed. */
function itemsOf<T>(told: Gathered<T>): readonly T[] {
  heard(told);
  return told.items;
}

/** Emits when somebody knows the medicine, or nobody could be asked; `not-found` where all who answered know none of that name. */
const knownBy = (
  registers: readonly Observable<Gathered<unknown>>[],
  identity$: Observable<Identity>,
  q: string,
): Observable<boolean> =>
  identity$.pipe(
    switchMap(({ rxcui, candidates = [] }) =>
      rxcui !== undefined
        ? of(true)
        : forkJoin(registers).pipe(
            map((all) => {
              if (all.some(({ items }) => items.length > 0)) return true;
              if (!all.some(({ answered }) => answered)) return false;
              const alike = candidates.length > 0 ? ` Names that begin alike: ${candidates.join("; ")}.` : "";
              throw new SourceError("not-found", `No medicine called “${q}” is known to the registers asked.${alike}`);
            }),
          ),
    ),
  );
