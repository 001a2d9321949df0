import { z } from "zod";
import { decodeText } from "../../../upstream/charset.ts";
import { defineSource } from "../../define.ts";
import { textOfHtml } from "../../kit/html/dom.ts";
import { html, says } from "../../kit/readers/html.ts";
import { BROWSER, cookies } from "../../kit/requests/as-browser.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import { AppItem, PACKAGE } from "../item.ts";
import { appOf, at, dataOf, describedApp, pageOf, rowOf } from "./state.ts";

const Options = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language code")
    .default("en")
    .describe("language of the texts"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .default("us")
    .describe("the country whose store is asked"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly id?: string | undefined;
}

function request({ text, id, lang: hl, country: gl }: Asked) {
  const asking = {
    // The European consent question, answered with "reject all".
    headers: { accept: "text/html", "accept-language": `${hl},en;q=0.5`, cookie: cookies({ SOCS: "CAI" }) },
    session: "google_play",
  };
  if (id) return get(pageOf(id), { hl, gl }, asking);
  return get("https://play.google.com/store/search", { q: text, c: "apps", hl, gl }, asking);
}

/** An app's page: what it says in JSON-LD, and what only its tree has. */
function appIn(body: string, asked?: string) {
  const tree = appOf(at(dataOf(body, "ds:5"), 1, 2), asked);
  const id = asked ?? tree?.id;
  const described = id ? describedApp(body, id) : undefined;
  if (!tree) return described ? [described] : [];
  return [
    {
      ...tree,
      title: described?.title ?? tree.title,
      price: described?.price ?? tree.price,
      currency: described?.currency ?? tree.currency,
      free: described?.free ?? tree.free,
      rating: described?.rating ?? tree.rating,
      ratingCount: described?.ratingCount ?? tree.ratingCount,
      contentRating: described?.contentRating ?? tree.contentRating,
    },
  ];
}

/** The parts of a list of results: one of them may hold the large card of an exact match, one the list. */
const sectionsIn = (body: string): readonly unknown[] => {
  const sections = at(dataOf(body, "ds:4"), 0, 1);
  return Array.isArray(sections) ? sections : [];
};

const listIn = (body: string) => {
  const sections = sectionsIn(body);
  const cards = sections.flatMap((section) => appOf(at(section, 23, 16, 2)) ?? []);
  const lists = sections.map((section) => at(section, 22, 0)).filter(Array.isArray);
  const rows = lists.flat().flatMap((row: unknown) => rowOf(row) ?? []);
  return [...cards, ...rows.filter(({ id }) => cards.every((card) => card.id !== id))];
};

export const googlePlay = defineSource({
  id: "google_play",
  title: "Google Play search",
  docs: "https://github.com/facundoolano/google-play-scraper",
  terms: "no API: the store's own pages; some 30 results, for further ones are asked by signed calls",
  query: query({
    describe: "words to search the store for; a package's name (com.Slack) reads that one app",
    example: "markdown editor",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q, id: PACKAGE.test(q) ? q : undefined }),
  }),
  item: AppItem.extend({
    reviews: Count.optional().describe("how many wrote about it"),
    installs: z.string().optional().describe("how often it was installed, as the store says: 50,000,000+"),
    minInstalls: Count.optional().describe("installed at least so often"),
    privacyPolicy: HttpUrl.optional(),
    description: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: html({
    request,
    carried: (body, { id }: Asked) => {
      const found = listIn(body);
      return [...(id || found.length === 0 ? appIn(body, id) : found)];
    },
    rows: 'a[href^="/store/apps/details?id="]',
    item: (link, { id: asked }) => {
      const id = URL.parse(link.link() ?? "")?.searchParams.get("id");
      const title = link.text("[title], .DdYX5") ?? link.attr("aria-label") ?? link.text();
      return asked || !id || !title ? undefined : { title: textOfHtml(title) ?? title, url: pageOf(id), id };
    },
    empty: (doc, response) =>
      // A list of results without a section, as the store answers where it finds nothing.
      Array.isArray(at(dataOf(decodeText(response), "ds:4"), 0)) && sectionsIn(decodeText(response)).length === 0
        ? true
        : says("We couldn't find anything for your search", "We couldn’t find anything for your search")(doc),
    blocked: ['form[action*="consent.google.com"]', "#captcha-form"],
  }),
});
