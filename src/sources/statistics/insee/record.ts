import { z } from "zod";
import { figure } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { labelled } from "../item.ts";

/** The populations that are in force: the data set that is asked where none is named. */
export const POPULATIONS = "DS_POPULATIONS_REFERENCE";

/** Words for the codes of a data set: by dimension, then by code. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Its codes in words: the service's own list of them holds every commune besides. */
export const OF_POPULATIONS: Words = new Map([
  [
    "POPREF_MEASURE",
    new Map([
      ["PMUN", "Population municipale"],
      ["PCAP", "Population comptée à part"],
      ["PTOT", "Population totale"],
    ]),
  ],
  ["FREQ", new Map([["A", "Annuelle"]])],
]);

const Text = z.string().nullish();
export const Bilingual = z.object({ fr: Text, en: Text });
type Bilingual = z.output<typeof Bilingual>;

export type Language = "fr" | "en";

/** In the language, else in the other one. */
export const inWords = (text: Bilingual | null | undefined, language: Language): string | undefined =>
  (text?.[language] ?? text?.fr ?? text?.en)?.trim();

const Value = z.object({ value: figure });

export const Body = z.object({
  identifier: z.string(),
  title: Bilingual.nullish(),
  modified: Text,
  observations: z.array(
    z.object({
      dimensions: z.record(z.string(), z.string().nullable()),
      measures: z.record(z.string(), Value),
      attributes: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  paging: z.object({ next: Text, isLast: z.boolean().nullish() }).nullish(),
});

interface Asked {
  readonly language: Language;
  readonly words: Words;
  /** The place's name, where it was looked up. */
  readonly place?: string | undefined;
}

/** One item per observation; GEO is the year of the map, the level and the code: 2025-COM-44109. */
export function itemsOf({ identifier, title, modified, observations }: z.output<typeof Body>, asked: Asked) {
  return observations.map(({ dimensions, measures, attributes }) => {
    const [, , level, code] = /^(?:(\d{4})-)?([A-Z\d]+)-(.+)$/.exec(dimensions["GEO"] ?? "") ?? [];
    const measure = measures["OBS_VALUE_NIVEAU"] ?? Object.values(measures)[0];
    const wordOf = (dimension: string, of: string): string =>
      asked.words.get(dimension)?.get(of) ?? (dimension === "GEO" ? asked.place : undefined) ?? of;
    const said = labelled(
      Object.entries(dimensions).flatMap(([dimension, of]) =>
        of ? [{ dimension, code: of, label: wordOf(dimension, of) }] : [],
      ),
    );
    const status = attributes?.["OBS_STATUS"] ?? dimensions["OBS_STATUS"];
    return {
      title: inWords(title, asked.language) ?? identifier,
      url: `https://catalogue-donnees.insee.fr/fr/catalogue/recherche/${encodeURIComponent(identifier)}`,
      id: identifier,
      dataset: identifier,
      country: "France",
      place: asked.place ?? (dimensions["GEO"] ? asked.words.get("GEO")?.get(dimensions["GEO"]) : undefined),
      geo: dimensions["GEO"],
      geoLevel: level,
      insee: level === "COM" || level === "ARM" ? code : undefined,
      value: measure?.value,
      unit: identifier === POPULATIONS ? "habitants" : said.labels["UNIT_MEASURE"],
      period: dimensions["TIME_PERIOD"],
      flag: typeof status === "string" ? status : undefined,
      updatedAt: isoDate(modified),
      ...said,
    };
  });
}
