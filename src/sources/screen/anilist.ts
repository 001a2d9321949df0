import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { postJson } from "../kit/request.ts";
import { QUERY } from "./anilist-query.ts";
import { itemOf, Media } from "./anilist-record.ts";
import { ScreenItem } from "./item.ts";

const Options = z.object({
  type: z.enum(["anime", "manga"]).optional().describe("only this kind"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Body = z.object({
  data: z.object({ Page: z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), media: z.array(Media) }) }),
});

const Errors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

export const anilist = defineSource({
  id: "anilist",
  title: "AniList",
  docs: "https://docs.anilist.co/",
  terms: "official API, 30 requests a minute; no mass collection",
  query: text("an anime's or manga's title", "cowboy bebop", Options),
  item: ScreenItem.extend({
    id: z.int(),
    malId: z.int().optional().describe("id at MyAnimeList"),
    format: z.string().optional().describe("TV, MOVIE, OVA, MANGA, NOVEL …"),
    season: z.string().optional(),
    chapters: Count.optional(),
    volumes: Count.optional(),
    score: z.number().min(0).max(100).optional().describe("AniList's own scale, 0 to 100"),
    popularity: Count.optional().describe("how many users list it"),
    studio: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: json({
    pages: ({ text, type, page }: Input & PageAsk) =>
      postJson("https://graphql.anilist.co", {
        query: QUERY,
        variables: { q: text, page, ...(type && { type: type.toUpperCase() }) },
      }),
    refused: (body, { status }) => {
      const read = Errors.safeParse(body);
      return status === 200 && read.success
        ? new SourceError("unreachable", `AniList failed: ${read.data.errors[0]?.message}`)
        : undefined;
    },
    body: Body,
    next: ({ data }) => (data.Page.pageInfo.hasNextPage ? undefined : null),
    items: ({ data }) => data.Page.media.filter(({ isAdult }) => !isAdult).map(itemOf),
  }),
});
