import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { SportsItem } from "./item.ts";

const API = "https://statsapi.mlb.com/api/v1";
/** American and National League. */
const LEAGUES = "103,104";

const Options = z.object({
  team: z
    .string()
    .regex(/^\d{1,5}$/, "a team's number at MLB, e.g. 137")
    .optional()
    .describe("only the games of this team, by its number at MLB, e.g. 137"),
  mode: z.enum(["schedule", "standings"]).optional().describe("default: schedule for days, standings for a season"),
});

interface Input {
  readonly from: string;
  readonly to: string;
  readonly team?: string | undefined;
  /** The season whose standings are asked for. */
  readonly season?: string | undefined;
}

const DAY = /^(\d{4})-\d{2}-\d{2}$/;

function parse(q: string, { team, mode }: z.output<typeof Options>): Input {
  const [from = "", to = from, ...rest] = q.split("..").map((day) => day.trim());
  const days = rest.length === 0 && DAY.test(from) && DAY.test(to);
  if (/^\d{4}$/.test(q) && mode !== "schedule") return { from, to, team, season: q };
  if (!days)
    throw new SourceError("bad-query", `“${clip(q)}” is no day, range of days or season, for example 2022-10-11.`);
  return { from, to, team, ...(mode === "standings" && { season: from.slice(0, 4) }) };
}

const Text = z.string().nullish();
const Named = z.object({ id: z.int().nullish(), name: Text }).nullish();

const Side = z.object({
  score: Count.nullish(),
  team: z.object({ name: z.string() }),
  isWinner: z.boolean().nullish(),
});

const Game = z.object({
  gamePk: z.int(),
  gameType: Text,
  season: Text,
  gameDate: Text,
  officialDate: Text,
  status: z.object({ abstractGameState: Text, detailedState: Text }).nullish(),
  teams: z.object({ away: Side, home: Side }),
  venue: Named,
  description: Text,
  seriesDescription: Text,
  doubleHeader: Text,
  dayNight: Text,
  linescore: z.object({ currentInning: Count.nullish(), inningState: Text }).nullish(),
});

const Team = z.object({
  team: z.object({ id: z.int().nullish(), name: z.string() }),
  season: Text,
  streak: z.object({ streakCode: Text }).nullish(),
  divisionRank: numeric.nullish(),
  leagueRank: numeric.nullish(),
  gamesPlayed: Count.nullish(),
  gamesBack: Text,
  wins: Count.nullish(),
  losses: Count.nullish(),
  /** ".---" before the first game. */
  winningPercentage: Text,
  runDifferential: z.int().nullish(),
  clinched: z.boolean().nullish(),
});

const Body = z
  .object({
    dates: z.array(z.object({ games: z.array(Game) })).nullish(),
    records: z.array(z.object({ league: Named, division: Named, teamRecords: z.array(Team) })).nullish(),
  })
  .refine(({ dates, records }) => dates || records, "neither games nor standings");

/** What MLB says of a game. */
function gameOf(game: z.output<typeof Game>) {
  const { away, home } = game.teams;
  return {
    title: `${away.team.name} @ ${home.team.name}`,
    url: `https://www.mlb.com/gameday/${game.gamePk}`,
    snippet: game.description ?? [game.seriesDescription, game.status?.detailedState].filter(Boolean).join(", "),
    id: game.gamePk,
    sport: "Baseball",
    league: "MLB",
    season: game.season,
    date: isoDate(game.gameDate),
    officialDate: isoDate(game.officialDate),
    gameType: game.gameType,
    status: game.status?.detailedState,
    state: game.status?.abstractGameState,
    finished: game.status?.abstractGameState ? game.status.abstractGameState === "Final" : undefined,
    homeTeam: home.team.name,
    awayTeam: away.team.name,
    homeScore: home.score,
    awayScore: away.score,
    inning: game.linescore?.currentInning,
    inningState: game.linescore?.inningState,
    venue: game.venue?.name,
    seriesDescription: game.seriesDescription,
    doubleHeader: game.doubleHeader,
    dayNight: game.dayNight,
  };
}

/** What MLB says of a team in the standings. */
const standingOf = (
  row: z.output<typeof Team>,
  leagueId: number | null | undefined,
  divisionId: number | null | undefined,
) => ({
  title: row.team.name,
  url: `https://www.mlb.com/standings/${row.season ?? ""}`,
  id: row.team.id,
  sport: "Baseball",
  league: "MLB",
  season: row.season,
  team: row.team.name,
  position: row.divisionRank,
  leagueRank: row.leagueRank,
  leagueId,
  divisionId,
  wins: row.wins,
  losses: row.losses,
  gamesPlayed: row.gamesPlayed,
  winningPercentage: numeric.safeParse(row.winningPercentage).data,
  gamesBack: numeric.safeParse(row.gamesBack).data,
  runDifferential: row.runDifferential,
  streak: row.streak?.streakCode,
  clinched: row.clinched,
});

export const mlb = defineSource({
  id: "mlb",
  title: "MLB schedule, scores and standings",
  docs: "https://github.com/toddrob99/MLB-StatsAPI/wiki/Endpoints",
  terms: "no key; non-commercial, non-bulk use (http://gdx.mlb.com/components/copyright.txt)",
  query: query({
    describe: "a day or a range of days (2022-10-11..2022-10-13) for the games, a season (2022) for the standings",
    example: "2022-10-11",
    options: Options,
    parse,
  }),
  item: SportsItem.extend({
    officialDate: IsoDate.optional().describe("the day that the game counts for"),
    gameType: z.string().optional().describe("R regular season, S spring, D, L, W rounds of the postseason, …"),
    state: z.string().optional().describe("Preview, Live or Final"),
    inning: Count.optional(),
    inningState: z.string().optional(),
    seriesDescription: z.string().optional(),
    doubleHeader: z.string().optional().describe("Y, N or S (split)"),
    dayNight: z.string().optional(),
    position: Count.optional().describe("rank in the division"),
    leagueRank: Count.optional(),
    leagueId: z.int().optional().describe("103 American, 104 National League"),
    divisionId: z.int().optional(),
    gamesPlayed: Count.optional(),
    winningPercentage: z.number().min(0).max(1).optional().describe("share of games won, 0 to 1"),
    gamesBack: z.number().optional().describe("behind the division's leader; absent for the leader"),
    runDifferential: z.int().optional(),
    streak: z.string().optional().describe("W3: the last three won"),
    clinched: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    request: ({ from, to, team, season }: Input) =>
      season
        ? get(`${API}/standings`, { leagueId: LEAGUES, season })
        : get(`${API}/schedule`, { sportId: 1, startDate: from, endDate: to, teamId: team, hydrate: "linescore" }),
    body: Body,
    items: ({ dates, records }) => [
      ...(dates ?? []).flatMap(({ games }) => games.map(gameOf)),
      ...(records ?? []).flatMap(({ league, division, teamRecords }) =>
        teamRecords.map((row) => standingOf(row, league?.id, division?.id)),
      ),
    ],
  }),
});
