import { timed } from "../../kit/compose/timed.ts";
import { csvRows } from "../../kit/readers/csv.ts";
import { plain } from "../../kit/readers/plain.ts";
import { get } from "../../kit/requests/request.ts";
import { changed, noPage } from "../../kit/responses/answer.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { maybeAmount } from "../../kit/values/decimal.ts";
import { clip } from "../../kit/values/text.ts";
import { type Asked, known, pageOf, startOf } from "./api.ts";

/**
 * The file behind a graph: a column of days or months, and one of values. An unknown series is a page with status 404. It has
 * no documentation, and no recording of it was found.
 */
export const graph = timed(
  plain({
    request: ({ text, days, now }: Asked & { readonly now: number }) =>
      get("https://fred.stlouisfed.org/graph/fredgraph.csv", { id: text.toUpperCase(), cosd: startOf(days, now) }),
    judge: (response) => (response.status === 404 ? "empty" : noPage("FRED")(response)),
    items: (body, { text, observations: limit, days }) => {
      const id = text.toUpperCase();
      const rows = csvRows(body, [], "fred").map((cells) => {
        const [date = "", value] = Object.values(cells);
        if (!isoDate(date)) throw changed("fred", `no day in its first column: ${clip(date, 30)}`);
        return { date, value: maybeAmount.safeParse(value).data };
      });
      const values = known(rows).slice(days === undefined ? -limit : 0);
      const last = values.at(-1);
      return [
        {
          kind: "series" as const,
          title: id,
          url: pageOf(id),
          snippet: last && `${last.value} on ${last.date}`,
          seriesId: id,
          observationStart: rows[0]?.date,
          observationEnd: rows.at(-1)?.date,
          value: last?.value,
          valueDate: last?.date,
          history: values,
        },
      ];
    },
  }),
);
