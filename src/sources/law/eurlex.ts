import { z } from "zod";
import { defineSource } from "../define.ts";
import { distinctBy } from "../kit/compose/distinct.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { LawItem } from "./item.ts";

/* The Publications Office's SPARQL endpoint, whose graph the pages of EUR-Lex are made of. */

const PER_PAGE = 20;

/** The languages of the Union by the codes that the graph has (ISO 639-3, terminological). */
const LANGUAGES = {
  bg: "BUL",
  cs: "CES",
  da: "DAN",
  de: "DEU",
  el: "ELL",
  en: "ENG",
  es: "SPA",
  et: "EST",
  fi: "FIN",
  fr: "FRA",
  ga: "GLE",
  hr: "HRV",
  hu: "HUN",
  it: "ITA",
  lt: "LIT",
  lv: "LAV",
  mt: "MLT",
  nl: "NLD",
  pl: "POL",
  pt: "POR",
  ro: "RON",
  sk: "SLK",
  sl: "SLV",
  sv: "SWE",
} as const;

const isLanguage = (code: string): code is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, code);

const TYPES = ["REG", "DIR", "DEC", "JUDG", "ORDER", "OPIN_AG"] as const;

const Options = z.object({
  type: z
    .enum(TYPES)
    .optional()
    .describe("regulations, directives, decisions, judgments, orders, opinions of advocates general"),
  lang: z
    .string()
    .refine(isLanguage, "a two-letter code of a language of the Union")
    .default("en")
    .describe("language of the titles"),
});

interface Asked {
  readonly by: "celex" | "ecli" | "words";
  readonly text: string;
  readonly type?: (typeof TYPES)[number] | undefined;
  readonly lang: string;
}

const CELEX = /^[0-9CE]\d{4}[A-Z]{1,2}\d{4}(\(\d{1,2}\))?$/i;

/** A SPARQL string literal. */
const literal = (words: string): string => `"${words.replace(/[\\"]/g, "\\$&").replace(/[\r\n\t]/g, " ")}"`;

/** Plain literals do not match: the graph's are typed. */
const CONDITIONS = {
  celex: (celex: string) => `FILTER(STR(?celex) = ${literal(celex.toUpperCase())})`,
  ecli: (ecli: string) => `FILTER(STR(?ecli) = ${literal(ecli.toUpperCase())})`,
  words: (words: string) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .map((word) => `FILTER(CONTAINS(LCASE(STR(?title)), ${literal(word)}))`)
      .join(" "),
};

/** Words are looked for among works of some types only: all of them would take too long. */
function sparql({ by, text, type, lang, page }: Asked & PageRequest): string {
  const types = by === "words" || type ? (type ? [type] : TYPES) : [];
  const authority = "http://publications.europa.eu/resource/authority/resource-type/";
  return [
    "PREFIX cdm: <http://publications.europa.eu/ontology/cdm#>",
    "PREFIX dc: <http://purl.org/dc/elements/1.1/>",
    "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>",
    "SELECT DISTINCT ?work ?celex ?ecli ?date ?type ?title WHERE {",
    types.length > 0 ? `VALUES ?type { ${types.map((name) => `<${authority}${name}>`).join(" ")} }` : "",
    "?work cdm:work_has_resource-type ?type . ?work cdm:resource_legal_id_celex ?celex .",
    "OPTIONAL { ?work cdm:case-law_ecli ?ecli } ?work cdm:work_date_document ?date .",
    "?expr cdm:expression_belongs_to_work ?work ; cdm:expression_uses_language ?lang ; cdm:expression_title ?title .",
    `?lang dc:identifier "${isLanguage(lang) ? LANGUAGES[lang] : "ENG"}" .`,
    CONDITIONS[by](text),
    'FILTER NOT EXISTS { ?work cdm:do_not_index "true"^^xsd:boolean }',
    `} ORDER BY DESC(?date) LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`,
  ]
    .filter(Boolean)
    .join(" ");
}

const Value = z.object({ value: z.string() });

const Binding = z.object({
  work: Value,
  celex: Value,
  ecli: Value.nullish(),
  date: Value.nullish(),
  type: Value.nullish(),
  title: Value,
});

/** A decision's title has parts with # between: what it is, the parties, its matter, its number. */
function itemOf({ work, celex, ecli, date, type, title }: z.output<typeof Binding>, lang: string) {
  const [what = "", ...rest] = title.value.split("#").map((part) => part.trim());
  return {
    title: [what, rest[0]].filter(Boolean).join(" "),
    url: `https://eur-lex.europa.eu/legal-content/${lang.toUpperCase()}/TXT/?uri=CELEX:${celex.value}`,
    snippet: rest.filter(Boolean).join(" "),
    id: work.value,
    celex: celex.value,
    ecli: ecli?.value,
    type: type?.value.split("/").at(-1),
    publishedAt: isoDate(date?.value),
  };
}

export const eurlex = defineSource({
  id: "eurlex",
  title: "EU law (Publications Office SPARQL, EUR-Lex)",
  docs: "https://op.europa.eu/en/web/cellar/cellar-data/metadata/knowledge-graph",
  terms: "reuse allowed with the source named (Decision 2011/833/EU); 60 s a question",
  query: query({
    describe: "words of a title, a CELEX number (32016R0679) or an ECLI (ECLI:EU:C:2020:559)",
    example: "artificial intelligence",
    options: Options,
    parse: (q, { type, lang }): Asked => ({
      by: CELEX.test(q) ? "celex" : /^ECLI:/i.test(q) ? "ecli" : "words",
      text: q,
      type,
      lang,
    }),
  }),
  item: LawItem.extend({
    celex: z.string().describe("number of EU law"),
    ecli: z.string().optional().describe("European Case Law Identifier"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: distinctBy(
    // One work may come twice, under two types or with two titles; two works of one number stay.
    ({ id, celex }) => `${id} ${celex}`,
    json({
      pages: (ask: Asked & PageRequest) =>
        get(
          "https://publications.europa.eu/webapi/rdf/sparql",
          { query: sparql(ask), format: "application/sparql-results+json" },
          { headers: { accept: "application/sparql-results+json" } },
        ),
      body: z.object({ results: z.object({ bindings: z.array(Binding) }) }),
      items: ({ results }, { lang }) => results.bindings.map((binding) => itemOf(binding, lang)),
      next: ({ results }) => (results.bindings.length < PER_PAGE ? null : undefined),
    }),
  ),
});
