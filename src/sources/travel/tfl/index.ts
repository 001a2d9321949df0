import { concatMap, of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { json, parseJson } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { get } from "../../kit/requests/request.ts";
import { IsoDate } from "../../kit/values/fields.ts";
import { clip } from "../../kit/values/text.ts";
import type { Reader } from "../../source.ts";
import { type AskedWay, departureOption, JourneyItem, wayQuery } from "../item.ts";
import { Journey, journeyOf, Line, lineOf } from "./record.ts";

const API = "https://api.tfl.gov.uk";
const MODES = "tube,dlr,overground,elizabeth-line,tram";

type Input = AskedWay & { readonly departure?: string | undefined };

/** "Hammersmith & City line" as the interface numbers lines: hammersmith-city. */
const lineId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the\s+|\s+line$/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function request({ text, ends, departure, key }: Input & PageRequest): HttpRequest {
  const app_key = key || undefined;
  if (ends) {
    const [date, time] = departure?.replace(/[-:]/g, "").split("T") ?? [];
    const [from, to] = [ends.from, ends.to].map(encodeURIComponent);
    return get(`${API}/Journey/JourneyResults/${from}/to/${to}`, { date, time, app_key });
  }
  if (text === "*") return get(`${API}/Line/Mode/${MODES}/Status`, { app_key });
  const id = lineId(text);
  if (!id) throw new SourceError("bad-query", `q: “${clip(text)}” is no line's name.`);
  return get(`${API}/Line/${id}/Status`, { app_key });
}

const Choice = z
  .object({
    disambiguationOptions: z
      .array(
        z.object({
          parameterValue: z.string(),
          matchQuality: z.number().nullish(),
          place: z.object({ commonName: z.string().nullish() }).nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

const Ambiguous = z.object({ fromLocationDisambiguation: Choice, toLocationDisambiguation: Choice });

/** The option that fits best. */
const bestOf = (choice: z.output<typeof Choice>) =>
  choice?.disambiguationOptions?.toSorted((one, other) => (other.matchQuality ?? 0) - (one.matchQuality ?? 0))[0];

/**
 * Places that may be several are answered by a choice (status 300): the best of each is taken, said, and asked for.
 *
 *     ask (300) --> ask with the best of each --> answer
 */
const decided =
  <Out>(reader: Reader<Input, Out>): Reader<Input, Out> =>
  (input, context) => {
    const again = (response: HttpResponse, asked: HttpRequest) => {
      const choices = Ambiguous.parse(parseJson(response, context.source));
      const [from, to] = [bestOf(choices.fromLocationDisambiguation), bestOf(choices.toLocationDisambiguation)];
      if (!from && !to) throw new SourceError("bad-query", "q: TfL knows no such place.");
      const said = [from, to].flatMap((option) => option?.place?.commonName ?? []).join(" and ");
      if (said) context.notice({ kind: "note", text: `understood as ${said}` });
      const url = new URL(asked.url);
      const [, start = "", end = ""] = /\/JourneyResults\/([^/]+)\/to\/([^/]+)$/.exec(url.pathname) ?? [];
      const [one, other] = [from, to].map((option) => option && encodeURIComponent(option.parameterValue));
      url.pathname = `/Journey/JourneyResults/${one ?? start}/to/${other ?? end}`;
      return context.fetch({ ...asked, url: url.href });
    };
    return reader(input, {
      ...context,
      fetch: (asked) =>
        context
          .fetch(asked)
          .pipe(concatMap((response) => (response.status === 300 ? again(response, asked) : of(response)))),
    });
  };

/** Lines come as a list, journeys within an object. */
const Body = z.preprocess(
  (body) => (Array.isArray(body) ? { lines: body } : body),
  z
    .object({ lines: z.array(Line).optional(), journeys: z.array(Journey).nullish() })
    .refine(({ lines, journeys }) => lines ?? journeys, "neither lines nor journeys"),
);

const itemsOf = ({ lines, journeys }: z.output<typeof Body>) => [
  ...(lines ?? []).map(lineOf),
  ...(journeys ?? []).map(journeyOf),
];

export const tfl = defineSource({
  id: "tfl",
  title: "Transport for London",
  docs: "https://api-portal.tfl.gov.uk/api-details",
  terms: "50 requests a minute without a key, 500 with; powered by TfL Open Data, Open Government Licence",
  key: { env: ["TFL_APP_KEY"], required: false, from: "https://api-portal.tfl.gov.uk/" },
  query: wayQuery("a line's name, * for all lines, or “A to B”", "circle", z.object({ departure: departureOption })),
  item: JourneyItem.extend({
    severity: z.int().optional().describe("from 0 to 20; 10 is good service"),
    status: z.string().optional(),
    reason: z.string().optional(),
    category: z.string().optional().describe("of the disruption: PlannedWork, RealTime …"),
    validFrom: IsoDate.optional(),
    validUntil: IsoDate.optional(),
    statuses: z
      .array(
        z.object({
          severity: z.int().optional(),
          status: z.string().optional(),
          reason: z.string().optional(),
          category: z.string().optional(),
          validFrom: IsoDate.optional(),
          validUntil: IsoDate.optional(),
        }),
      )
      .optional()
      .describe("all of a line's, the worst first"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: decided(json({ request, body: Body, items: itemsOf })),
});
