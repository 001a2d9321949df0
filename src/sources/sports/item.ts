import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A match or race, a row of a table or of results, a team or a player. */
export const SportsItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  sport: z.string().optional(),
  league: z.string().optional(),
  season: z.string().optional().describe("a year, or two: 2014-2015"),
  round: z.string().optional().describe("matchday or round, by number or name"),
  date: IsoDate.optional().describe("when it begins or began"),
  status: z.string().optional().describe("in the source's words: Final, Postponed, Finished …"),
  finished: z.boolean().optional(),
  homeTeam: z.string().optional(),
  awayTeam: z.string().optional(),
  homeScore: z.number().optional().describe("absent before it begins"),
  awayScore: z.number().optional(),
  venue: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  team: z.string().optional().describe("whose row or player it is"),
  position: Count.optional().describe("rank in the table or the results, from 1"),
  points: z.number().optional(),
  wins: Count.optional(),
  losses: Count.optional(),
  image: HttpUrl.optional(),
});

/** Whether a status is that of an event that was played to its end; undefined where it says neither. */
export function finishedBy(status: string | null | undefined): boolean | undefined {
  if (/^(FT|AOT|AET|AP|PEN|Match Finished|After (Extra Time|Over Time|Penalties))$/i.test(status ?? "")) return true;
  return /^(NS|Not Started|1H|HT|2H|ET|Q[1-4]|P[1-3]|LIVE|In Progress)$/i.test(status ?? "") ? false : undefined;
}
