import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { type El, parseHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { clip, saysAll } from "../kit/values/text.ts";
import { NewsItem } from "./item.ts";

interface Asked {
  /** `YYYY-MM-DD`; absent: today's. */
  readonly day?: string | undefined;
  /** Words that a story must hold; "": any. */
  readonly text: string;
  readonly language: string;
}

function asked(q: string, { language }: { language: string }): Asked {
  if (q === "*") return { text: "", language };
  if (!/^\d{4}-\d{1,2}-\d{1,2}$/.test(q)) return { text: q, language };
  const day = z.iso.date().safeParse(q.replace(/-(?=\d(-|$))/g, "-0"));
  if (!day.success) throw new SourceError("bad-query", `“${clip(q)}” is no day of the calendar.`);
  return { day: day.data, text: "", language };
}

const dayOf = ({ day, now }: Asked & { now: number }): string => day ?? new Date(now).toISOString().slice(0, 10);

const Page = z.object({
  title: z.string(),
  normalizedtitle: z.string().nullish(),
  extract: z.string().nullish(),
  thumbnail: z.object({ source: z.string().nullish() }).nullish(),
  content_urls: z.object({ desktop: z.object({ page: z.string() }) }),
});

/** The page that a story is about: the one in bold, else the first. */
function subject(story: El, links: readonly z.output<typeof Page>[]) {
  const bold = story.attr("href", "b a") ?? story.attr("href", "a b");
  const title = bold?.replace(/^\.\//, "").replace(/[?#].*$/s, "");
  return links.find((link) => link.title === title || encodeURIComponent(link.title) === title) ?? links[0];
}

export const wikipediaNews = defineSource({
  id: "wikipedia_news",
  title: "Wikipedia “In the news”",
  docs: "https://www.mediawiki.org/wiki/Wikifeeds",
  terms: "CC BY-SA; wants a User-Agent that names a contact; some languages only have the section",
  query: query({
    describe:
      "a day (YYYY-MM-DD) whose stories are wanted, or words that a story of today must hold; * for all of today's",
    example: "2023-11-03",
    options: z.object({
      language: z
        .string()
        .regex(/^[a-z]{2,3}(-[a-z]{2,8})?$/, "the language code of a Wikipedia")
        .default("en")
        .describe("language code of the Wikipedia, e.g. fr"),
    }),
    parse: asked,
  }),
  item: NewsItem.extend({
    publishedAt: z.iso.date().describe("the day whose main page shows it"),
    topics: z.array(z.string()).optional().describe("titles of the pages that the story links to"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: timed(
    json({
      request: (input: Asked & { readonly now: number }) =>
        get(`https://${input.language}.wikipedia.org/api/rest_v1/feed/featured/${dayOf(input).replaceAll("-", "/")}`),
      body: z.object({
        news: z.array(z.object({ story: z.string(), links: z.array(Page) })).nullish(),
      }),
      items: ({ news }, input) =>
        (news ?? []).flatMap(({ story, links }) => {
          const told = parseHtml(story, "about:blank");
          const title = told.text();
          const about = subject(told, links);
          if (!title || !about || (input.text && !saysAll(input.text, title, about.extract ?? undefined))) return [];
          return {
            title,
            url: about.content_urls.desktop.page,
            snippet: about.extract,
            publishedAt: dayOf(input),
            image: about.thumbnail?.source,
            language: input.language,
            topics: links.flatMap(({ normalizedtitle }) => normalizedtitle ?? []),
          };
        }),
    }),
  ),
});
