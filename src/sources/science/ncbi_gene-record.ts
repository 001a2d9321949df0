import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { numeric } from "../kit/json.ts";

const Text = z.string().nullish();
const Place = numeric.nullish();
const Code = z.union([z.string(), z.number()]).transform(String).nullish();
/** What esummary says of a gene; `error` where it does not know the number. */
export const Gene = z.object({
  uid: z.string(),
  error: Text,
  name: Text,
  description: Text,
  summary: Text,
  status: Code,
  currentid: Code,
  chromosome: Text,
  maplocation: Text,
  otheraliases: Text,
  otherdesignations: Text,
  nomenclaturesymbol: Text,
  mim: z.array(z.string()).nullish(),
  organism: z.object({ scientificname: Text, commonname: Text, taxid: numeric.nullish() }).nullish(),
  genomicinfo: z.array(z.object({ chraccver: Text, chrstart: Place, chrstop: Place, exoncount: Place })).nullish(),
});

const split = (written: string | null | undefined, by: string): string[] | undefined =>
  written?.split(by).flatMap((part) => part.trim() || []);

/** Positions count from 0 upstream, and on the reverse strand the start is the greater one. */
export function itemOf(gene: z.output<typeof Gene>) {
  const { uid, name, description, organism, genomicinfo, currentid } = gene;
  const place = genomicinfo?.[0];
  const known = typeof place?.chrstart === "number" && typeof place.chrstop === "number";
  const [first, last] = known ? [Number(place.chrstart) + 1, Number(place.chrstop) + 1] : [];
  return {
    title: [name, description].filter(Boolean).join(" - ") || `Gene ${uid}`,
    url: `https://www.ncbi.nlm.nih.gov/gene/${uid}`,
    snippet: excerpt(gene.summary),
    summary: gene.summary,
    geneId: Number(uid),
    symbol: name,
    officialSymbol: gene.nomenclaturesymbol,
    fullName: description,
    organism: organism?.scientificname,
    organismCommonName: organism?.commonname,
    taxonId: organism?.taxid,
    chromosome: gene.chromosome,
    mapLocation: gene.maplocation,
    aliases: split(gene.otheraliases, ","),
    otherNames: split(gene.otherdesignations, "|"),
    mim: gene.mim,
    chromosomeAccession: place?.chraccver,
    exons: place?.exoncount,
    ...(first !== undefined &&
      last !== undefined && {
        start: Math.min(first, last),
        end: Math.max(first, last),
        strand: first > last ? (-1 as const) : (1 as const),
      }),
    replacedBy: currentid && Number(currentid) > 0 ? Number(currentid) : undefined,
  };
}
