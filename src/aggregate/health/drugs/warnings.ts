import type { Draft } from "../../../sources/source.ts";
import type { Gathered } from "../../settled-result.ts";
import type { DrugAnswer } from "./answer.ts";
import {
  distinct,
  type EuropeanEntry,
  type FrenchMedicine,
  type Label,
  ordered,
  type Recall,
  type Reported,
  type Spoken,
  shortened,
} from "./told.ts";

/** What the regulators' registers came to; what was not answered yet is absent. */
export interface Registers {
  readonly labels?: Gathered<Label>;
  readonly recalls?: Gathered<Recall>;
  readonly events?: Gathered<Reported>;
  readonly french?: Gathered<FrenchMedicine>;
  readonly european?: Gathered<EuropeanEntry>;
  readonly letters?: Gathered<EuropeanEntry>;
  readonly shortages?: Gathered<EuropeanEntry>;
}

export type Region = "US" | "FR" | "EU";

const TEXT = 500;
const MOST = { texts: 3, warnings: 8, letters: 10, recalls: 10, shortages: 10, reactions: 10 };

const REGULATOR = { US: "FDA", FR: "ANSM", EU: "EMA" } as const;

const REPORTS_NOTE: Readonly<Record<Spoken, string>> = {
  en: "A report does not prove that the drug caused the reaction.",
  fr: "Une déclaration ne prouve pas que le médicament a causé la réaction.",
};

/** The French register says "back in stock" in the list of shortages. */
const BACK = /remise? (?:à|a) disposition/i;

type Warnings = Draft<DrugAnswer["regulator_warnings"]>;

/** All that the regulators warn of, the region's own first. */
export function warningsOf(registers: Registers, region: Region, spoken: Spoken, today: string): Warnings {
  const isCurrent = ({ until }: { readonly until?: string | undefined }): boolean =>
    until === undefined || until >= today;
  const labels = ordered(registers.labels?.items ?? []);
  const french = registers.french?.items ?? [];
  const each = (read: (label: Label) => string | undefined): string[] =>
    distinct(
      labels.map((label) => shortened(read(label), TEXT)),
      MOST.texts,
    );
  const warnings = [
    ...labels.flatMap(({ warnings = [], url }) => warnings.map((one) => ({ url, ...one, regulator: "FDA" as const }))),
    ...french.flatMap(({ warnings = [] }) =>
      warnings.filter(isCurrent).map((one) => ({ ...one, regulator: "ANSM" as const })),
    ),
    ...(registers.letters?.items ?? []).flatMap(({ warnings = [], title }) =>
      warnings.map((one) => ({ ...one, text: `${title}: ${one.text}`, regulator: "EMA" as const })),
    ),
  ].toSorted((a, b) => rank(a.regulator, region) - rank(b.regulator, region));
  return {
    boxed: shortened(labels.find(({ boxedWarning }) => boxedWarning)?.boxedWarning, TEXT),
    boxed_url: labels.find(({ boxedWarning }) => boxedWarning)?.url,
    warnings: once(warnings).slice(0, MOST.warnings),
    contraindications: each(({ contraindications }) => contraindications),
    interactions: each(({ interactions }) => interactions),
    pregnancy: shortened(labels.find(({ pregnancy }) => pregnancy)?.pregnancy, TEXT),
    adverse_reactions: each(({ adverseReactions }) => adverseReactions),
    recalls: (registers.recalls?.items ?? []).slice(0, MOST.recalls).map((recall) => ({
      date: recall.date,
      class: recall.classification,
      status: recall.status,
      reason: shortened(recall.snippet, TEXT),
      product: shortened(recall.product, TEXT),
      url: recall.url,
    })),
    safety_letters: (registers.letters?.items ?? [])
      .slice(0, MOST.letters)
      .map(({ date, title, url }) => ({ date, title, url })),
    shortages: [
      ...french.flatMap(({ shortages = [] }) =>
        shortages
          .filter(({ status = "" }) => !BACK.test(status))
          .map(({ status, since, url }) => ({ status, since, url, regulator: "ANSM" as const })),
      ),
      ...(registers.shortages?.items ?? []).map(({ status, date, url }) => ({
        status,
        since: date,
        url,
        regulator: "EMA" as const,
      })),
    ].slice(0, MOST.shortages),
    enhanced_monitoring: watched(registers),
    reported_reactions: (registers.events?.items ?? [])
      .slice(0, MOST.reactions)
      .flatMap(({ title, count }) => (count === undefined ? [] : [{ reaction: title ?? "", reports: count }])),
    reports_note: REPORTS_NOTE[spoken],
  };
}

/** True where a register says so of one of the medicines; absent where none says anything. */
function watched({ french, european }: Registers): boolean | undefined {
  const said = [
    ...(french?.items ?? []).map(({ enhancedMonitoring }) => enhancedMonitoring),
    ...(european?.items ?? []).map(({ additionalMonitoring }) => additionalMonitoring),
  ].filter((one) => one !== undefined);
  return said.length === 0 ? undefined : said.includes(true);
}

const rank = (regulator: string, region: Region): number => (REGULATOR[region] === regulator ? 0 : 1);

/** Warnings once each: the packs of a medicine have the same. */
function once<T extends { readonly text: string }>(warnings: readonly T[]): readonly T[] {
  const short = warnings.map((one) => ({ ...one, text: shortened(one.text, TEXT) ?? "" }));
  const texts = distinct(
    short.map(({ text }) => text),
    short.length,
  );
  return texts.flatMap((text) => short.find((one) => one.text === text) ?? []);
}
