import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { ScienceItem } from "./item.ts";

const ROWS = 50;
const COLUMNS =
  "pl_name,hostname,discoverymethod,disc_year,disc_facility,pl_orbper,pl_rade,pl_bmasse,pl_eqt,sy_dist,st_teff,sy_snum,sy_pnum,rowupdate";

const Planet = z.object({
  pl_name: z.string(),
  hostname: z.string().nullish(),
  discoverymethod: z.string().nullish(),
  disc_year: z.int().nullish(),
  disc_facility: z.string().nullish(),
  pl_orbper: z.number().nullish(),
  pl_rade: z.number().nullish(),
  pl_bmasse: z.number().nullish(),
  pl_eqt: z.number().nullish(),
  sy_dist: z.number().nullish(),
  st_teff: z.number().nullish(),
  sy_snum: Count.nullish(),
  sy_pnum: Count.nullish(),
  rowupdate: z.string().nullish(),
});

const quoted = (words: string): string => `'${words.replace(/'/g, "''")}'`;

/** Planets whose own or whose star's name holds the words; the archive knows no OFFSET, so pages go on after a name. */
function adql({ text, cursor }: { text: string } & PageRequest): string {
  const like = quoted(`%${text.replace(/%/g, "")}%`);
  const after = cursor ? ` and pl_name > ${quoted(cursor)}` : "";
  return `select top ${ROWS} ${COLUMNS} from pscomppars where (lower(pl_name) like lower(${like}) or lower(hostname) like lower(${like}))${after} order by pl_name`;
}

/** A refusal is a VOTable with QUERY_STATUS ERROR, or a text that begins with ERROR, under whatever status. */
const judge: Judge = (response) => {
  const body = decodeText(response).slice(0, 5_000);
  const said =
    /value="ERROR"[^>]{0,100}>\s*([^<]{1,400})/.exec(body)?.[1] ?? /^\s*ERROR:?\s*([^\n<]{1,400})/.exec(body)?.[1];
  return said ? new SourceError("bad-query", `The archive refused the query: ${quotedSaying(said)}.`) : undefined;
};

export const exoplanets = defineSource({
  id: "exoplanets",
  title: "NASA Exoplanet Archive",
  docs: "https://exoplanetarchive.ipac.caltech.edu/docs/TAP/usingTAP.html",
  terms: "no key; public domain, an acknowledgement is asked for",
  query: text("a planet's or a host star's name, or a part of one", "TRAPPIST-1"),
  item: ScienceItem.extend({
    hostStar: z.string().optional(),
    discoveryMethod: z.string().optional(),
    discoveryYear: z.int().optional(),
    discoveryFacility: z.string().optional(),
    orbitalPeriodDays: z.number().optional(),
    radiusEarth: z.number().optional().describe("in radii of the Earth"),
    massEarth: z.number().optional().describe("in masses of the Earth; a lower bound where only that is known"),
    equilibriumTemperatureK: z.number().optional().describe("kelvin"),
    distanceParsec: z.number().optional(),
    starTemperatureK: z.number().optional().describe("effective, kelvin"),
    starsInSystem: Count.optional(),
    planetsInSystem: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: (ask: { text: string } & PageRequest) =>
      get("https://exoplanetarchive.ipac.caltech.edu/TAP/sync", { query: adql(ask), format: "json" }),
    judge,
    body: z.array(Planet),
    items: (planets) =>
      planets.map((planet) => ({
        title: planet.pl_name,
        url: `https://exoplanetarchive.ipac.caltech.edu/overview/${encodeURIComponent(planet.pl_name)}`,
        snippet: [planet.discoverymethod, planet.disc_year, planet.disc_facility].filter(Boolean).join(", "),
        hostStar: planet.hostname,
        discoveryMethod: planet.discoverymethod,
        discoveryYear: planet.disc_year,
        discoveryFacility: planet.disc_facility,
        orbitalPeriodDays: planet.pl_orbper,
        radiusEarth: planet.pl_rade,
        massEarth: planet.pl_bmasse,
        equilibriumTemperatureK: planet.pl_eqt,
        distanceParsec: planet.sy_dist,
        starTemperatureK: planet.st_teff,
        starsInSystem: planet.sy_snum,
        planetsInSystem: planet.sy_pnum,
        updatedAt: isoDate(planet.rowupdate),
      })),
    next: (planets) => (planets.length < ROWS ? null : planets.at(-1)?.pl_name),
  }),
});
