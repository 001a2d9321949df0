import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** What happens on the earth, in its air and waters, and what lives there. */
export const EarthItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  time: IsoDate.optional().describe("when it was so, or last so"),
  place: z.string().optional(),
  country: z.string().optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  category: z.string().optional().describe("in the source's words"),
  magnitude: z.number().optional(),
  updatedAt: IsoDate.optional(),
  image: HttpUrl.optional(),
});

/** A longitude within -180 to 180, for sources that count on beyond the date line. */
export function longitudeWithin(degrees: number | null | undefined): number | undefined {
  if (typeof degrees !== "number" || Math.abs(degrees) <= 180) return degrees ?? undefined;
  return Number((((((degrees + 180) % 360) + 360) % 360) - 180).toFixed(6));
}
