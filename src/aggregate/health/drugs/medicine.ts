import { folded } from "../../../language/fold.ts";
import type { Draft } from "../../../sources/source.ts";
import type { DrugAnswer } from "./answer.ts";
import {
  type Concept,
  distinct,
  type EuropeanEntry,
  type FrenchMedicine,
  type Identity,
  type Label,
  type Leaflet,
  ordered,
  type Spoken,
  type Study,
  shortened,
} from "./told.ts";
import type { Region } from "./warnings.ts";

const TEXT = 600;
const MOST = { brands: 20, holders: 10, cis: 20, words: 10, principles: 20, same: 20, prices: 20, studies: 5 };

const NOTE: Readonly<Record<Spoken, string>> = {
  en: "Only a doctor or pharmacist can replace a medicine.",
  fr: "Seul un médecin ou un pharmacien peut remplacer un médicament.",
};

/** A text in its source's words. */
interface Worded {
  readonly source: string;
  readonly text?: string | undefined;
}

/** What is known of the medicine itself. */
export interface Facts {
  readonly identity: Identity;
  readonly labels: readonly Label[];
  readonly french: readonly FrenchMedicine[];
  readonly european: readonly EuropeanEntry[];
  readonly leaflets: readonly Leaflet[];
  readonly members: readonly Concept[];
  /** What an encyclopedia and a library of chemicals say, in the order in which they are believed. */
  readonly further: readonly Worded[];
}

export function drugOf(
  { identity, labels, french, european, leaflets, members, further }: Facts,
  region: Region,
  spoken: Spoken,
): Draft<DrugAnswer["drug"]> {
  const best = ordered(labels);
  const description = first([
    ...leaflets.map(({ source, description }) => ({ source, text: description })),
    ...best.map(({ source, description }) => ({ source, text: description })),
    ...further,
  ]);
  const indications = first([
    ...best.map(({ source, indications }) => ({ source, text: indications })),
    // What a brand is authorised for need not be what the substance is for.
    ...european.map(({ source, name, title, indication }) => ({
      source,
      text: indication && `${name ?? title}: ${indication}`,
    })),
  ]);
  const delivery = {
    FR: french.flatMap(({ conditions = [] }) => conditions),
    US: best.flatMap(({ productType = "" }) => DELIVERY[spoken][productType] ?? []),
  };
  return {
    name: identity.name,
    inn: identity.inn,
    brands: distinct([...identity.brands, ...european.map(({ name }) => name)], MOST.brands),
    description: shortened(description?.text, TEXT),
    description_source: description?.source,
    indications: shortened(indications?.text, TEXT),
    indications_source: indications?.source,
    pharmacological_class: distinct(
      [
        ...best.flatMap(({ pharmacologicalClasses = [] }) => pharmacologicalClasses),
        ...members.map(({ className }) => className),
        ...european.map(({ pharmacologicalGroup }) => pharmacologicalGroup),
      ],
      MOST.words,
    ),
    atc: onlyOne(french.map(({ atc }) => atc)) ?? onlyOne(european.map(({ atc }) => atc)),
    forms: distinct(
      [...french, ...best].map(({ form }) => form),
      MOST.words,
    ),
    routes: distinct(
      [...french, ...best].flatMap(({ routes = [] }) => routes),
      MOST.words,
    ),
    prescription: [...(region === "US" ? [...delivery.US, ...delivery.FR] : [...delivery.FR, ...delivery.US])][0],
    holders: distinct(
      [...french, ...best, ...european].map(({ holder }) => holder),
      MOST.holders,
    ),
    rxcui: identity.rxcui,
    cis: french.flatMap(({ id }) => (id === undefined ? [] : String(id))).slice(0, MOST.cis),
    found_in: distinct(
      [identity.rxcui && "rxnorm", ...[...labels, ...french, ...european, ...leaflets].map(({ source }) => source)],
      MOST.words,
    ),
  };
}

