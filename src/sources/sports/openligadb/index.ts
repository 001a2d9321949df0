import { filter } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { timed } from "../../kit/compose/timed.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Count, IsoDate } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { clip, saysAll } from "../../kit/values/text.ts";
import { SportsItem } from "../item.ts";
import { Match, matchOf } from "./match.ts";

const API = "https://api.openligadb.de";
const SITE = "https://www.openligadb.de/";

const Year = z.string().regex(/^\d{4}$/, "a year, e.g. 2025");

const Options = z.object({
  season: Year.optional().describe("the year in which the season began; default: this season"),
  matchday: z
    .string()
    .regex(/^\d{1,2}$/, "a matchday's number")
    .optional()
    .describe("only this matchday; without season and matchday: the current one"),
  team: z.string().max(60).optional().describe("only matches or rows of this team, by a part of its name"),
  mode: z.enum(["matches", "table"]).optional().describe("default matches"),
});

interface Input extends z.output<typeof Options> {
  readonly league: string;
}

type Asked = Input & { readonly now: number };

/** The year in which the season of a day began; seasons begin in summer. */
const seasonAt = (now: number): string => {
  const day = new Date(now);
  return String(day.getUTCFullYear() - (day.getUTCMonth() < 6 ? 1 : 0));
};

/** A row of a table as the API answers it, from the first place down. */
const Row = z.object({
  teamName: z.string(),
  teamIconUrl: z.string().nullish(),
  points: z.int().nullish(),
  matches: Count.nullish(),
  won: Count.nullish(),
  draw: Count.nullish(),
  lost: Count.nullish(),
  goals: Count.nullish(),
  opponentGoals: Count.nullish(),
  goalDiff: z.int().nullish(),
});

const matches = json({
  request: ({ league, season, matchday, now }: Asked) => {
    const year = season ?? (matchday ? seasonAt(now) : undefined);
    return get([`${API}/getmatchdata`, encodeURIComponent(league), year, matchday].filter(Boolean).join("/"));
  },
  body: z.array(Match),
  items: (found) => found.map(matchOf),
});

const table = json({
  request: ({ league, season, now }: Asked) =>
    get(`${API}/getbltable/${encodeURIComponent(league)}/${season ?? seasonAt(now)}`),
  body: z.array(Row),
  items: (rows, { season, now }) =>
    rows.map((row, index) => ({
      title: row.teamName,
      url: SITE,
      team: row.teamName,
      season: season ?? seasonAt(now),
      position: index + 1,
      points: row.points,
      matches: row.matches,
      wins: row.won,
      draws: row.draw,
      losses: row.lost,
      goalsFor: row.goals,
      goalsAgainst: row.opponentGoals,
      goalDifference: row.goalDiff,
      image: webUrl(row.teamIconUrl),
    })),
});

const matchesOrTable = timed(branch(({ mode }: Asked) => mode === "table", table, matches));

export const openligadb = defineSource({
  id: "openligadb",
  title: "Match results of German leagues (OpenLigaDB)",
  docs: "https://api.openligadb.de/",
  terms: "no key, 1,000 requests an hour; ODbL, written by its users",
  query: query({
    describe: "a league's short name: bl1, bl2, bl3, dfb, del, hbl, ucl …",
    example: "bl1",
    options: Options,
    parse: (league, options): Input => {
      if (!/^[\p{L}\d_.-]{1,40}$/u.test(league))
        throw new SourceError("bad-query", `“${clip(league)}” is no league's short name, for example bl1.`);
      return { ...options, league };
    },
  }),
  item: SportsItem.extend({
    leagueShortcut: z.string().optional(),
    matchday: Count.optional(),
    halfTime: z.string().optional().describe("home:away"),
    results: z
      .array(z.object({ name: z.string().optional(), score: z.string() }))
      .optional()
      .describe("after each half, extra time, …, home:away"),
    goals: z
      .array(
        z.object({
          minute: z.int().optional(),
          scorer: z.string().optional(),
          score: z.string().optional(),
          penalty: z.boolean().optional(),
          ownGoal: z.boolean().optional(),
        }),
      )
      .optional(),
    viewers: Count.optional(),
    updatedAt: IsoDate.optional(),
    matches: Count.optional().describe("played"),
    draws: Count.optional(),
    goalsFor: Count.optional(),
    goalsAgainst: Count.optional(),
    goalDifference: z.int().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: (input, context) =>
    matchesOrTable(input, context).pipe(filter(({ title }) => !input.team || saysAll(input.team, title))),
});
