import { combineLatest, concatMap, forkJoin, map, merge, of, switchMap, toArray } from "rxjs";
import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../sources/kit/values/fields.ts";
import type { html_meta } from "../../sources/page/html_meta.ts";
import type { http_headers } from "../../sources/page/http_headers/index.ts";
import type { robots_txt } from "../../sources/page/robots_txt/index.ts";
import type { sitemap } from "../../sources/page/sitemap/index.ts";
import type { Draft, ItemOf } from "../../sources/source.ts";
import { otherHost } from "../../standards/addresses.ts";
import { isEverybody } from "../../standards/robots.ts";
import { defineAnalysis } from "../define.ts";
import { pageUrl } from "../queries.ts";
import type { Gathered } from "../settled-result.ts";
import { known } from "./known.ts";

type Group = ItemOf<typeof robots_txt>;
type Summary = NonNullable<Group["summary"]>;

/** Sitemaps that are looked at. */
const MAX_SITEMAPS = 3;

const answer = z.object({
  file: z.object({
    url: HttpUrl,
    status: z.int().describe("HTTP status; 4xx: all is allowed, 5xx: nothing is (RFC 9309)"),
    exists: z.boolean(),
    bytes: Count.optional(),
    valid: z.boolean().describe("text in UTF-8 of at most 500 KiB without an unknown or misspelt line"),
    problems: z.array(z.object({ line: z.int().optional(), sentence: z.string() })),
  }),
  rules: z.array(
    z.object({
      agents: z.array(z.string()),
      type: z.enum(["allow", "disallow"]),
      path: z.string().optional().describe("absent: the rule is blank, and forbids nothing"),
      line: z.int(),
    }),
  ),
  groups: z.array(
    z.object({
      agents: z.array(z.string()),
      allow: Count,
      disallow: Count,
      crawl_delay_s: z.number().optional().describe("seconds"),
    }),
  ),
  constraints: z.object({
    crawl_delay_s: z.number().optional().describe("seconds, for robots that no group names"),
    blocks_all: z.boolean().describe("a robot that no group names may fetch nothing at all"),
    blocked_paths: z.array(z.string()).describe("forbidden to robots that no group names"),
    host: z.string().optional().describe("Yandex: the main mirror"),
    clean_params: z.array(z.string()).describe("Yandex: parameters that mean nothing"),
    page_meta_robots: z.string().optional().describe("the page's rules in meta robots and X-Robots-Tag, joined"),
    page_x_robots_tag: z.string().optional(),
    page_indexable: z.boolean().optional(),
  }),
  ai_bots: z.array(z.object({ agent: z.string(), allowed: z.boolean(), rule: z.string().optional() })),
  test: z.object({
    path: z.string(),
    agent: z.string(),
    allowed: z.boolean(),
    rule: z.string().optional().describe("the longest match; allow wins a tie"),
    line: z.int().optional(),
  }),
  sitemaps: z.array(
    z.object({
      url: HttpUrl,
      status: z.string().optional().describe("ok, empty or the code of the failure; absent: not looked at"),
      urls: Count.optional().describe("entries of the file"),
      last_modified: IsoDate.optional(),
      problem: z.string().optional(),
    }),
  ),
});
type Answer = z.output<typeof answer>;

/** `robots.txt` of a site: rules, sitemaps, what it keeps from whom. */
export const robotsTxt = defineAnalysis({
  path: "/seo/robots-txt",
  title: "robots.txt",
  describe:
    "The rules of a site's robots.txt, the sitemaps it names, what it keeps from whom, and whether a path is open to a robot.",
  q: { describe: "a page's URL or a domain", example: "https://arxiv.org/search", schema: pageUrl },
  parameters: {
    path: z
      .string()
      .max(2_000, { error: "must have at most 2000 characters" })
      .optional()
      .describe("the path to test; default: that of q"),
    agent: z
      .string()
      .regex(/^(\*|[A-Za-z_-]{1,60}(\/.{0,60})?)$/, { error: "must be a robot's product token, such as GPTBot, or *" })
      .default("*")
      .describe("whose rules to test"),
  },
  sources: { robots_txt: "primary", sitemap: "enriching", html_meta: "enriching", http_headers: "enriching" },
  budgetMs: 15_000,
  understood: z.object({ url: HttpUrl, host: z.string(), path: z.string(), agent: z.string() }),
  answer,
  from: {
    file: ["robots_txt"],
    rules: ["robots_txt"],
    groups: ["robots_txt"],
    constraints: ["robots_txt", "html_meta", "http_headers"],
    ai_bots: ["robots_txt"],
    test: ["robots_txt"],
    sitemaps: ["robots_txt", "sitemap"],
  },
  fields: { "constraints.page_indexable": ["html_meta", "http_headers"] },
  limits: ["robots.txt asks; it does not enforce."],
  csv: "rules",
  run: ({ input, parameters, ask, section, understood, warning }) => {
    const { hostname, pathname, search } = new URL(input);
    const { agent, path = `${pathname}${search}` } = parameters;
    const file$ = ask
      .items<typeof robots_txt>("robots_txt", input, { options: { path, agent } })
      .pipe(toArray(), concatMap(fileIn));
    const page$ = combineLatest([
      ask.answer<typeof html_meta>("html_meta", input),
      ask.answer<typeof http_headers>("http_headers", input),
    ]);
    return merge(
      understood(of({ url: input, host: hostname, path, agent })),
      page$.pipe(
        known(([meta]) => meta.items[0] && otherHost(input, meta.items[0].url)),
        map(warning),
      ),
      section("file", file$.pipe(map(fileOf))),
      section("rules", file$.pipe(map(rulesOf))),
      section("groups", file$.pipe(map(groupsOf))),
      section("ai_bots", file$.pipe(map(botsOf))),
      section("test", file$.pipe(map(({ summary }) => testOf(summary)))),
      section(
        "constraints",
        combineLatest([file$, page$]).pipe(map(([file, [meta, headers]]) => constraintsOf(input, file, meta, headers))),
      ),
      section(
        "sitemaps",
        file$.pipe(
          switchMap(({ summary, url }) => {
            const named = [...new Set(summary.sitemaps.flatMap((line) => URL.parse(line, url)?.href ?? []))];
            const read = named
              .slice(0, MAX_SITEMAPS)
              .map((address) =>
                ask
                  .answer<typeof sitemap>("sitemap", address, { options: { limit: 1 } })
                  .pipe(map((found) => sitemapOf(address, found))),
              );
            const rest = named.slice(MAX_SITEMAPS).map((url) => ({ url }));
            return read.length > 0 ? forkJoin(read).pipe(map((looked) => [...looked, ...rest])) : of([]);
          }),
        ),
      ),
    );
  },
});

