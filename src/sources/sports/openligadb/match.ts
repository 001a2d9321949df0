import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { inZone } from "../../kit/values/zones.ts";

const Side = z.object({ teamName: z.string(), shortName: z.string().nullish(), teamIconUrl: z.string().nullish() });

const Result = z.object({
  resultName: z.string().nullish(),
  pointsTeam1: z.int().nullish(),
  pointsTeam2: z.int().nullish(),
  resultOrderID: z.int().nullish(),
  resultTypeID: z.int().nullish(),
});

const Goal = z.object({
  scoreTeam1: z.int().nullish(),
  scoreTeam2: z.int().nullish(),
  matchMinute: z.int().nullish(),
  goalGetterName: z.string().nullish(),
  isPenalty: z.boolean().nullish(),
  isOwnGoal: z.boolean().nullish(),
});

/** A match as the API answers it. */
export const Match = z.object({
  matchID: z.int(),
  matchDateTimeUTC: z.string().nullish(),
  leagueName: z.string().nullish(),
  leagueSeason: z.union([z.int(), z.string()]).nullish(),
  leagueShortcut: z.string().nullish(),
  group: z.object({ groupName: z.string().nullish(), groupOrderID: Count.nullish() }).nullish(),
  team1: Side,
  team2: Side,
  lastUpdateDateTime: z.string().nullish(),
  matchIsFinished: z.boolean().nullish(),
  matchResults: z.array(Result).nullish(),
  goals: z.array(Goal).nullish(),
  location: z.object({ locationCity: z.string().nullish(), locationStadium: z.string().nullish() }).nullish(),
  numberOfViewers: Count.nullish(),
});

/** Which of a match's results is meant. */
const HALF_TIME = 1;
const FINAL = 2;

/** The final result, or where a league names it otherwise the last one. */
function finalOf(results: readonly z.output<typeof Result>[]) {
  const last = results
    .filter(({ resultTypeID }) => resultTypeID !== HALF_TIME)
    .toSorted((a, b) => (b.resultOrderID ?? 0) - (a.resultOrderID ?? 0))[0];
  return results.find(({ resultTypeID }) => resultTypeID === FINAL) ?? last;
}

const scoreOf = (one: number | null | undefined, other: number | null | undefined) =>
  typeof one === "number" && typeof other === "number" ? `${one}:${other}` : undefined;

/** What OpenLigaDB says of a match. */
export function matchOf(match: z.output<typeof Match>) {
  const { team1, team2, group, location, matchResults } = match;
  const final = finalOf(matchResults ?? []);
  const half = matchResults?.find(({ resultTypeID }) => resultTypeID === HALF_TIME);
  return {
    title: `${team1.teamName} - ${team2.teamName}`,
    url: "https://www.openligadb.de/",
    id: match.matchID,
    date: isoDate(match.matchDateTimeUTC),
    league: match.leagueName,
    leagueShortcut: match.leagueShortcut,
    season: match.leagueSeason?.toString(),
    matchday: group?.groupOrderID,
    round: group?.groupName,
    homeTeam: team1.teamName,
    awayTeam: team2.teamName,
    homeScore: final?.pointsTeam1,
    awayScore: final?.pointsTeam2,
    halfTime: half && scoreOf(half.pointsTeam1, half.pointsTeam2),
    results: matchResults?.flatMap((result) => {
      const score = scoreOf(result.pointsTeam1, result.pointsTeam2);
      return score ? [{ name: result.resultName, score }] : [];
    }),
    finished: match.matchIsFinished,
    goals: match.goals?.map((goal) => ({
      minute: goal.matchMinute,
      scorer: goal.goalGetterName,
      score: scoreOf(goal.scoreTeam1, goal.scoreTeam2),
      penalty: goal.isPenalty,
      ownGoal: goal.isOwnGoal,
    })),
    venue: location?.locationStadium,
    city: location?.locationCity,
    viewers: match.numberOfViewers || undefined,
    // Without a zone: cut to milliseconds, for there may be seven digits.
    updatedAt: inZone(match.lastUpdateDateTime?.replace(/\.\d{1,9}$/, ""), "Europe/Berlin"),
    image: webUrl(team1.teamIconUrl),
  };
}