/** What all who say it say alike; undefined where they differ: the code of one use is not that of another. */
const onlyOne = (codes: readonly (string | undefined)[]): string | undefined => {
  const [code, ...others] = new Set(codes.filter((one) => one !== undefined));
  return others.length === 0 ? code : undefined;
};

/** What openFDA's kinds of products are called. */
const DELIVERY: Readonly<Record<Spoken, Readonly<Record<string, string>>>> = {
  en: { "HUMAN PRESCRIPTION DRUG": "on prescription (USA)", "HUMAN OTC DRUG": "over the counter (USA)" },
  fr: { "HUMAN PRESCRIPTION DRUG": "sur ordonnance (États-Unis)", "HUMAN OTC DRUG": "sans ordonnance (États-Unis)" },
};

const first = (texts: readonly Worded[]): Worded | undefined => texts.find(({ text }) => text);

/** The active substances: with their doses where a register has them. */
export function principlesOf({
  french,
  labels,
}: Pick<Facts, "french" | "labels">): Draft<DrugAnswer["active_principles"]> {
  const dosed = french.flatMap(({ principles = [], source }) =>
    principles.flatMap(({ substance, dose, element, nature }) =>
      nature === "active substance" ? [{ substance, dose, form: element, source }] : [],
    ),
  );
  const [label] = ordered(labels);
  const named = label?.substances?.map((substance) => ({ substance, source: label.source })) ?? [];
  const all = new Map([...dosed, ...named].map((one) => [folded(Object.values(one).join(" ")), one]));
  return [...all.values()].slice(0, MOST.principles);
}

const KINDS: ReadonlyMap<string, "reference" | "generic"> = new Map(
  Object.entries<"reference" | "generic">({ reference: "reference", generic: "generic" }),
);

export function alternativesOf(
  { french, members, identity }: Pick<Facts, "french" | "members" | "identity">,
  spoken: Spoken,
): Draft<DrugAnswer["alternatives"]> {
  const same = french.flatMap(({ alternatives = [], source }) =>
    alternatives.map(({ name, kind = "", holder, priceEur, reimbursement }) => ({
      name,
      kind: KINDS.get(kind) ?? ("other" as const),
      holder,
      price_eur: priceEur,
      reimbursement,
      source,
    })),
  );
  const brands = identity.brands.map((name) => ({ name, kind: "other" as const, source: "rxnorm" }));
  const byName = new Map([...brands, ...same].toReversed().map((one) => [folded(one.name), one]));
  byName.delete(folded(identity.name));
  return {
    same_substance: [...byName.values()].toReversed().slice(0, MOST.same),
    same_class: members
      .flatMap(({ title, rxcui, className }) =>
        className && rxcui !== identity.rxcui ? [{ name: title, rxcui, class: className }] : [],
      )
      .slice(0, MOST.same),
    note: NOTE[spoken],
  };
}

/** Prices of the packs that are authorised; the register has today's alone. */
export const pricesOf = (french: readonly FrenchMedicine[], readAt: string): Draft<DrugAnswer["prices"]> =>
  french
    .flatMap(({ name, packs = [] }) =>
      packs.flatMap(({ label, priceEur, reimbursement, status = "active" }) =>
        priceEur === undefined || !/active/i.test(status)
          ? []
          : [{ pack: [name, label].filter(Boolean).join(", "), price_eur: priceEur, reimbursement, as_of: readAt }],
      ),
    )
    .slice(0, MOST.prices);

export const trialsOf = (studies: readonly Study[]): Draft<DrugAnswer["trials"]> => ({
  recruiting: studies.length === 0 ? 0 : studies[0]?.totalHits,
  studies: studies.slice(0, MOST.studies).map(({ id, title, status, phases, url }) => ({
    id: String(id ?? title),
    title,
    status,
    phase: phases?.join(", "),
    url,
  })),
});