/** A file's groups, and what is said of the whole of it. */
interface File {
  readonly url: string;
  readonly summary: Summary;
  readonly groups: readonly Group[];
}

/** The groups as one file: what is said of the whole stands on the first. */
const fileIn = (groups: readonly Group[]): readonly File[] => {
  const [first] = groups;
  return first?.summary ? [{ url: first.url, summary: first.summary, groups }] : [];
};

/** The groups of `*`, which are one (RFC 9309 §2.2.1). */
const ofEverybody = ({ groups }: File): readonly Group[] =>
  groups.filter(({ userAgents }) => userAgents.some(isEverybody));

function fileOf({ url, summary }: File): Answer["file"] {
  const { status, exists, size, valid, problems } = summary;
  return {
    url,
    status,
    exists,
    ...(exists && { bytes: size }),
    valid,
    problems: problems.map((sentence) => {
      const line = /^Line (\d+) /.exec(sentence)?.[1];
      return { ...(line && { line: Number(line) }), sentence };
    }),
  };
}

/** Every rule that is written; what the absence of a file or group means is none. */
const rulesOf = ({ groups }: File): Answer["rules"] =>
  groups.flatMap(({ userAgents, rules, implied }) =>
    implied ? [] : rules.map((rule) => ({ agents: userAgents, ...rule })),
  );

const groupsOf = ({ groups }: File): Draft<Answer["groups"]> =>
  groups.flatMap(({ userAgents, allowCount, disallowCount, crawlDelay, implied }) =>
    implied ? [] : [{ agents: userAgents, allow: allowCount, disallow: disallowCount, crawl_delay_s: crawlDelay }],
  );

const botsOf = ({ summary }: File): Draft<Answer["ai_bots"]> =>
  Object.entries(summary.aiBots).map(([agent, verdict]) => {
    const rule = summary.siteRules[agent];
    return { agent, allowed: verdict === "allowed", rule: rule && `${rule.type}: ${rule.path ?? ""}` };
  });

function testOf({ test }: Summary): Draft<Answer["test"]> {
  if (!test) throw new TypeError("A path was given to test.");
  const { path, agent, allowed, matchedRule } = test;
  return {
    path,
    agent,
    allowed,
    rule: matchedRule && `${matchedRule.type}: ${matchedRule.path ?? ""}`,
    line: matchedRule?.line,
  };
}

function constraintsOf(
  asked: string,
  file: File,
  meta: Gathered<ItemOf<typeof html_meta>>,
  headers: Gathered<ItemOf<typeof http_headers>>,
): Draft<Answer["constraints"]> {
  const { summary } = file;
  const everybody = ofEverybody(file);
  const page = meta.items.find(({ url }) => otherHost(asked, url) === undefined);
  const sent = headers.items.find(({ summary }) => summary && otherHost(asked, summary.finalUrl) === undefined);
  return {
    crawl_delay_s: everybody.findLast(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay,
    blocks_all: summary.blocksAll,
    blocked_paths: everybody.flatMap(({ rules }) =>
      rules.flatMap(({ type, path }) => (type === "disallow" && path ? [path] : [])),
    ),
    host: summary.host,
    clean_params: summary.cleanParam,
    page_meta_robots: page?.robots,
    page_x_robots_tag: sent?.summary?.headers["x-robots-tag"],
    page_indexable: page?.indexable,
  };
}

function sitemapOf(
  url: string,
  { items, failure }: Gathered<ItemOf<typeof sitemap>>,
): Draft<Answer["sitemaps"][number]> {
  const summary = items[0]?.summary;
  return {
    url,
    status: failure?.kind ?? (items.length > 0 ? "ok" : "empty"),
    urls: summary?.entries,
    last_modified: summary?.lastModified,
    problem: failure?.message ?? items[0]?.warnings?.[0],
  };
}
