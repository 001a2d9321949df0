import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { Count } from "../../kit/values/fields.ts";
import { clip } from "../../kit/values/text.ts";
import { WeatherItem } from "../item.ts";
import { Body, type Input, itemsOf, pathOf } from "./record.ts";

/*
 * Written after the project's own description of its JSON (https://github.com/chubin/wttr.in#json-output), whose fields
 * are those of WorldWeatherOnline: no answer of it was at hand, but of its failures.
 */

const Options = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]{2})?$/, "a language code, e.g. fr")
    .optional()
    .describe("language of the conditions, e.g. fr; default English"),
});

/** An unknown place is 404; failures are sentences, at times under status 200 and as JSON. */
const refused: Judge = (response) => {
  if (response.status === 404) return "empty";
  const body = decodeText(response).slice(0, 2000).trim();
  if (/running out of queries/i.test(body))
    return new SourceError("rate-limited", `wttr.in says: ${quotedSaying(body)}`);
  if (/already being processed/i.test(body))
    return new SourceError("rate-limited", `wttr.in says: ${quotedSaying(body)}`, { retryAfterMs: 1000 });
  return /^Unknown location/i.test(body)
    ? new SourceError(
        "unreachable",
        `wttr.in says, as it also does when its own allowance is spent: ${quotedSaying(body)}`,
      )
    : undefined;
};

export const wttr = defineSource({
  id: "wttr",
  title: "wttr.in",
  docs: "https://github.com/chubin/wttr.in",
  terms: "no key; one volunteer's service, whose own allowance is at times spent",
  query: query({
    describe: "a place's name, an airport's code, ~landmark or latitude,longitude",
    example: "Paris",
    options: Options,
    parse: (text, options): Input => {
      if (/^[:.]/.test(text)) throw new SourceError("bad-query", `“${clip(text)}” is no place, for example Paris.`);
      return { ...options, text };
    },
  }),
  item: WeatherItem.extend({
    windDirection: z.string().optional().describe("point of the compass: NNW"),
    sunHours: z.number().nonnegative().optional(),
    sunrise: z.string().optional().describe("local time: 07:48 AM"),
    sunset: z.string().optional(),
    moonPhase: z.string().optional(),
    hourly: z
      .array(
        z.object({
          time: z.string().describe("local: 15:00"),
          temperatureC: z.number().optional(),
          feelsLikeC: z.number().optional(),
          precipitationMm: z.number().optional(),
          rainProbabilityPercent: Count.optional(),
          windKmh: z.number().optional(),
          condition: z.string().optional(),
        }),
      )
      .optional()
      .describe("steps of three hours"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ text, language }: Input) => get(`https://wttr.in/${pathOf(text)}`, { format: "j1", lang: language }),
    judge: refused,
    body: Body,
    items: itemsOf,
  }),
});
