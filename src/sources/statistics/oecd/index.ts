import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import { defineSource } from "../../define.ts";
import { understood } from "../../kit/compose/understood.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { clip } from "../../kit/values/text.ts";
import { countriesApart } from "../countries.ts";
import { ObservationItem } from "../item.ts";
import { Body, itemsOf } from "./record.ts";

/** What is asked for most: a data flow, and its key with a place for the countries' codes. */
const ALIASES: Readonly<Record<string, { readonly flow: string; readonly key: (countries: string) => string }>> = {
  unemployment: {
    flow: "OECD.SDD.TPS,DSD_LFS@DF_IALFS_UNE_M,1.0",
    key: (countries) => `${countries}.UNE_LF_M.PT_LF_SUB._Z.Y._T.Y_GE15..A`,
  },
  inflation: {
    flow: "OECD.SDD.TPS,DSD_PRICES@DF_PRICES_ALL,1.0",
    key: (countries) => `${countries}.M.N.CPI.PA._T.N.GY`,
  },
  "gdp growth": {
    flow: "OECD.SDD.NAD,DSD_NAMAIN1@DF_QNA_EXPENDITURE_GROWTH_OECD,1.1",
    key: (countries) => `Q.Y.${countries}.S1.S1.B1GQ._Z._Z._Z.PC.L.GY.T0102`,
  },
  "long term interest rate": {
    flow: "OECD.SDD.STES,DSD_STES@DF_FINMARK,4.0",
    key: (countries) => `${countries}.M.IRLT.PA.....`,
  },
};

const Period = z
  .string()
  .regex(/^\d{4}(?:-(?:Q[1-4]|S[12]|\d{2}))?$/, "a period such as 2019, 2019-Q1 or 2019-01")
  .optional();

const Options = z.object({
  from: Period.describe("first period"),
  to: Period.describe("last period"),
  last: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe("only so many of the latest values of a series; default 10 where no period is given"),
});

interface Input extends z.output<typeof Options> {
  /** AGENCY,DATAFLOW,VERSION */
  readonly flow: string;
  readonly key: string;
  readonly alias?: string;
}

function parse(q: string, options: z.output<typeof Options>): Input {
  const [, flow, key] = /^([\w.]{2,80},[\w@.]{2,100},[\d.]{0,10})(?:\/([\w.+@:-]{0,500}))?$/.exec(q) ?? [];
  if (flow) return { ...options, flow, key: key || "all" };
  const { words, countries } = countriesApart(q);
  const name = words.toLowerCase().replaceAll("-", " ");
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  if (alias)
    return { ...options, flow: alias.flow, key: alias.key(countries.map(({ iso3 }) => iso3).join("+")), alias: words };
  throw new SourceError(
    "bad-query",
    `q: “${clip(q)}” is neither AGENCY,DATAFLOW,VERSION/KEY nor one of ${Object.keys(ALIASES).join(", ")} with a country.`,
  );
}

/** The data explorer's page of a flow. */
function pageOf(flow: string): string {
  const [agency = "", id = ""] = flow.split(",");
  const query = new URLSearchParams({ "df[ds]": "dsDisseminateFinalDMZ", "df[id]": id, "df[ag]": agency });
  return `https://data-explorer.oecd.org/vis?${query.toString()}`;
}

/** No values is a 404 whose text says so; a spent allowance may be a 403. */
const judge: Judge = (response) => {
  if (response.status === 404 && /no\s?(?:records?|results?)\s?found/i.test(decodeText(response))) return "empty";
  return response.status === 403
    ? new SourceError("rate-limited", "The OECD's allowance of some 60 answers an hour is used up (HTTP 403).")
    : undefined;
};

export const oecd = defineSource({
  id: "oecd",
  title: "OECD Data Explorer",
  docs: "https://gitlab.algobank.oecd.org/public-documentation/dotstat-migration/-/raw/main/OECD_Data_API_documentation.pdf",
  terms: "no key; some 60 answers an hour; data CC BY 4.0",
  query: query({
    describe: `an SDMX reference AGENCY,DATAFLOW,VERSION/KEY (empty places of the key mean all), or one of ${Object.keys(ALIASES).join(", ")} with a country`,
    example: "OECD.SDD.TPS,DSD_LFS@DF_IALFS_UNE_M,1.0/USA.UNE_LF_M.PT_LF_SUB._Z.Y._T.Y_GE15..A",
    options: Options,
    parse,
  }),
  item: ObservationItem.extend({
    iso3: z.string().optional().describe("the country's code, or that of a group of countries"),
    measure: z.string().optional(),
    unitMultiplier: z.string().optional().describe("values are in Units, Thousands, Millions …"),
    decimals: z.string().optional().describe("places that count"),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: understood(
    ({ alias, flow, key }: Input) => alias && `${flow}/${key}`,
    json({
      request: ({ flow, key, from, to, last }: Input) =>
        get(`https://sdmx.oecd.org/public/rest/data/${flow}/${key}`, {
          startPeriod: from,
          endPeriod: to,
          lastNObservations: last ?? (from || to ? undefined : 10),
          format: "jsondata",
        }),
      judge,
      body: Body,
      items: (body, { flow }) => itemsOf(body, pageOf(flow), flow),
    }),
  ),
});
