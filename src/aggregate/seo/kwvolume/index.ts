import { map, merge, mergeMap, of, toArray } from "rxjs";
import { z } from "zod";
import type { keyword_volume } from "../../../sources/serp/keyword_volume.ts";
import type { yandexSuggest } from "../../../sources/suggest/yandex_suggest.ts";
import { defineAnalysis } from "../../define.ts";
import { language, limit as limited } from "../../parameters.ts";
import { gathered } from "../../settled-result.ts";
import { keywordPhrase, languageOf } from "../keyword.ts";
import { known } from "../known.ts";
import { notBefore } from "../not-before.ts";
import { answer, keywordOf, keywordsOf, totalsOf } from "./fold.ts";

/** Suggestions are a side dish: figures do not wait for them longer than this. */
const SUGGESTIONS_MS = 8_000;

/** How often a keyword is searched for, and what is searched for with it. */
export const kwvolume = defineAnalysis({
  path: "/seo/kwvolume",
  title: "Keyword volume",
  describe:
    "How often a keyword and the phrases with it are searched for a month, on the Russian-language and CIS markets, with related searches.",
  q: { describe: "a keyword, best a Russian one", example: "купить велосипед", schema: keywordPhrase },
  parameters: {
    limit: limited(100, 1, 1_000, "keywords at most; without a key of one's own the provider gives 100"),
    language: language(),
  },
  sources: { keyword_volume: "primary", yandex_suggest: { kind: "enriching", ms: SUGGESTIONS_MS } },
  budgetMs: 15_000,
  understood: z.object({ keyword: z.string(), language: z.string() }),
  answer,
  from: {
    suggestions: ["yandex_suggest"],
    keywords: ["keyword_volume"],
    keyword: ["keyword_volume"],
    totals: ["keyword_volume"],
  },
  limits: [
    "Volumes are of Yandex in Russia and the CIS; none is known for other markets without a paid provider.",
    "Broad volumes contain those of longer phrases with the same words: their total counts searches several times.",
    "The provider's figures are rounded averages; their month is not told.",
  ],
  csv: "keywords",
  run: ({ q, parameters, ask, section, understood, limit }) => {
    const spoken = languageOf(parameters.language, q);
    const keywords$ = ask
      .items<typeof keyword_volume>("keyword_volume", q, { options: { limit: parameters.limit } })
      .pipe(toArray(), map(keywordsOf));
    const suggestions$ = ask.items<typeof yandexSuggest>("yandex_suggest", q, { options: { language: spoken } }).pipe(
      toArray(),
      map((found) => found.map(({ title, rank }) => ({ query: title, rank }))),
    );
    const keyword$ = notBefore(keywords$.pipe(known((keywords) => keywordOf(keywords, q))), [suggestions$]);
    return merge(
      understood(of({ keyword: q, language: spoken })),
      section("suggestions", suggestions$),
      section("keywords", keywords$),
      section("keyword", keyword$),
      section("totals", notBefore(keywords$.pipe(map(totalsOf)), [keyword$])),
      keywords$.pipe(
        gathered(),
        mergeMap(({ items: [keywords] }) => {
          if (!keywords || keywordOf(keywords, q)) return [];
          const whose = keywords.length > 0 ? "that very phrase" : "the phrase or any other with it";
          return [limit(`The provider has no figures of ${whose}.`)];
        }),
      ),
    );
  },
});
