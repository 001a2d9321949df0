import { combineLatest, concatMap, map, merge } from "rxjs";
import { z } from "zod";
import { HttpUrl } from "../../../sources/kit/values/fields.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { http_headers } from "../../../sources/page/http_headers/index.ts";
import type { pagespeed as measuring } from "../../../sources/page/pagespeed/index.ts";
import { otherHost } from "../../../standards/addresses.ts";
import { defineAnalysis } from "../../define.ts";
import { language, oneOf } from "../../parameters.ts";
import { pageUrl } from "../../queries.ts";
import { known } from "../known.ts";
import { inLanguage } from "../language.ts";
import { answer } from "./answer.ts";
import { deliveryOf, pageOf, vitalsOf } from "./fold.ts";
import { prompt } from "./prompt.ts";

/** A measurement takes its minute, and where Google does not answer this machine measures after it. */
const PATIENCE_MS = 100_000;

/** How fast a page is, for its visitors and in the lab, and what would make it faster. */
export const pagespeed = defineAnalysis({
  path: "/seo/pagespeed",
  title: "Page speed and Core Web Vitals",
  describe:
    "Core Web Vitals of a page as its visitors saw them and as one run measured them, rated, with scores, delivery and what would save most.",
  q: { describe: "a page's URL or a domain", example: "https://web.dev/", schema: pageUrl },
  parameters: {
    strategy: oneOf(["mobile", "desktop"], "mobile", "the device that is imitated"),
    language: language("two letters, of the titles and the prompt; default: the page's own, else en"),
  },
  sources: {
    pagespeed: { kind: "primary", ms: PATIENCE_MS },
    http_headers: "enriching",
    html_meta: "enriching",
  },
  budgetMs: PATIENCE_MS,
  understood: z.object({ url: HttpUrl, strategy: z.string(), language: z.string().optional() }),
  answer,
  from: {
    page: ["pagespeed"],
    lcp: ["pagespeed"],
    fid: ["pagespeed"],
    inp: ["pagespeed"],
    cls: ["pagespeed"],
    metrics: ["pagespeed"],
    scores: ["pagespeed"],
    field_data: ["pagespeed"],
    delivery: ["http_headers"],
    opportunities: ["pagespeed"],
  },
  limits: [
    "FID was retired in 2024; INP and, in the lab, TBT take its place.",
    "Lab values are rated by Lighthouse's bounds for the device imitated, those of real users by one bound on all devices.",
    "Lab values are of one run on one machine.",
  ],
  run: ({ input, parameters, ask, section, understood, warning }) => {
    const { strategy, language: wanted } = parameters;
    const how = { options: { strategy, language: wanted } };
    const found$ = ask.items<typeof measuring>("pagespeed", input, how);
    const meta$ = ask.answer<typeof html_meta>("html_meta", input);
    const headers$ = ask.items<typeof http_headers>("http_headers", input);
    const vitals$ = found$.pipe(map(vitalsOf));
    return merge(
      understood(inLanguage({ url: input, strategy }, wanted, meta$)),
      section("delivery", headers$.pipe(known(({ summary }) => summary && deliveryOf(summary)))),
      section(
        "page",
        combineLatest([found$, meta$]).pipe(
          map(
            ([
              found,
              {
                items: [meta],
              },
            ]) => pageOf(found, meta, input),
          ),
        ),
      ),
      section("lcp", vitals$.pipe(known(({ lcp }) => lcp))),
      section("fid", vitals$.pipe(map(({ fid }) => fid))),
      section("inp", vitals$.pipe(map(({ inp }) => inp))),
      section("cls", vitals$.pipe(known(({ cls }) => cls))),
      section("metrics", vitals$.pipe(map(({ metrics }) => metrics))),
      section("scores", vitals$.pipe(map(({ scores }) => scores))),
      section("field_data", vitals$.pipe(map(({ field_data }) => field_data))),
      section("opportunities", vitals$.pipe(map(({ opportunities }) => opportunities))),
      ask.answer<typeof measuring>("pagespeed", input, how).pipe(
        known(({ items: [found] }) => found?.url && otherHost(input, found.url)),
        map(warning),
      ),
      ask
        .answer<typeof measuring>("pagespeed", input, how)
        .pipe(concatMap(({ items }) => items.flatMap(({ warnings = [] }) => warnings.map(warning)))),
    );
  },
  prompt,
});
