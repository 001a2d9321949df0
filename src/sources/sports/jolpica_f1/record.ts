import { z } from "zod";
import { numeric } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { webUrl } from "../../kit/values/links.ts";

const Text = z.string().nullish();
/** Every number comes as text. */
const Figure = numeric.nullish();
const Moment = z.object({ date: z.string(), time: Text }).nullish();
const Timed = z.object({ time: Text }).nullish();

const Driver = z.object({ code: Text, url: Text, givenName: z.string(), familyName: z.string(), nationality: Text });
const Constructor = z.object({ name: z.string(), url: Text, nationality: Text });

const Result = z.object({
  number: Text,
  position: Figure,
  points: Figure,
  Driver: Driver,
  Constructor: Constructor.nullish(),
  grid: Figure,
  laps: Figure,
  status: Text,
  Time: Timed,
  FastestLap: z.object({ Time: Timed }).nullish(),
  Q1: Text,
  Q2: Text,
  Q3: Text,
});

const SESSIONS = [
  ["FirstPractice", "first practice"],
  ["SecondPractice", "second practice"],
  ["ThirdPractice", "third practice"],
  ["SprintQualifying", "sprint qualifying"],
  ["SprintShootout", "sprint shootout"],
  ["Sprint", "sprint"],
  ["Qualifying", "qualifying"],
] as const;

const Race = z.object({
  season: Text,
  round: Text,
  url: Text,
  raceName: z.string(),
  Circuit: z.object({
    circuitName: z.string(),
    Location: z.object({ lat: Figure, long: Figure, locality: Text, country: Text }).nullish(),
  }),
  date: Text,
  time: Text,
  FirstPractice: Moment,
  SecondPractice: Moment,
  ThirdPractice: Moment,
  SprintQualifying: Moment,
  SprintShootout: Moment,
  Sprint: Moment,
  Qualifying: Moment,
  Results: z.array(Result).nullish(),
  QualifyingResults: z.array(Result).nullish(),
  SprintResults: z.array(Result).nullish(),
});

const Standing = z.object({
  position: Figure,
  points: Figure,
  wins: Figure,
  Driver: Driver.nullish(),
  Constructor: Constructor.nullish(),
  Constructors: z.array(Constructor).nullish(),
});

const Standings = z
  .object({
    season: Text,
    round: Text,
    DriverStandings: z.array(Standing).nullish(),
    ConstructorStandings: z.array(Standing).nullish(),
  })
  .refine((table) => table.DriverStandings || table.ConstructorStandings, "no table of a kind that is known");

/** Any answer of the API. */
export const Body = z.object({
  MRData: z
    .object({
      total: Figure,
      RaceTable: z.object({ Races: z.array(Race) }).nullish(),
      StandingsTable: z.object({ StandingsLists: z.array(Standings) }).nullish(),
    })
    .refine(({ RaceTable, StandingsTable }) => RaceTable || StandingsTable, "neither races nor standings"),
});

const nameOf = ({ givenName, familyName }: z.output<typeof Driver>) => `${givenName} ${familyName}`;
const momentOf = (date: string | null | undefined, time: string | null | undefined) =>
  isoDate([date, time].filter(Boolean).join("T"));

/** Where and when a race is. */
const placeOf = ({ season, round, url, date, time, Circuit: circuit }: z.output<typeof Race>) => ({
  url: webUrl(url),
  sport: "Formula 1",
  season,
  round,
  date: momentOf(date, time),
  venue: circuit.circuitName,
  city: circuit.Location?.locality,
  country: circuit.Location?.country,
});

/** A race of the calendar. */
const raceOf = (race: z.output<typeof Race>) => ({
  ...placeOf(race),
  title: race.raceName,
  latitude: race.Circuit.Location?.lat,
  longitude: race.Circuit.Location?.long,
  sessions: SESSIONS.flatMap(([key, name]) => {
    const date = momentOf(race[key]?.date, race[key]?.time);
    return date ? [{ name, date }] : [];
  }),
});

/** A row of a race's results: there are some only where the race, its qualifying or its sprint is over. */
const resultOf = (race: z.output<typeof Race>, result: z.output<typeof Result>) => ({
  ...placeOf(race),
  title: `${race.raceName}: ${nameOf(result.Driver)}`,
  race: race.raceName,
  driver: nameOf(result.Driver),
  code: result.Driver.code,
  team: result.Constructor?.name,
  carNumber: result.number,
  position: result.position,
  points: result.points,
  grid: result.grid,
  laps: result.laps,
  status: result.status,
  finished: true,
  time: result.Time?.time,
  fastestLap: result.FastestLap?.Time?.time,
  q1: result.Q1,
  q2: result.Q2,
  q3: result.Q3,
});

/** A race of the calendar, or each row of its results. */
function raceItems(race: z.output<typeof Race>) {
  const results = race.Results ?? race.QualifyingResults ?? race.SprintResults;
  return [...(results ? [] : [raceOf(race)]), ...(results ?? []).map((result) => resultOf(race, result))];
}

/** Each row of a championship's table. */
const standingItems = ({ season, round, ...tables }: z.output<typeof Standings>) =>
  [...(tables.DriverStandings ?? []), ...(tables.ConstructorStandings ?? [])].map((row) => ({
    title: row.Driver ? nameOf(row.Driver) : (row.Constructor?.name ?? ""),
    url: webUrl(row.Driver?.url ?? row.Constructor?.url),
    sport: "Formula 1",
    season,
    round,
    driver: row.Driver && nameOf(row.Driver),
    code: row.Driver?.code,
    nationality: (row.Driver ?? row.Constructor)?.nationality,
    team: row.Constructor?.name ?? row.Constructors?.map(({ name }) => name).join(", "),
    position: row.position,
    points: row.points,
    wins: row.wins,
  }));

/** Everything that an answer says. */
export const itemsOf = ({ MRData }: z.output<typeof Body>) => [
  ...(MRData.RaceTable?.Races.flatMap(raceItems) ?? []),
  ...(MRData.StandingsTable?.StandingsLists.flatMap(standingItems) ?? []),
];
