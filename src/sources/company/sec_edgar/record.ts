import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { addressOf, siteOf } from "../item.ts";

/** A CIK in ten digits. */
export const padded = (cik: string | number): string => String(cik).padStart(10, "0");

const Text = z.string().nullish();
const Texts = z.array(z.string().nullable()).nullish();

/** Filings by column: the entries of one place belong together. */
export const Columns = z
  .object({
    accessionNumber: z.array(z.string()),
    form: z.array(z.string()),
    filingDate: z.array(z.string()),
    reportDate: Texts,
    acceptanceDateTime: Texts,
    primaryDocument: Texts,
    primaryDocDescription: Texts,
    items: Texts,
    size: z.array(z.number().nullable()).nullish(),
  })
  .refine(
    ({ accessionNumber: { length }, form, filingDate }) => form.length === length && filingDate.length === length,
    "columns of different lengths",
  );

const Address = z.object({ street1: Text, street2: Text, city: Text, stateOrCountry: Text, zipCode: Text }).nullish();

export const Filer = z.object({
  cik: z.union([z.string(), z.int()]),
  name: z.string(),
  tickers: Texts,
  exchanges: Texts,
  sic: Text,
  sicDescription: Text,
  lei: Text,
  website: Text,
  stateOfIncorporation: Text,
  fiscalYearEnd: Text,
  formerNames: z.array(z.object({ name: z.string() })).nullish(),
  addresses: z.object({ business: Address }).nullish(),
  filings: z.object({ recent: Columns, files: z.array(z.object({ name: z.string() })).nullish() }),
});
export type Filer = z.output<typeof Filer>;

/** What the SEC says of a filer's filings. */
export function itemsOf(filer: Filer, columns: z.output<typeof Columns>, wanted: string | undefined) {
  const cik = padded(filer.cik);
  const at = filer.addresses?.business;
  const folder = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}`;
  const all = columns.accessionNumber.map((accession, i) => {
    const [form = "", day = "", document] = [columns.form[i], columns.filingDate[i], columns.primaryDocument?.[i]];
    const place = `${folder}/${accession.replaceAll("-", "")}`;
    const indexUrl = `${place}/${accession}-index.htm`;
    return {
      title: `${filer.name} ${form} ${day}`,
      url: document ? `${place}/${document}` : indexUrl,
      id: accession,
      indexUrl,
      form,
      filedAt: isoDate(day),
      reportDate: isoDate(columns.reportDate?.[i]),
      acceptedAt: isoDate(columns.acceptanceDateTime?.[i]),
      document,
      description: columns.primaryDocDescription?.[i],
      // Filings of other forms have other lists in the column: "S-4,,2019-05-10 16:00:00".
      items: columns.items?.[i]?.split(",").filter((item) => /^\d{1,2}(\.\d{2})?$/.test(item)),
      sizeBytes: columns.size?.[i],
      company: filer.name,
      cik,
      ticker: filer.tickers?.[0],
      exchange: filer.exchanges?.[0],
      activity: filer.sicDescription,
      activityCode: filer.sic,
      lei: filer.lei,
      jurisdiction: filer.stateOfIncorporation,
      address: at && addressOf(at.street1, at.street2, at.city, at.stateOrCountry, at.zipCode),
      otherNames: filer.formerNames?.map(({ name }) => name),
      website: siteOf(filer.website),
      fiscalYearEnd: filer.fiscalYearEnd?.replace(/^(\d{2})(\d{2})$/, "$1-$2"),
    };
  });
  return wanted ? all.filter(({ form }) => form === wanted) : all;
}
export type Filing = ReturnType<typeof itemsOf>[number];
