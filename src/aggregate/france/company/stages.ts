import {
  catchError,
  combineLatest,
  concatMap,
  filter,
  forkJoin,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  throwError,
  toArray,
} from "rxjs";
import type { gleif } from "../../../sources/company/gleif.ts";
import type { opencorporates } from "../../../sources/company/opencorporates.ts";
import type { vies } from "../../../sources/company/vies.ts";
import type { adresse } from "../../../sources/french/adresse.ts";
import type { associations } from "../../../sources/french/associations.ts";
import type { boamp } from "../../../sources/french/boamp.ts";
import type { bodacc } from "../../../sources/french/bodacc.ts";
import type { dvf } from "../../../sources/french/dvf/index.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { About } from "../../about.ts";
import { isSureAddress } from "../../places/address.ts";
import { askedWith } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Answer } from "./answer.ts";
import { estateOf } from "./estate.ts";
import { flagsOf } from "./flags.ts";
import { associationsOf, contractsOf, noticesOf } from "./notices.ts";
import type { AskedCompany } from "./query.ts";
import type { Found } from "./register.ts";
import type { Id } from "./sources.ts";

/** Notices are read to the end, or to 500: 20 a page. */
const NOTICE_PAGES = 25;

/** Awards, the newest 100. */
const AWARD_PAGES = 5;

/** All sales of a commune of six years, which 8,000 hold of all but the largest: 20 a page. */
const SALE_PAGES = 400;

/** Every section but the flags is a cold stream of its own; the flags are drawn from all that came. */
export function stagesOf(ask: SourceClient<Id>, found$: Observable<Found>, { rna }: AskedCompany, now: number) {
  const at = <T>(read: (found: Found) => Observable<T>): Observable<T> =>
    found$.pipe(switchMap(read), shareReplayLatest());

  const aboutIt = ({ company: { name, siren } }: Found): About => ({ name: `${name} (${siren})`, keys: { siren } });

  const bodacc$ = at((found) =>
    ask.answer<typeof bodacc>("bodacc", found.company.siren, { pages: NOTICE_PAGES, about: aboutIt(found) }),
  );
  const gleif$ = at((found) => ask.answer<typeof gleif>("gleif", found.company.siren, { about: aboutIt(found) }));
  const vies$ = at((found) => ask.answer<typeof vies>("vies", found.company.siren, { about: aboutIt(found) }));
  const others$ = at(({ company: { siren } }) => ask.answer<typeof opencorporates>("opencorporates", `fr/${siren}`));
  const contracts$ = at(({ company: { name } }) =>
    ask
      .answer<typeof boamp>("boamp", name, { pages: AWARD_PAGES, options: { field: "winner" } })
      .pipe(map((told) => (told.answered ? contractsOf(told.items, name, AWARD_PAGES * 20) : undefined))),
  );
  const sales$ = at(({ insee, company: { city } }) =>
    askedWith(insee, (code) =>
      ask.answer<typeof dvf>("dvf", `insee:${code}`, {
        pages: SALE_PAGES,
        about: { name: `${city ?? "the commune"} (${code})`, keys: { insee: code } },
      }),
    ),
  );
  const address$ = at(({ company: { address }, insee }) =>
    askedWith(address ?? undefined, (written) =>
      ask.answer<typeof adresse>("adresse", written, {
        about: { name: `“${written}”`, keys: { insee }, is: isSureAddress },
      }),
    ),
  );

  const legal$ = bodacc$.pipe(map(({ items, answered }) => (answered ? noticesOf(items) : undefined)));
  const lei$ = gleif$.pipe(map(({ items }) => leiIn(items)));
  const identifiers$ = combineLatest([found$, lei$, vies$]).pipe(
    map(([{ company }, lei, { items }]) => {
      // A number that the register does not tell cannot be wrong.
      const vat = items.find((one) => sameVat(one.vat, company.vat ?? undefined));
      return identifiersOf(lei, vat);
    }),
  );
  const estate$ = combineLatest([found$, sales$, address$]).pipe(
    map(([{ company }, sales, addresses]) =>
      sales.answered
        ? estateOf(sales.items, addresses.items[0], company.address ?? undefined, company.city ?? "")
        : undefined,
    ),
  );

  return {
    company: merge(
      found$.pipe(map(({ company }) => company)),
      // What other registers add to the record, once they have answered.
      combineLatest([found$, lei$, others$]).pipe(
        filter(([, lei, others]) => lei !== undefined || others.items.length > 0),
        map(
          ([
            { company },
            lei,
            {
              items: [other],
            },
          ]) => ({
            ...company,
            lei: lei?.lei ?? company.lei,
            legal_form: company.legal_form ?? other?.legalForm,
            activity: company.activity ?? other?.activity,
          }),
        ),
      ),
    ),
    finances: found$.pipe(concatMap(({ finances }) => (finances ? [finances] : []))),
    directors: found$.pipe(concatMap(({ directors }) => (directors ? [directors] : []))),
    associations: found$.pipe(
      map(({ company: { siren }, rna: own = rna }) => (own ? [siren, own] : [siren])),
      // An association without a SIREN is known by its notices alone.
      catchError((error: unknown) => (rna ? of([rna]) : throwError(() => error))),
      switchMap((numbers) =>
        forkJoin(
          numbers.map((q) =>
            ask.items<typeof associations>("associations", q, { about: aboutAssociation(q) }).pipe(toArray()),
          ),
        ),
      ),
      map((notices) => associationsOf(notices.flat())),
    ),
    legal_notices: legal$.pipe(concatMap(present)),
    real_estate: estate$.pipe(concatMap(present)),
    public_contracts: contracts$.pipe(concatMap(present)),
    identifiers: identifiers$,
    flags: combineLatest([found$, bodacc$, legal$, identifiers$, contracts$, estate$]).pipe(
      map(([found, { items, answered }, legal, identifiers, contracts, estate]) =>
        flagsOf({ found, notices: answered ? items : undefined, legal, identifiers, contracts, estate }, now),
      ),
    ),
  };
}

/** Notices of the association that was asked by its number; of a SIREN a notice tells nothing. */
const aboutAssociation = (q: string): About | undefined => (/^W/.test(q) ? { name: q, keys: { rna: q } } : undefined);

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

type Lei = ItemOf<typeof gleif>;

/** The record of the company itself, not of a branch. */
const leiIn = (items: readonly Lei[]): Lei | undefined =>
  items.find(({ country, entityCategory }) => country === "FR" && entityCategory !== "BRANCH");

const sameVat = (one: string, other: string | undefined): boolean =>
  one.replace(/\s/g, "").toUpperCase() === other?.replace(/\s/g, "").toUpperCase();

const identifiersOf = (lei: Lei | undefined, vat: ItemOf<typeof vies> | undefined): Draft<Answer["identifiers"]> => ({
  lei: lei?.lei,
  lei_status: lei?.status,
  lei_renewal: lei?.renewalAt,
  vat_valid: vat?.valid,
  vat_checked: vat?.checkedAt,
});
