import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, listOf, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { GameItem } from "./item.ts";

const API = "https://www.speedrun.com/api/v1/games";
const PER_PAGE = 20;
const TOP = 3;

const Options = z.object({
  records: z.stringbool().default(false).describe("q is a game's id or abbreviation: its best runs, by category"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

/** Ids have eight characters, of which some are digits. */
const ID = /^(?=[a-z]*\d)[a-z\d]{8}$/;

function request({ text, records, page }: Asked & PageRequest) {
  if (records)
    return page === 1
      ? get(`${API}/${encodeURIComponent(text)}/records`, { top: TOP, embed: "players,category" })
      : undefined;
  const embed = "platforms,developers";
  if (ID.test(text)) return page === 1 ? get(`${API}/${text}`, { embed }) : undefined;
  return get(API, { name: text, embed, max: PER_PAGE, offset: (page - 1) * PER_PAGE });
}

const judge: Judge = ({ status }) =>
  status === 420 ? new SourceError("rate-limited", "speedrun.com allows 100 requests a minute (HTTP 420).") : undefined;

const Text = z.string().nullish();

/** What is embedded, by name. Where it is not, there are ids, which say nothing. */
const Names = z
  .union([
    z.object({ data: listOf(z.object({ name: z.string() })) }).transform(({ data }) => data.map(({ name }) => name)),
    listOf(z.string()).transform(() => undefined),
  ])
  .nullish();

const Game = z.object({
  id: z.string(),
  names: z.object({ international: z.string(), japanese: Text }),
  abbreviation: Text,
  weblink: z.string(),
  released: z.int().nullish(),
  "release-date": Text,
  platforms: Names,
  developers: Names,
  // Of an absent picture null, or an address of null or false.
  assets: z.object({ "cover-large": z.object({ uri: z.unknown() }).nullish() }).nullish(),
  discord: Text,
  created: Text,
});

function gameOf({ assets, ...game }: z.output<typeof Game>) {
  const cover = assets?.["cover-large"]?.uri;
  return {
    title: game.names.international,
    url: game.weblink,
    id: game.id,
    type: "game",
    abbreviation: game.abbreviation,
    year: game.released,
    releaseDate: isoDate(game["release-date"]),
    platforms: game.platforms,
    developers: game.developers,
    image: typeof cover === "string" ? webUrl(cover) : undefined,
    discord: webUrl(game.discord),
    createdAt: isoDate(game.created),
    snippet: game.names.japanese,
  };
}

const Run = z.object({
  id: z.string(),
  weblink: z.string(),
  videos: z.object({ links: listOf(z.object({ uri: Text })) }).nullish(),
  players: listOf(z.object({ id: Text, name: Text })),
  date: Text,
  times: z.object({ primary: Text, primary_t: z.number().nullish() }),
});

/** A user, or a guest who has a name only. */
const Player = z.object({ id: Text, name: Text, names: z.object({ international: Text }).nullish() });

const Board = z.object({
  category: z
    .union([z.string(), z.object({ data: z.object({ name: z.string() }) }).transform(({ data }) => data.name)])
    .nullish(),
  runs: z.array(z.object({ place: Count, run: Run })),
  players: z.object({ data: listOf(Player) }).nullish(),
});

/** The runs of a leaderboard: one category of a game. */
function runsOf({ category, runs, players }: z.output<typeof Board>) {
  const names = new Map(players?.data.map(({ id, name, names: given }) => [id, given?.international ?? name]));
  return runs.map(({ place, run }) => {
    const runners = run.players.flatMap(({ id, name }) => names.get(id) ?? name ?? []);
    return {
      title: [category, `#${place}`, runners.join(", ")].filter(Boolean).join(" · "),
      url: run.weblink,
      id: run.id,
      type: "run",
      category,
      place,
      players: runners,
      timeSeconds: run.times.primary_t,
      time: run.times.primary,
      date: isoDate(run.date),
      video: webUrl(run.videos?.links[0]?.uri),
    };
  });
}

export const speedrun = defineSource({
  id: "speedrun",
  title: "speedrun.com games and records",
  docs: "https://github.com/speedruncomorg/api",
  terms: "100 requests a minute; CC BY-NC 4.0",
  query: query({
    describe: "words of a game's name, or a game's id; with records=true a game's id or abbreviation (celeste, sms)",
    example: "celeste",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: GameItem.extend({
    abbreviation: z.string().optional().describe("the game's name in addresses"),
    platforms: z.array(z.string()).optional(),
    developers: z.array(z.string()).optional(),
    discord: HttpUrl.optional(),
    createdAt: IsoDate.optional(),
    category: z.string().optional().describe("what the run was about: Any%, 100% …"),
    place: Count.optional().describe("place on the leaderboard"),
    players: z.array(z.string()).optional(),
    timeSeconds: z.number().nonnegative().optional(),
    time: z.string().optional().describe("ISO 8601 duration"),
    date: IsoDate.optional().describe("when it was run"),
    video: HttpUrl.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 600 },
  read: json({
    pages: request,
    judge,
    body: z.object({
      data: listOf(
        shaped(
          "runs",
          Board.transform(runsOf),
          Game.transform((game) => [gameOf(game)]),
        ),
      ),
      pagination: z.object({ links: listOf(z.object({ rel: z.string() })) }).nullish(),
    }),
    items: ({ data }) => data.flatMap((rows) => [...rows]),
    next: ({ pagination }) => (pagination?.links.some(({ rel }) => rel === "next") ? undefined : null),
  }),
});
