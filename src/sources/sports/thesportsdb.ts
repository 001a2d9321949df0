import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpRequest } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { finishedBy, SportsItem } from "./item.ts";

const SITE = "https://www.thesportsdb.com";
/** The key of everybody who has none. */
const FREE_KEY = "123";

const Options = z.object({
  type: z
    .enum(["team", "player", "event", "day"])
    .optional()
    .describe("what q names; default team; day: every event of the day q, e.g. 2026-11-21"),
  sport: z.string().max(40).optional().describe("of a day's events only this sport, e.g. Soccer"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Text = z.string().nullish();
const Id = z.union([z.string(), z.int().transform(String)]);

const Team = z.object({
  idTeam: Id,
  strTeam: z.string(),
  strSport: Text,
  strLeague: Text,
  strCountry: Text,
  strLocation: Text,
  intFormedYear: figure,
  strStadium: Text,
  intStadiumCapacity: figure,
  strWebsite: Text,
  strBadge: Text,
  strTeamBadge: Text,
  strDescriptionEN: Text,
});

const Player = z.object({
  idPlayer: Id,
  strPlayer: z.string(),
  strTeam: Text,
  strSport: Text,
  dateBorn: Text,
  strPosition: Text,
  strNationality: Text,
  strThumb: Text,
  strCutout: Text,
  strDescriptionEN: Text,
});

const Event = z.object({
  idEvent: Id,
  strEvent: z.string(),
  strTimestamp: Text,
  dateEvent: Text,
  strTime: Text,
  strSport: Text,
  strLeague: Text,
  strSeason: Text,
  intRound: figure,
  strHomeTeam: Text,
  strAwayTeam: Text,
  intHomeScore: figure,
  intAwayScore: figure,
  intSpectators: figure,
  strStatus: Text,
  strVenue: Text,
  strCity: Text,
  strCountry: Text,
  strThumb: Text,
  strDescriptionEN: Text,
});

/** What TheSportsDB says of a team. */
const teamOf = (team: z.output<typeof Team>) => ({
  title: team.strTeam,
  url: `${SITE}/team/${team.idTeam}`,
  snippet: team.strDescriptionEN,
  id: team.idTeam,
  sport: team.strSport,
  league: team.strLeague,
  city: team.strLocation,
  country: team.strCountry,
  founded: team.intFormedYear || undefined,
  stadium: team.strStadium,
  capacity: team.intStadiumCapacity || undefined,
  website: team.strWebsite ? webUrl(`https://${team.strWebsite.replace(/^https?:\/\//, "")}`) : undefined,
  image: webUrl(team.strBadge) ?? webUrl(team.strTeamBadge),
});

/** … of a player. */
const playerOf = (player: z.output<typeof Player>) => ({
  title: player.strPlayer,
  url: `${SITE}/player/${player.idPlayer}`,
  snippet: player.strDescriptionEN,
  id: player.idPlayer,
  sport: player.strSport,
  team: player.strTeam,
  born: isoDate(player.dateBorn),
  role: player.strPosition,
  nationality: player.strNationality,
  image: webUrl(player.strThumb) ?? webUrl(player.strCutout),
});

/** … of an event; times are in UTC. */
const eventOf = (event: z.output<typeof Event>) => ({
  title: event.strEvent,
  url: `${SITE}/event/${event.idEvent}`,
  snippet: event.strDescriptionEN,
  id: event.idEvent,
  sport: event.strSport,
  league: event.strLeague,
  season: event.strSeason,
  round: event.intRound ? String(event.intRound) : undefined,
  date: isoDate(event.strTimestamp) ?? isoDate([event.dateEvent, event.strTime].filter(Boolean).join("T")),
  status: event.strStatus,
  finished: finishedBy(event.strStatus),
  homeTeam: event.strHomeTeam,
  awayTeam: event.strAwayTeam,
  homeScore: event.intHomeScore,
  awayScore: event.intAwayScore,
  spectators: event.intSpectators || undefined,
  venue: event.strVenue,
  city: event.strCity,
  country: event.strCountry,
  image: webUrl(event.strThumb),
});

/** Where each kind of thing is asked for. */
function address({ text, type = "team", sport, key }: Input & PageRequest): HttpRequest {
  const base = `${SITE}/api/v1/json/${encodeURIComponent(key || FREE_KEY)}`;
  switch (type) {
    case "team":
      return get(`${base}/searchteams.php`, { t: text });
    case "player":
      return get(`${base}/searchplayers.php`, { p: text });
    case "event":
      return get(`${base}/searchevents.php`, { e: text.replace(/\s+/g, "_") });
    case "day":
      return get(`${base}/eventsday.php`, { d: text, s: sport });
  }
}

/** Nothing found is null under the name of what was asked for. */
const Body = z
  .object({
    teams: z.array(Team).nullish(),
    player: z.array(Player).nullish(),
    players: z.array(Player).nullish(),
    event: z.array(Event).nullish(),
    events: z.array(Event).nullish(),
  })
  .refine((body) => Object.values(body).some((list) => list !== undefined), "none of the known lists");

export const thesportsdb = defineSource({
  id: "thesportsdb",
  title: "TheSportsDB teams, players and events",
  docs: "https://www.thesportsdb.com/documentation",
  terms: "without a key 30 requests a minute and the first few rows; written by its users",
  key: { env: ["THESPORTSDB_API_KEY"], required: false, from: "https://www.thesportsdb.com/pricing" },
  query: query({
    describe: "a team's name, or by type a player's, an event's (Arsenal vs Chelsea) or a day",
    example: "Arsenal",
    options: Options,
    parse: (text, options): Input => {
      if (options.type === "day" && !/^\d{4}-\d{2}-\d{2}$/.test(text))
        throw new SourceError("bad-query", "q: with type=day it is a day, e.g. 2026-11-21.");
      return { ...options, text };
    },
  }),
  item: SportsItem.extend({
    founded: z.int().optional().describe("year"),
    stadium: z.string().optional(),
    capacity: Count.optional().describe("seats of the stadium"),
    website: HttpUrl.optional(),
    born: IsoDate.optional(),
    role: z.string().optional().describe("a player's position on the field"),
    nationality: z.string().optional(),
    spectators: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: json({
    request: address,
    body: Body,
    items: ({ teams, player, players, event, events }) => [
      ...(teams ?? []).map(teamOf),
      ...(player ?? players ?? []).map(playerOf),
      ...(event ?? events ?? []).map(eventOf),
    ],
  }),
});
