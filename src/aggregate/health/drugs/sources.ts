import { concatMap, EMPTY, type Observable, of, switchMap, take } from "rxjs";
import type { bdpm } from "../../../sources/health/bdpm/index.ts";
import type { dailymed } from "../../../sources/health/dailymed.ts";
import type { ema } from "../../../sources/health/ema/index.ts";
import type { openfdaLabels } from "../../../sources/health/openfda_labels.ts";
import type { openfdaRecalls } from "../../../sources/health/openfda_recalls.ts";
import { atcIn } from "../../../sources/kit/requests/atc.ts";
import type { Item } from "../../../sources/source.ts";
import type { About } from "../../about.ts";
import { type Gathered, gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import { isOf } from "./substance.ts";
import {
  type EuropeanEntry,
  type FrenchMedicine,
  type Identity,
  isCode,
  type Label,
  type Recall,
  without,
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

/** The French register's authorised medicines of the name, else of the substance, else of its ATC code in the European list. */
export function frenchOf(q: string, identity: Identity, ask: Door): Observable<Gathered<FrenchMedicine>> {
  const medicines = (name: string, meant: Identity = identity) =>
    ask.items<typeof bdpm>("bdpm", name, { about: aboutIt(meant, (row) => isCode(q) || isAuthorised(row)), pages: 3 });
  const alike = without(q) === without(identity.substance);
  const named$ = alike ? medicines(q) : ask.withFallback(medicines(q), medicines(identity.substance));
  return named$.pipe(
    gathered(),
    switchMap((found) =>
      found.items.length > 0 || !found.answered || isCode(q)
        ? of(found)
        : europeanOf("medicines", identity, ask).pipe(
            switchMap(({ items }) => {
              const atc = items.flatMap(({ atc: code = "" }) => atcIn(code) ?? [])[0];
              return atc === undefined ? of(found) : medicines(atc, { ...identity, atc }).pipe(gathered());
            }),
          ),
    ),
  );
}

const isHuman = ({ category }: Item): boolean => category !== "Veterinary";

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
        isHuman(row) &&
        (mode !== "medicines" || isAuthorised(row)) &&
        (mode !== "shortages" || !ENDED.test(String(row["status"] ?? ""))),
    ),
  });

/** A shortage that is over. */
const ENDED = /resolved|closed|ended/i;

/** Recalls of what has the substance, and not those of a firm of its name or of a combination. */
export const recallsOf = (identity: Identity, ask: Door): Observable<Gathered<Recall>> =>
  ask.answer<typeof openfdaRecalls>("openfda_recalls", identity.substance, { about: aboutIt(identity) });
