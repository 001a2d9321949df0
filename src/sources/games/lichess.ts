import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { GameItem } from "./item.ts";

const SITE = "https://lichess.org";

const Options = z.object({
  type: z.enum(["broadcast", "team", "player"]).default("broadcast").describe("what is searched for"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

function request({ text, type, page }: Asked & PageRequest) {
  if (type === "broadcast") return get(`${SITE}/api/broadcast/search`, { q: text, page });
  if (type === "team") return get(`${SITE}/api/team/search`, { text, page });
  return page === 1 ? get(`${SITE}/api/player/autocomplete`, { term: text, object: true }) : undefined;
}

/** Lichess wants a full minute of rest after a 429. */
const judge: Judge = ({ status }) =>
  status === 429
    ? new SourceError("rate-limited", "Lichess wants a minute of rest (HTTP 429).", { retryAfterMs: 60_000 })
    : undefined;

const Text = z.string().nullish();

const Round = z.object({ name: Text, url: Text, ongoing: z.boolean().nullish(), finished: z.boolean().nullish() });

const Broadcast = z.object({
  tour: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    description: Text,
    info: z.object({ format: Text, tc: Text, location: Text, players: Text, website: Text }).nullish(),
    dates: z.array(z.number()).nullish(),
    createdAt: z.number().nullish(),
    image: Text,
  }),
  round: Round.nullish(),
});

const Team = z.object({
  id: z.string(),
  name: z.string(),
  description: Text,
  nbMembers: Count.nullish(),
  leader: z.object({ name: Text }).nullish(),
  open: z.boolean().nullish(),
});

const Player = z.object({
  id: z.string(),
  name: z.string(),
  title: Text,
  online: z.boolean().nullish(),
  patron: z.boolean().nullish(),
});

function broadcastOf({ tour, round }: z.output<typeof Broadcast>) {
  const { info, dates } = tour;
  return {
    title: tour.name,
    url: tour.url,
    id: tour.id,
    type: "broadcast",
    snippet: excerpt(tour.description) ?? [info?.format, info?.location, info?.players].filter(Boolean).join(" · "),
    startsAt: unixMillis(dates?.[0]),
    endsAt: unixMillis(dates?.[1]),
    location: info?.location,
    format: info?.format,
    timeControl: info?.tc,
    players: info?.players,
    website: webUrl(info?.website),
    image: tour.image,
    roundName: round?.name,
    roundUrl: round?.url,
    ongoing: round?.ongoing,
    finished: round?.finished,
    publishedAt: unixMillis(tour.createdAt),
  };
}

const teamOf = (team: z.output<typeof Team>) => ({
  title: team.name,
  url: `${SITE}/team/${team.id}`,
  id: team.id,
  type: "team",
  snippet: excerpt(team.description),
  members: team.nbMembers,
  leader: team.leader?.name,
  open: team.open,
});

const playerOf = (player: z.output<typeof Player>) => ({
  title: player.name,
  url: `${SITE}/@/${player.name}`,
  id: player.id,
  type: "player",
  playerTitle: player.title,
  online: player.online,
  patron: player.patron,
});

/** A page of broadcasts or teams, or all players that a name begins. */
const Found = shaped(
  "result",
  z
    .object({ result: z.array(Player) })
    .transform(({ result }) => ({ currentPageResults: result.map(playerOf), nextPage: null })),
  z.object({
    currentPageResults: z.array(shaped("tour", Broadcast.transform(broadcastOf), Team.transform(teamOf))),
    nextPage: z.number().nullish(),
  }),
);

export const lichess = defineSource({
  id: "lichess",
  title: "Lichess broadcasts, teams and players",
  docs: "https://lichess.org/api",
  terms: "one request at a time; a minute of rest after a 429",
  query: query({
    describe:
      "words to search broadcasts or teams for, or with type=player the first letters of a name, three at least",
    example: "london chess classic",
    options: Options,
    parse: (q, options): Asked => {
      if (options.type === "player" && q.length < 3)
        throw new SourceError("bad-query", "q: a player is looked for by three letters at least.");
      return { ...options, text: q };
    },
  }),
  item: GameItem.extend({
    startsAt: IsoDate.optional(),
    endsAt: IsoDate.optional(),
    location: z.string().optional(),
    format: z.string().optional(),
    timeControl: z.string().optional(),
    players: z.string().optional().describe("the best known of those who play"),
    website: HttpUrl.optional(),
    roundName: z.string().optional(),
    roundUrl: HttpUrl.optional(),
    ongoing: z.boolean().optional(),
    finished: z.boolean().optional(),
    publishedAt: IsoDate.optional(),
    members: Count.optional(),
    leader: z.string().optional(),
    open: z.boolean().optional().describe("anybody may join"),
    playerTitle: z.string().optional().describe("GM, IM, BOT …"),
    online: z.boolean().optional(),
    patron: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: request,
    judge,
    body: Found,
    items: ({ currentPageResults }) => [...currentPageResults],
    next: ({ nextPage }) => (nextPage == null ? null : undefined),
  }),
});
