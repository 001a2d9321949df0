import { z } from "zod";
import { numeric } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";

const Text = z.string().nullish();
const Named = z.object({ displayName: Text }).nullish();

const Status = z.object({
  displayClock: Text,
  period: Count.nullish(),
  type: z.object({ state: Text, completed: z.boolean().nullish(), description: Text, detail: Text }).nullish(),
});

/** A text in scoreboards, an object in schedules; what is no number (cricket's "182/5") is left out. */
const Score = z
  .union([
    numeric,
    z.object({ value: numeric.nullish() }).transform(({ value }) => value),
    z.string().transform(() => undefined),
  ])
  .nullish();

const Competitor = z.object({
  homeAway: Text,
  order: z.int().nullish(),
  winner: z.boolean().nullish(),
  score: Score,
  team: Named,
  athlete: Named,
});

const Competition = z.object({
  type: z.object({ abbreviation: Text }).nullish(),
  venue: z.object({ fullName: Text, address: z.object({ city: Text, country: Text }).nullish() }).nullish(),
  attendance: Count.nullish(),
  competitors: z.array(Competitor).nullish(),
  status: Status.nullish(),
  broadcasts: z
    .array(
      z.object({
        names: z.array(z.string()).nullish(),
        media: z.object({ shortName: Text }).nullish(),
      }),
    )
    .nullish(),
  odds: z.array(z.object({ details: Text }).nullish()).nullish(),
});

/** An event as the API answers it. */
export const Event = z.object({
  id: z.string(),
  date: Text,
  name: z.string(),
  shortName: Text,
  season: z.object({ year: z.int().nullish() }).nullish(),
  league: z.object({ name: Text }).nullish(),
  competitions: z.array(Competition).nullish(),
  links: z.array(z.object({ rel: z.array(z.string()).nullish(), href: z.string() })).nullish(),
  status: Status.nullish(),
});

const nameOf = ({ team, athlete }: z.output<typeof Competitor>) => team?.displayName ?? athlete?.displayName;

/** The event's own page. */
function pageOf(links: z.output<typeof Event>["links"]) {
  const own = links?.find(({ rel }) => rel?.includes("desktop") && (rel.includes("event") || rel.includes("summary")));
  return webUrl(own?.href);
}

/** What ESPN says of an event. */
export function itemOf(event: z.output<typeof Event>, league: string | null | undefined) {
  // A weekend of motor racing has practices before the race.
  const competition = event.competitions?.find(({ type }) => type?.abbreviation === "Race") ?? event.competitions?.[0];
  const status = event.status ?? competition?.status;
  const state = status?.type?.state;
  const sides = competition?.competitors ?? [];
  const home = sides.find(({ homeAway }) => homeAway === "home");
  const away = sides.find(({ homeAway }) => homeAway === "away");
  // Before the beginning the score is 0 by way of form.
  const scored = state !== "pre";
  return {
    title: event.name,
    shortName: event.shortName,
    url: pageOf(event.links),
    snippet: status?.type?.detail,
    id: event.id,
    date: isoDate(event.date),
    league: league ?? event.league?.name,
    season: event.season?.year?.toString(),
    status: status?.type?.description,
    state,
    finished: status?.type?.completed,
    clock: state === "in" ? status?.displayClock : undefined,
    period: status?.period || undefined,
    homeTeam: home && nameOf(home),
    awayTeam: away && nameOf(away),
    homeScore: scored ? home?.score : undefined,
    awayScore: scored ? away?.score : undefined,
    competitors: home
      ? undefined
      : sides.flatMap((side) => {
          const name = nameOf(side);
          return name ? [{ name, order: side.order, winner: side.winner }] : [];
        }),
    venue: competition?.venue?.fullName,
    city: competition?.venue?.address?.city,
    country: competition?.venue?.address?.country,
    attendance: competition?.attendance || undefined,
    broadcast: competition?.broadcasts?.flatMap(({ names, media }) => names ?? media?.shortName ?? []),
    odds: competition?.odds?.[0]?.details,
  };
}
