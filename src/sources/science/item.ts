import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** An entry of a science database: a protein, a gene, a structure, a compound, a planet, a launch. */
export const ScienceItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  publishedAt: IsoDate.optional().describe("when the entry was made public"),
  updatedAt: IsoDate.optional().describe("when the entry changed last"),
});

/** An entry about a living being's molecule. */
export const OrganismItem = ScienceItem.extend({
  organism: z.string().optional().describe("scientific name"),
  organismCommonName: z.string().optional(),
  taxonId: Count.optional().describe("NCBI taxonomy number"),
});

/** A gene and where it lies. */
export const GeneItem = OrganismItem.extend({
  symbol: z.string().optional(),
  chromosome: z.string().optional().describe("chromosome or scaffold"),
  start: Count.optional().describe("base pairs, 1-based, inclusive; less than end on either strand"),
  end: Count.optional().describe("base pairs, 1-based, inclusive"),
  strand: z
    .union([z.literal(1), z.literal(-1)])
    .optional()
    .describe("1 forward, -1 reverse"),
});
