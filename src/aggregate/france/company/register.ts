import { concatMap, defer, EMPTY, type Observable, throwIfEmpty, toArray } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { gleif } from "../../../sources/company/gleif.ts";
import type { rechercheEntreprises } from "../../../sources/french/recherche_entreprises/index.ts";
import type { sirene } from "../../../sources/french/sirene.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Answer } from "./answer.ts";
import { holdsWords } from "./legal-name.ts";
import type { AskedCompany } from "./query.ts";
import { headcountOf, legalFormOf } from "./words.ts";

type Recorded = ItemOf<typeof rechercheEntreprises>;

/** Companies beside the first that are told of. */
const OTHERS = 4;

/** A company as a register has it, with what its sections are made of. */
export interface Found {
  readonly by: "recherche_entreprises" | "sirene" | "gleif";
  readonly company: Draft<Answer["company"]> & { readonly name: string; readonly siren: string };
  /** INSEE code of the head office's commune. */
  readonly insee?: string | undefined;
  readonly rna?: string | undefined;
  /** Partly not published. */
  readonly restricted?: boolean | undefined;
  /** Absent where the register that answered does not know. */
  readonly finances?: Draft<Answer["finances"]> | undefined;
  readonly directors?: Draft<Answer["directors"]> | undefined;
}

/** A company, and the others that the words could mean. */
export interface Resolved {
  readonly found: Found;
  readonly others: readonly Found[];
}

const statusOf = (code: string | undefined): "active" | "ceased" | undefined =>
  code === "A" ? "active" : code === "C" ? "ceased" : undefined;

const yearOf = (date: string | undefined): number | undefined => (date ? Number(date.slice(0, 4)) : undefined);

function recorded(item: Recorded): readonly Found[] {
  const { siren, title } = item;
  if (siren === undefined || title === undefined) return [];
  return [
    {
      by: "recherche_entreprises",
      company: {
        name: title,
        siren,
        siret_head_office: item.siret,
        acronym: item.acronym,
        vat: item.vat,
        legal_form_code: item.legalForm,
        legal_form: legalFormOf(item.legalForm),
        activity_code: item.naf,
        size: item.size,
        headcount_band: headcountOf(item.headcountCode),
        headcount_year: item.headcountYear,
        status: statusOf(item.status),
        created: item.date,
        closed: item.closed,
        address: item.address,
        postal_code: item.postcode,
        city: item.city,
        latitude: item.latitude,
        longitude: item.longitude,
        establishments: item.establishments,
        establishments_open: item.establishmentsOpen,
        is_association: item.isAssociation,
        // That something is filled in elsewhere is no label.
        labels: item.labels?.filter((label) => !label.endsWith("_renseignee")),
        url: item.url,
      },
      insee: item.insee,
      rna: item.rna,
      restricted: item.diffusion === "P",
      finances: (item.finances ?? []).map(({ year, turnover, netIncome, currency }) => ({
        year,
        turnover,
        net_income: netIncome,
        currency,
      })),
      // Persons who do not let their name be published are not named.
      directors: (item.directors ?? []).flatMap(({ name, role, type, birth, siren: number }) =>
        name ? [{ name, role, type, birth_year: yearOf(birth), siren: number }] : [],
      ),
    },
  ];
}

/** The head office as the register of establishments has it. */
function established(items: readonly ItemOf<typeof sirene>[]): readonly Found[] {
  const office = items.find(({ isHeadOffice }) => isHeadOffice) ?? items[0];
  if (!office?.siren || !office.title) return [];
  return [
    {
      by: "sirene",
      company: {
        name: office.title,
        siren: office.siren,
        siret_head_office: office.siret,
        acronym: office.acronym,
        legal_form_code: office.legalForm,
        legal_form: legalFormOf(office.legalForm),
        activity_code: office.naf,
        size: office.size,
        status: statusOf(office.unitStatus),
        created: office.founded,
        address: office.address,
        postal_code: office.postcode,
        city: office.city,
        url: office.url,
      },
      insee: office.insee,
      restricted: office.diffusion === "P",
    },
  ];
}

/** A French company among the holders of LEIs. */
const identified = (items: readonly ItemOf<typeof gleif>[]): readonly Found[] =>
  items
    .filter(({ country, registerNumber }) => country === "FR" && /^\d{9}$/.test(registerNumber ?? ""))
    .slice(0, 1 + OTHERS)
    .flatMap(({ title, registerNumber, lei, address, foundedAt, url }) =>
      registerNumber
        ? [
            {
              by: "gleif" as const,
              company: { name: title, siren: registerNumber, lei, address, created: foundedAt, url },
            },
          ]
        : [],
    );

/** The company that was meant, of the first register that knows it. Fails with `not-found` where none does. */
export function resolvedCompany(
  ask: Pick<SourceClient<"recherche_entreprises" | "sirene" | "gleif">, "items" | "withFallback">,
  { text, siren, rna }: AskedCompany,
): Observable<Resolved> {
  /** What was answered and is another company: named where nothing better is. */
  const alike = new Set<string>();
  const sound = (found: readonly Found[]): readonly (readonly Found[])[] => {
    const fitting = found.filter(({ company }) =>
      siren === undefined
        ? rna !== undefined || holdsWords(text, [company.name, company.acronym, company.city, company.postal_code])
        : company.siren === siren,
    );
    if (fitting.length === 0) for (const { company } of found) alike.add(`${company.name} (${company.siren})`);
    return fitting.length > 0 ? [fitting] : [];
  };
  const registered$ = ask.items<typeof rechercheEntreprises>("recherche_entreprises", text).pipe(
    toArray(),
    concatMap((items) => sound(items.flatMap(recorded))),
  );
  const established$ = ask.items<typeof sirene>("sirene", text).pipe(
    toArray(),
    concatMap((items) => sound(established(items))),
  );
  const identified$ = ask.items<typeof gleif>("gleif", text).pipe(
    toArray(),
    concatMap((items) => sound(identified(items))),
  );
  const others$ = rna === undefined ? ask.withFallback(established$, identified$) : EMPTY;
  return ask
    .withFallback(
      registered$,
      defer(() => others$),
    )
    .pipe(
      throwIfEmpty(() => unknownCompany(text, siren === undefined ? [...alike] : [])),
      concatMap(([found, ...others]): readonly Resolved[] =>
        found ? [{ found, others: others.slice(0, OTHERS) }] : [],
      ),
      shareReplayLatest(),
    );
}

const unknownCompany = (text: string, alike: readonly string[]): SourceError => {
  const others = alike.length > 0 ? ` Others that were found: ${alike.slice(0, OTHERS).join("; ")}.` : "";
  return new SourceError("not-found", `No French company is called, or has the number, “${text}”.${others}`);
};
