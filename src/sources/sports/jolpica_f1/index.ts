import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { rowsRemain } from "../../kit/requests/further.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Count, IsoDate } from "../../kit/values/fields.ts";
import { clip } from "../../kit/values/text.ts";
import { SportsItem } from "../item.ts";
import { Body, itemsOf } from "./record.ts";

/** The most rows that an answer holds. */
const ROWS = 100;

const Options = z.object({
  mode: z
    .enum(["races", "results", "qualifying", "sprint", "driverstandings", "constructorstandings"])
    .optional()
    .describe("default races: the calendar"),
});

interface Input extends z.output<typeof Options> {
  /** As in the path: `2023`, `2023/9`, `current/last`. */
  readonly when: string;
}

export const jolpicaF1 = defineSource({
  id: "jolpica_f1",
  title: "Formula 1 results (Jolpica, Ergast successor)",
  docs: "https://github.com/jolpica/jolpica-f1/tree/main/docs",
  terms: "no key; 4 requests a second, 500 an hour",
  query: query({
    describe: "a season, optionally with a round: 2023, 2023/9, current, last or next",
    example: "2023",
    options: Options,
    parse: (q, options): Input => {
      const [, season, round = ""] = /^(\d{4}|current)(\/(?:\d{1,2}|last|next))?$/i.exec(q) ?? [];
      if (!season && !/^(last|next)$/i.test(q))
        throw new SourceError("bad-query", `“${clip(q)}” is no season, for example 2023, 2023/9 or last.`);
      return { ...options, when: (season ? `${season}${round}` : `current/${q}`).toLowerCase() };
    },
  }),
  item: SportsItem.extend({
    latitude: z.number().min(-90).max(90).optional().describe("of the circuit"),
    longitude: z.number().min(-180).max(180).optional().describe("of the circuit"),
    sessions: z
      .array(z.object({ name: z.string(), date: IsoDate }))
      .optional()
      .describe("before the race"),
    race: z.string().optional(),
    driver: z.string().optional(),
    code: z.string().optional().describe("the driver's three letters"),
    nationality: z.string().optional(),
    team: z.string().optional().describe("constructor"),
    carNumber: z.string().optional(),
    grid: Count.optional().describe("starting place; 0: from the pit lane"),
    laps: Count.optional(),
    time: z.string().optional().describe("the winner's time, the others' gaps: 1:25:33.607, +5.155"),
    fastestLap: z.string().optional(),
    q1: z.string().optional(),
    q2: z.string().optional(),
    q3: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 300 },
  read: json({
    pages: ({ when, mode = "races", page }: Input & PageRequest) =>
      get(`https://api.jolpi.ca/ergast/f1/${when}/${mode}.json`, { limit: ROWS, offset: (page - 1) * ROWS }),
    body: Body,
    items: itemsOf,
    // The total counts rows of results, so a race may be cut in two by a page's end.
    next: (body, _input, response) => rowsRemain(response, "offset", itemsOf(body).length, body.MRData.total),
  }),
});
