import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate, PlaceTime } from "../kit/values/fields.ts";

/** An object of a collection, an exhibition, or an event. */
export const CultureItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  kind: z.enum(["object", "exhibition", "event"]).describe("object: a work or thing of a collection"),
  place: z.string().optional().describe("of an object: where it comes from; else where it takes place"),
  description: z.string().optional().describe("the whole text of which the snippet is the beginning"),
  image: HttpUrl.optional(),
});

const Year = z.int().optional();

/** What museums say of an object; years before our era are negative. */
export const ObjectFields = {
  artist: z.string().optional(),
  dateText: z.string().optional().describe("when it was made, in the museum's words"),
  yearBegin: Year.describe("the earliest year of its making"),
  yearEnd: Year.describe("the latest year of its making"),
  medium: z.string().optional().describe("materials and technique"),
  dimensions: z.string().optional().describe("in the museum's words, with their units"),
  type: z.string().optional().describe("painting, chair, … in the museum's words"),
  department: z.string().optional(),
  culture: z.string().optional(),
  credit: z.string().optional(),
  accessionNumber: z.string().optional(),
  onView: z.boolean().optional().describe("whether it is on display now"),
  gallery: z.string().optional().describe("where it is on display"),
  publicDomain: z.boolean().optional(),
  wikidata: HttpUrl.optional(),
};

/** From when to when an exhibition or event lasts. */
export const PeriodFields = {
  startsAt: PlaceTime.optional(),
  endsAt: PlaceTime.optional(),
};

const Flag = z.boolean().optional();

/** What an agenda says of an event. */
export const EventFields = {
  ...PeriodFields,
  datesText: z.string().optional().describe("when it takes place, in words"),
  occurrences: z
    .array(z.object({ start: PlaceTime, end: PlaceTime.optional() }))
    .optional()
    .describe("each time it takes place, with its zone"),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  address: z.string().optional(),
  postcode: z.string().optional(),
  city: z.string().optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  access: z.string().optional().describe("how to get there"),
  free: Flag.describe("whether it is free of charge for everybody; absent: not said"),
  priceText: z.string().optional().describe("what it costs, in words"),
  bookingUrl: HttpUrl.optional(),
  audience: z.string().optional(),
  wheelchair: Flag.describe("whether wheelchairs get there"),
  blind: Flag.describe("whether it suits the blind"),
  deaf: Flag.describe("whether it suits the deaf"),
  updatedAt: IsoDate.optional(),
};

/** "Rembrandt, 1642, oil on canvas" of what there is. */
export const line = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => part?.trim() || []).join(", ");
