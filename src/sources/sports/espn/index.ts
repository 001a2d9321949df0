import { filter } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Count } from "../../kit/values/fields.ts";
import { clip, saysAll } from "../../kit/values/text.ts";
import { SportsItem } from "../item.ts";
import { Event, itemOf } from "./event.ts";

const API = "https://site.api.espn.com/apis/site/v2/sports";
const ROWS = 1000;

const DAY = "(\\d{4})-?(\\d{2})-?(\\d{2})";
const DAYS = new RegExp(`^${DAY}(?:(?:\\.\\.|-)${DAY})?$`);

const Options = z.object({
  dates: z
    .string()
    .regex(DAYS, "a day or a range of days: 2022-09-25, 20220925-20220930")
    .transform((days) => {
      const [, ...parts] = DAYS.exec(days) ?? [];
      return [parts.slice(0, 3).join(""), parts.slice(3).join("")].filter(Boolean).join("-");
    })
    .optional()
    .describe("a day or a range of days, e.g. 2022-09-25 or 20220925-20220930; default: the current matchday"),
  team: z
    .string()
    .max(60)
    .optional()
    .describe("only this team's events, by a part of its name; a number is ESPN's id of it and asks for its schedule"),
  season: z
    .string()
    .regex(/^\d{4}$/, "a year")
    .optional()
    .describe("year of the team's schedule"),
});

interface Input extends z.output<typeof Options> {
  /** `hockey/nhl` */
  readonly league: string;
  /** ESPN's id of the team whose schedule is asked for. */
  readonly schedule?: string | undefined;
}

const events = json({
  request: ({ league, schedule, dates, season }: Input) =>
    schedule
      ? get(`${API}/${league}/teams/${schedule}/schedule`, { season })
      : get(`${API}/${league}/scoreboard`, { dates, limit: ROWS }),
  body: z.object({ leagues: z.array(z.object({ name: z.string().nullish() })).nullish(), events: z.array(Event) }),
  items: ({ leagues, events }, { schedule }, _response, { notice }) => {
    if (schedule) notice({ kind: "note", text: `understood as the schedule of ESPN's team ${schedule}` });
    return events.map((event) => itemOf(event, leagues?.[0]?.name));
  },
});

export const espn = defineSource({
  id: "espn",
  title: "ESPN scoreboards",
  docs: "https://gist.github.com/akeaswaran/b48b02f1c94f873c6655e7129910fc3b",
  terms: "public but undocumented; ask sparingly",
  query: query({
    describe: "sport and league: hockey/nhl, soccer/eng.1, soccer/usa.1, football/nfl, basketball/nba …",
    example: "hockey/nhl",
    options: Options,
    parse: (q, options): Input => {
      const league = q.toLowerCase();
      if (!/^[a-z-]{1,40}\/[a-z0-9._-]{1,60}$/.test(league))
        throw new SourceError("bad-query", `“${clip(q)}” is no sport/league, for example hockey/nhl.`);
      const { team, ...rest } = options;
      return /^\d+$/.test(team ?? "") ? { ...rest, league, schedule: team } : { ...options, league };
    },
  }),
  item: SportsItem.extend({
    shortName: z.string().optional(),
    state: z.string().optional().describe("pre, in or post"),
    clock: z.string().optional().describe("the game's clock while it lasts"),
    period: Count.optional(),
    competitors: z
      .array(
        z.object({
          name: z.string(),
          order: z.int().optional().describe("place"),
          winner: z.boolean().optional(),
        }),
      )
      .optional()
      .describe("where there is no home side: tennis, golf, racing"),
    attendance: Count.optional(),
    broadcast: z.array(z.string()).optional(),
    odds: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: (input, context) =>
    events(input, context).pipe(
      filter(({ title, shortName }) => !input.team || saysAll(input.team, title, shortName ?? undefined)),
    ),
});
