import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { languageOption } from "../kit/services/open-meteo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { EarthItem } from "./item.ts";

const API = "https://api.inaturalist.org/v1/observations";
const PER_PAGE = 30;
/** The API shows no rows beyond. */
const DEEPEST = 10_000;

const Options = z.object({
  quality: z.enum(["research", "needs_id", "casual"]).optional().describe("how sure the name is"),
  language: languageOption,
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly id?: string | undefined;
}

const ONE = /^(?:(?:https?:\/\/)?(?:www\.)?inaturalist\.org\/observations\/)?(\d{1,12})$/;

const Text = z.string().nullish();

/** "40.01,-105.27", or in some answers the two numbers; as a point. */
const Location = z
  .union([z.string(), z.array(numeric).transform((pair) => pair.join(","))])
  .nullish()
  .transform((pair) => coordinatesIn(pair ?? ""));

/** An observation as the API answers it; obscured ones have no place, some have no photo or no name. */
const Observation = z.object({
  id: z.int(),
  species_guess: Text,
  uri: Text,
  taxon: z.object({ name: Text, preferred_common_name: Text, rank: Text }).nullish(),
  observed_on: Text,
  time_observed_at: Text,
  updated_at: Text,
  place_guess: Text,
  location: Location,
  quality_grade: Text,
  user: z.object({ login: Text }).nullish(),
  photos: z.array(z.object({ url: Text })).nullish(),
  sounds: z.array(z.object({ file_url: Text })).nullish(),
  license_code: Text,
  description: Text,
  num_identification_agreements: Count.nullish(),
});

/** What somebody saw or heard. */
function itemOf(seen: z.output<typeof Observation>) {
  const { taxon, location } = seen;
  return {
    title: seen.species_guess || taxon?.preferred_common_name || taxon?.name || `observation ${seen.id}`,
    url: webUrl(seen.uri) ?? `https://www.inaturalist.org/observations/${seen.id}`,
    snippet: textOfHtml(seen.description),
    id: seen.id,
    date: isoDate(seen.observed_on),
    time: isoDate(seen.time_observed_at),
    updatedAt: isoDate(seen.updated_at),
    place: seen.place_guess,
    latitude: location?.latitude,
    longitude: location?.longitude,
    taxonName: taxon?.name,
    commonName: taxon?.preferred_common_name,
    rank: taxon?.rank,
    quality: seen.quality_grade,
    author: seen.user?.login,
    agreements: seen.num_identification_agreements,
    license: seen.license_code,
    image: webUrl(seen.photos?.[0]?.url?.replace("/square.", "/medium.")),
    sound: webUrl(seen.sounds?.[0]?.file_url),
  };
}

export const inaturalist = defineSource({
  id: "inaturalist",
  title: "iNaturalist observations",
  docs: "https://api.inaturalist.org/v1/docs/",
  terms: "no key, 60 requests a minute, 10,000 a day; each observation under its own licence",
  query: query({
    describe: "a living being's scientific or common name, or an observation by its page or number",
    example: "Danaus plexippus",
    options: Options,
    parse: (text, options): Input => ({ ...options, text, id: ONE.exec(text)?.[1] }),
  }),
  item: EarthItem.extend({
    date: IsoDate.optional().describe("day of the observation, in its place's own time"),
    taxonName: z.string().optional().describe("scientific name"),
    commonName: z.string().optional(),
    rank: z.string().optional(),
    quality: z.string().optional().describe("research, needs_id or casual"),
    author: z.string().optional(),
    agreements: Count.optional().describe("how many agree with the name"),
    license: z.string().optional().describe("cc-by-nc, cc0 …; absent: all rights reserved"),
    sound: HttpUrl.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, id, quality, language, page }: Input & PageRequest) => {
      if (id) return get(`${API}/${id}`);
      if (page * PER_PAGE > DEEPEST) return undefined;
      return get(API, {
        taxon_name: text,
        quality_grade: quality,
        per_page: PER_PAGE,
        page,
        order: "desc",
        order_by: "observed_on",
        locale: language,
      });
    },
    body: z.object({ results: z.array(Observation), total_results: Count, page: z.int().nullish() }),
    items: ({ results }, { id }, _response, { notice }) => {
      if (id) notice({ kind: "note", text: `understood as observation ${id}` });
      return results.map(itemOf);
    },
    next: ({ total_results, page }, { id }) => (!id && (page ?? 1) * PER_PAGE < total_results ? undefined : null),
  }),
});
