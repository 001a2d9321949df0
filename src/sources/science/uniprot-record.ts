import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";

const Value = z.object({ value: z.string() });

const Name = z.object({ fullName: Value.nullish() });

/** A protein as the API answers it. */
export const Entry = z.object({
  entryType: z.string(),
  primaryAccession: z.string(),
  uniProtkbId: z.string().nullish(),
  proteinDescription: z.object({ recommendedName: Name.nullish(), submissionNames: z.array(Name).nullish() }).nullish(),
  genes: z.array(z.object({ geneName: Value.nullish(), synonyms: z.array(Value).nullish() })).nullish(),
  organism: z
    .object({ scientificName: z.string().nullish(), commonName: z.string().nullish(), taxonId: Count.nullish() })
    .nullish(),
  sequence: z.object({ length: Count.nullish(), molWeight: Count.nullish() }).nullish(),
  comments: z.array(z.object({ commentType: z.string(), texts: z.array(Value).nullish() })).nullish(),
  entryAudit: z
    .object({ firstPublicDate: z.string().nullish(), lastAnnotationUpdateDate: z.string().nullish() })
    .nullish(),
  inactiveReason: z
    .object({ inactiveReasonType: z.string().nullish(), mergeDemergeTo: z.array(z.string()).nullish() })
    .nullish(),
});

/** What UniProt says of a protein. */
export function itemOf(entry: z.output<typeof Entry>) {
  const { primaryAccession, uniProtkbId, proteinDescription, organism, sequence, entryAudit, inactiveReason } = entry;
  const inactive = entry.entryType === "Inactive";
  const gene = entry.genes?.[0];
  return {
    title:
      proteinDescription?.recommendedName?.fullName?.value ??
      proteinDescription?.submissionNames?.[0]?.fullName?.value ??
      uniProtkbId ??
      primaryAccession,
    url: `https://www.uniprot.org/uniprotkb/${primaryAccession}/entry`,
    snippet: entry.comments?.find(({ commentType }) => commentType === "FUNCTION")?.texts?.[0]?.value,
    accession: primaryAccession,
    entryName: uniProtkbId,
    gene: gene?.geneName?.value,
    geneSynonyms: gene?.synonyms?.map(({ value }) => value),
    organism: organism?.scientificName,
    organismCommonName: organism?.commonName,
    taxonId: organism?.taxonId,
    lengthAminoAcids: sequence?.length,
    massDa: sequence?.molWeight,
    ...(inactive
      ? { inactive: true as const }
      : { reviewed: /\breviewed/i.test(entry.entryType) && !/unreviewed/i.test(entry.entryType) }),
    inactiveReason: inactiveReason?.inactiveReasonType?.toLowerCase(),
    replacedBy: inactiveReason?.mergeDemergeTo,
    publishedAt: isoDate(entryAudit?.firstPublicDate),
    updatedAt: isoDate(entryAudit?.lastAnnotationUpdateDate),
  };
}
