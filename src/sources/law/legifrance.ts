import { z } from "zod";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { withToken } from "../kit/compose/token.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { postForm, postJson } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { LawItem } from "./item.ts";

const SITE = "https://www.legifrance.gouv.fr";
const PER_PAGE = 20;
const DAY_MS = 86_400_000;

const Options = z.object({
  fond: z
    .enum(["LODA_DATE", "CODE_DATE", "JURI", "CETAT", "CONSTIT", "CNIL", "KALI", "ACCO", "JORF"])
    .default("LODA_DATE")
    .describe("what is searched: laws and decrees, codes, court decisions, the Journal officiel …"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

/** PISTE has a sandbox of the same shape. */
const hostOf = (part: "oauth" | "api", keys: Readonly<Record<string, string>>): string =>
  `https://${keys["PISTE_SANDBOX"] && keys["PISTE_SANDBOX"] !== "0" ? "sandbox-" : ""}${part}.piste.gouv.fr`;

/** The law of today is asked for; of the day, so that an answer can be held. */
function request({ text: valeur, fond, page, now, keys }: Asked & { readonly now: number } & PageRequest) {
  const dated = fond === "LODA_DATE" || fond === "CODE_DATE";
  return postJson(`${hostOf("api", keys)}/dila/legifrance/lf-engine-app/search`, {
    fond,
    recherche: {
      champs: [
        {
          typeChamp: "ALL",
          criteres: [{ typeRecherche: "TOUS_LES_MOTS_DANS_UN_CHAMP", valeur, operateur: "ET" }],
          operateur: "ET",
        },
      ],
      filtres: dated ? [{ facette: "DATE_VERSION", singleDate: Math.floor(now / DAY_MS) * DAY_MS }] : [],
      pageNumber: page,
      pageSize: PER_PAGE,
      operateur: "ET",
      sort: "PERTINENCE",
      typePagination: "DEFAUT",
    },
  });
}

const Text = z.string().nullish();

const Extract = z.object({ id: Text, num: Text, title: Text, values: listOf(z.string()) });

const Found = z.object({
  titles: z.array(z.object({ id: z.string(), cid: Text, title: z.string() })).min(1),
  text: Text,
  type: Text,
  nature: Text,
  origin: Text,
  etat: Text,
  solution: Text,
  nor: Text,
  date: Text,
  datePublication: Text,
  appellations: listOf(z.string()),
  sections: listOf(z.object({ title: Text, extracts: listOf(Extract) })),
});

/** The site's places, by the beginning of an id. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^LEGIARTI/, "codes/article_lc"],
  [/^JURITEXT/, "juri/id"],
  [/^CETATEXT/, "ceta/id"],
  [/^CONSTEXT/, "cons/id"],
  [/^CNILTEXT/, "cnil/id"],
  [/^KALI/, "conv_coll/id"],
  [/^ACCO/, "acco/id"],
  [/^JORF/, "jorf/id"],
];

const pageOf = (id: string, nature: string | null | undefined): string =>
  `${SITE}/${PLACES.find(([start]) => start.test(id))?.[1] ?? (/^code$/i.test(nature ?? "") ? "codes/texte_lc" : "loda/id")}/${id}`;

/** Marks of what was searched for, and of what was left out, are no part of the text. */
const unmarked = (raw: string | null | undefined): string | undefined =>
  textOfHtml(raw?.replaceAll("[...]", " ").replace(/<\/?mark>/g, ""));

/** A date without an hour; the year 2999 stands for none. */
const dayOf = (written: string | null | undefined): string | undefined =>
  written?.startsWith("2999") ? undefined : isoDate(written)?.slice(0, 10);

function itemOf(found: z.output<typeof Found>) {
  const [head] = found.titles;
  const id = (head?.id ?? "").replace(/_\d{2}-\d{2}-\d{4}$/, "");
  const extracts = found.sections.flatMap((section) => section.extracts);
  const articles = extracts.flatMap(({ id: article, num, title, values }) =>
    article ? [{ id: article, number: num ?? title, url: pageOf(article, undefined), text: unmarked(values[0]) }] : [],
  );
  const isCode = /^code$/i.test(found.nature ?? "");
  return {
    title: unmarked(head?.title) ?? id,
    url: (isCode && articles[0]?.url) || pageOf(id, found.nature),
    id,
    cid: head?.cid,
    type: found.origin,
    nature: found.nature,
    status: found.etat,
    publishedAt: dayOf(found.datePublication),
    date: dayOf(found.date),
    nor: found.nor,
    solution: found.solution,
    appellations: found.appellations,
    articles,
    snippet: excerpt(unmarked(found.text) ?? articles[0]?.text),
  };
}

export const legifrance = defineSource({
  id: "legifrance",
  title: "French law (Legifrance through PISTE)",
  docs: "https://piste.gouv.fr/api-catalog-sandbox",
  terms: "Licence Ouverte 2.0; the application must subscribe to the API in PISTE",
  key: {
    env: ["PISTE_CLIENT_ID", "PISTE_CLIENT_SECRET"],
    also: ["PISTE_SANDBOX"],
    required: true,
    from: "https://piste.gouv.fr/registration",
  },
  query: query({
    describe: "words to search French law for, in French",
    example: "vie privée",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: LawItem.extend({
    cid: z.string().optional().describe("the text's id, whatever its version"),
    nature: z.string().optional().describe("LOI, DECRET, code, deliberation …"),
    status: z.string().optional().describe("VIGUEUR where it is in force, ABROGE …"),
    date: IsoDate.optional().describe("since when this version has been in force"),
    nor: z.string().optional(),
    solution: z.string().optional().describe("what a court decided"),
    appellations: z.array(z.string()).optional().describe("what a law is called"),
    articles: z
      .array(z.object({ id: z.string(), number: z.string().optional(), url: HttpUrl, text: z.string().optional() }))
      .optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: withToken(
    {
      request: (keys) =>
        postForm(`${hostOf("oauth", keys)}/api/oauth/token`, {
          grant_type: "client_credentials",
          client_id: keys["PISTE_CLIENT_ID"],
          client_secret: keys["PISTE_CLIENT_SECRET"],
          scope: "openid",
        }),
      // A token lives an hour.
      ttlMs: 3_500_000,
    },
    timed(
      json({
        pages: request,
        body: z.object({ results: z.array(Found), totalResultNumber: Count.nullish() }),
        items: ({ results }) => results.map(itemOf),
        next: ({ results }) => (results.length < PER_PAGE ? null : undefined),
      }),
    ),
  ),
});
