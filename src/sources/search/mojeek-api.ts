import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { json, numeric } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import type { Reader } from "../source.ts";
import { type Found, LAST_PAGE, shared, type Timed } from "./mojeek-request.ts";

/** The variable that holds the key. */
export const KEY = "MOJEEK_API_KEY";

const Answer = z.object({
  response: z.object({
    status: z.string(),
    head: z.object({ results: numeric.nullish(), start: numeric.nullish(), return: numeric.nullish() }).nullish(),
    results: z
      .array(
        z.object({
          title: z.string().nullish(),
          url: z.string(),
          desc: z.string().nullish(),
          date: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

const Refusal = z.object({ response: z.object({ status: z.string().refine((status) => !/^OK\b/.test(status)) }) });

/** The API says in `status` what is wrong, whatever the HTTP status. */
function refused(body: unknown): SourceError | undefined {
  const said = Refusal.safeParse(body).data?.response.status;
  if (!said) return undefined;
  return /key|denied|authori[sz]/i.test(said)
    ? new SourceError("missing-key", `Mojeek refuses the key in ${KEY}: ${said}.`)
    : new SourceError("bad-query", `Mojeek refuses the query: ${said}.`);
}

/** The official API. */
export const api: Reader<Timed, Found> = json({
  pages: (ask) =>
    ask.page > LAST_PAGE
      ? undefined
      : get("https://api.mojeek.com/search", {
          api_key: ask.key,
          ...shared(ask),
          t: 10,
          fmt: "json",
          date: 1,
          lb: ask.language?.toUpperCase(),
          rb: ask.region,
        }),
  refused,
  body: Answer,
  items: ({ response }) =>
    (response.results ?? []).map(({ title, url, desc, date }) => ({
      title: textOfHtml(title) ?? url,
      url,
      snippet: textOfHtml(desc),
      publishedAt: isoDate(date),
    })),
  next: ({ response: { head } }) => {
    if (head?.results == null || head.start == null || head.return == null) return undefined;
    return head.start + head.return > head.results ? null : undefined;
  },
});
