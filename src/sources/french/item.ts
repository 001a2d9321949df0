import { z } from "zod";
import { BaseItem, IsoDate } from "../kit/values/fields.ts";

const InseeCode = z
  .string()
  .regex(/^(\d{2}|2[AB])\d{3}$/)
  .describe("INSEE code of the commune, or of the arrondissement of Paris, Lyon or Marseille");

/** What the open data of France are about: places, bodies and notices, tied by the same codes. */
export const FrenchItem = BaseItem.extend({
  id: z.string().optional(),
  type: z.string().optional(),
  date: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
  address: z.string().optional(),
  postcode: z.string().optional(),
  city: z.string().optional(),
  insee: InseeCode.optional(),
  department: z.string().optional(),
  region: z.string().optional(),
  latitude: z.number().min(-90).max(90).optional().describe("WGS 84"),
  longitude: z.number().min(-180).max(180).optional().describe("WGS 84"),
  distanceMetres: z.number().nonnegative().optional().describe("from the place that was asked for"),
  siren: z
    .string()
    .regex(/^\d{9}$/)
    .optional()
    .describe("number of the company or body"),
  siret: z
    .string()
    .regex(/^\d{14}$/)
    .optional()
    .describe("number of the establishment"),
  phone: z.string().optional(),
});
