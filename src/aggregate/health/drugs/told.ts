import { sentences } from "../../../extraction/sentences.ts";
import { folded } from "../../../language/fold.ts";
import type { bdpm } from "../../../sources/health/bdpm/index.ts";
import type { clinicaltrials } from "../../../sources/health/clinicaltrials.ts";
import type { dailymed } from "../../../sources/health/dailymed.ts";
import type { ema } from "../../../sources/health/ema/index.ts";
import type { medlineplus } from "../../../sources/health/medlineplus.ts";
import type { openfdaEvents } from "../../../sources/health/openfda_events.ts";
import type { openfdaLabels } from "../../../sources/health/openfda_labels.ts";
import type { openfdaRecalls } from "../../../sources/health/openfda_recalls.ts";
import type { rxnorm } from "../../../sources/health/rxnorm/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { clipped } from "../../prompt/clean.ts";

/** What the sources tell of a medicine, in their own items. */
export type Concept = ItemOf<typeof rxnorm>;
export type FrenchMedicine = ItemOf<typeof bdpm>;
export type EuropeanEntry = ItemOf<typeof ema>;
export type Recall = ItemOf<typeof openfdaRecalls>;
export type Reported = ItemOf<typeof openfdaEvents>;
export type Leaflet = ItemOf<typeof medlineplus>;
export type Study = ItemOf<typeof clinicaltrials>;

/** An American label, by either of two libraries. */
export type Label = Pick<
  ItemOf<typeof openfdaLabels>,
  | "source"
  | "name"
  | "url"
  | "date"
  | "substances"
  | "routes"
  | "holder"
  | "productType"
  | "pharmacologicalClasses"
  | "description"
  | "indications"
  | "boxedWarning"
  | "warnings"
  | "contraindications"
  | "interactions"
  | "adverseReactions"
  | "pregnancy"
> &
  Partial<Pick<ItemOf<typeof dailymed>, "form">>;

/** The language of our own sentences. */
export type Spoken = "en" | "fr";

/** A code of the French register: CIS, CIP 7 or CIP 13. */
export const isCode = (q: string): boolean => /^(?:\d{7}|\d{8}|\d{13})$/.test(q.replace(/\s/g, ""));

export const without = (text: string): string => folded(text.trim());

/** Who is meant by `q`. */
export interface Identity {
  /** As it was asked for, or as the French register writes the medicine of a code. */
  readonly name: string;
  /** What English registers are asked for: the substance, else the name. */
  readonly substance: string;
  readonly inn?: string | undefined;
  readonly rxcui?: string | undefined;
  readonly brands: readonly string[];
  /** Keys of its substances; undefined: nobody knows them. */
  readonly set?: ReadonlySet<string> | undefined;
  /** The same substances by their names in another language, which an ATC code leads to. */
  readonly alias?: ReadonlySet<string> | undefined;
  /** Its ATC code, where names alone did not lead from one register to the other. */
  readonly atc?: string | undefined;
  /** Names of the French register that begin alike, where none is the name. */
  readonly candidates?: readonly string[] | undefined;
}

/** A text of a label shortened to whole sentences of so many characters in all. */
export function shortened(text: string | undefined, most: number): string | undefined {
  if (text === undefined || text.length <= most) return text;
  let whole = "";
  for (const sentence of sentences(text.slice(0, most * 4))) {
    const more = whole ? `${whole} ${sentence}` : sentence;
    if (more.length > most) break;
    whole = more;
  }
  return whole || clipped(text, most);
}

/** Texts once each, whatever their case. */
export function distinct(texts: readonly (string | null | undefined)[], most: number): string[] {
  const known = new Map<string, string>();
  for (const text of texts) if (text && !known.has(folded(text))) known.set(folded(text), text);
  return [...known.values()].slice(0, most);
}

/** Labels in the order in which they are believed: those that say most first. */
export function ordered(labels: readonly Label[]): readonly Label[] {
  const said = ({
    boxedWarning,
    warnings,
    contraindications,
    interactions,
    adverseReactions,
    pregnancy,
  }: Label): number =>
    [boxedWarning, warnings, contraindications, interactions, adverseReactions, pregnancy].filter(Boolean).length;
  return labels.toSorted((a, b) => said(b) - said(a));
}
