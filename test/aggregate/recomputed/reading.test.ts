import { describe, expect, test } from "vitest";
import type { Json } from "../support.ts";
import { near, plain, spelled, sum, tally, town, under } from "./reckoning.ts";

/*
 * What is said of works and of a feed's articles, reckoned once more from the indexes' rows and the feed itself.
 */

const { answer, raw, json } = town();

interface OpenAlex {
  readonly id: string;
  readonly doi: string;
  readonly display_name: string;
  readonly publication_year: number;
  readonly cited_by_count: number;
  readonly referenced_works: readonly string[];
  readonly authorships: readonly {
    readonly author: { readonly display_name: string };
    readonly institutions: readonly { readonly display_name: string }[];
  }[];
  readonly primary_location: { readonly source: { readonly display_name: string; readonly issn_l: string } };
  readonly keywords?: readonly { readonly display_name: string }[];
  readonly open_access?: { readonly oa_status: string };
}

describe("/research/literature", () => {
  /** The works of all indexes, by what they are called, small and without a full stop. */
  const works = async () => {
    const openalex = (await json<{ results: OpenAlex[] }>("https://api.openalex.org/works?search=floods")).results;
    const { message } = await json<{
      message: { items: { title: string[]; "is-referenced-by-count": number }[] };
    }>("https://api.crossref.org/works?query=floods");
    const { data } = await json<{
      data: { title: string; citationCount?: number; year?: number; authors?: { name: string }[] }[];
    }>("https://api.semanticscholar.org/graph/v1/paper/search?query=floods");
    const { resultList } = await json<{ resultList: { result: { title: string; citedByCount: number }[] } }>(
      "https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=floods",
    );
    const arxiv = [
      ...(await raw("https://export.arxiv.org/api/query?search_query=floods")).matchAll(
        /<entry>[\s\S]*?<title>([^<]*)/g,
      ),
    ];
    const rows: { title: string; citations?: number; index: string }[] = [
      ...openalex.map((one) => ({ title: one.display_name, citations: one.cited_by_count, index: "openalex" })),
      ...message.items.map((one) => ({
        title: one.title[0] ?? "",
        citations: one["is-referenced-by-count"],
        index: "crossref",
      })),
      ...data.map(({ title, citationCount }) => ({
        title,
        index: "semantic_scholar",
        ...(citationCount !== undefined && { citations: citationCount }),
      })),
      ...resultList.result.map((one) => ({ title: one.title, citations: one.citedByCount, index: "europepmc" })),
      ...arxiv.map(([, title = ""]) => ({ title, index: "arxiv" })),
    ];
    const key = (title: string) => title.toLowerCase().replace(/\.$/, "");
    const byTitle = Map.groupBy(rows, ({ title }) => key(title));
    return { openalex, rows, byTitle, key, preprint: data[0] };
  };

  test("one work of several indexes' rows: the most citations of any, and all who have it", async () => {
    const told = await answer("/research/literature");
    const { rows, byTitle, key } = await works();
    const articles = told["articles"] as (Json & { title: string; citations?: number; found_in: string[] })[];
    expect(articles).toHaveLength(byTitle.size);
    expect(told["overview"]).toMatchObject({ found: rows.length, merged: byTitle.size, n: byTitle.size });
    for (const { title, citations, found_in } of articles) {
      const own = byTitle.get(key(title)) ?? [];
      expect([title, citations]).toEqual([title, Math.max(...own.flatMap((one) => one.citations ?? []))]);
      expect([title, new Set(found_in)]).toEqual([title, new Set(own.map(({ index }) => index))]);
    }
    near(
      (told["overview"] as Json)["median_citations"],
      under(
        articles.map(({ citations }) => citations ?? 0),
        0.5,
      ),
      1,
    );
    const scores = articles.map(({ score }) => Number(score));
    expect(scores[0]).toBe(1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test("authors, affiliations, years, keywords, open access", async () => {
    const told = await answer("/research/literature");
    const { openalex, byTitle, key, preprint } = await works();
    const most = (title: string) => Math.max(...(byTitle.get(key(title)) ?? []).flatMap((one) => one.citations ?? []));
    const signed = [
      ...openalex.map((one) => ({
        title: one.display_name,
        names: one.authorships.map(({ author }) => author.display_name),
      })),
      { title: preprint?.title ?? "", names: preprint?.authors?.map(({ name }) => name) ?? [] },
    ];
    const authors = new Map<string, readonly string[]>();
    for (const { title, names } of signed)
      for (const name of names) authors.set(name, [...(authors.get(name) ?? []), title]);
    const seen = (told["authors"] as Json[]).map(({ name, articles, citations }) => [name, articles, citations]);
    expect(new Set(seen.map(String))).toEqual(
      new Set([...authors].map(([name, titles]) => String([name, titles.length, sum(titles.map(most))]))),
    );
    const places = tally(
      openalex.flatMap((one) => [
        ...new Set(one.authorships.flatMap(({ institutions }) => institutions.map((at) => at.display_name))),
      ]),
    );
    expect(told["affiliations"]).toEqual([...places].map(([name, articles]) => ({ name, articles })));
    const years = [...openalex.map((one) => one.publication_year), preprint?.year ?? 0];
    expect((told["overview"] as Json)["years"]).toEqual(
      [...tally(years)].toSorted(([a], [b]) => b - a).map(([year, n]) => ({ year, n })),
    );
    // The preprint is open and green; one work of OpenAlex has no word of it.
    const states = [...openalex.flatMap((one) => one.open_access?.oa_status ?? []), "green"];
    const open = states.filter((state) => state !== "closed").length;
    expect(told["open_access"]).toMatchObject({
      open,
      closed: states.length - open,
      unknown: byTitle.size - states.length,
      by_status: expect.arrayContaining([...tally(states)].map(([status, n]) => ({ status, n }))),
    });
    near((told["open_access"] as Json)["share"], open / states.length, 4);
    const flood = openalex.filter((one) => one.keywords?.some((word) => word.display_name === "Flood")).length;
    expect((told["overview"] as { top_keywords: Json[] }).top_keywords[0]).toEqual({ keyword: "flood", n: flood });
  });

  test("journals' measures, and who cites whom", async () => {
    const told = await answer("/research/literature");
    const { openalex } = await works();
    const { results } = await json<{
      results: {
        display_name: string;
        works_count: number;
        is_in_doaj: boolean;
        summary_stats: { "2yr_mean_citedness": number; h_index: number };
      }[];
    }>("https://api.openalex.org/sources?filter=issn:1111-1111");
    const inJournal = tally(openalex.map((one) => one.primary_location.source.display_name));
    expect(told["impact_factors"]).toMatchObject(
      results.map(({ display_name, works_count, is_in_doaj, summary_stats }) => ({
        venue: display_name,
        impact: summary_stats["2yr_mean_citedness"],
        h_index: summary_stats.h_index,
        works: works_count,
        in_doaj: is_in_doaj,
        articles: inJournal.get(display_name),
      })),
    );
    const short = (url: string) => url.split("/").at(-1) ?? "";
    const dois = new Map(openalex.map((one) => [short(one.id), one.doi.replace("https://doi.org/", "")]));
    const edges = [
      ...openalex.flatMap((one) =>
        one.referenced_works.flatMap((to) =>
          dois.has(short(to)) ? [`${dois.get(short(one.id))}→${dois.get(short(to))}`] : [],
        ),
      ),
    ];
    const { data } = await json<{ data: { citedPaper: { externalIds: { DOI: string } } }[] }>(
      "https://api.semanticscholar.org/graph/v1/paper/ARXIV:2301.00001/references?floods",
    );
    const network = told["citation_network"] as Json & { nodes: Json[]; edges: { from: string; to: string }[] };
    const preprint = String(network.nodes.find(({ title }) => title === "Floods of towns")?.["id"]);
    edges.push(...data.map(({ citedPaper }) => `${preprint}→${citedPaper.externalIds.DOI}`));
    expect(new Set(network.edges.map(({ from, to }) => `${from}→${to}`))).toEqual(new Set(edges));
    for (const { id, cited_in_set, cites_in_set } of network.nodes)
      expect([id, cited_in_set, cites_in_set]).toEqual([
        id,
        edges.filter((edge) => edge.endsWith(`→${id}`)).length,
        edges.filter((edge) => edge.startsWith(`${id}→`)).length,
      ]);
    // Of all ordered pairs; that time runs one way is not reckoned with.
    near(network["density"], edges.length / (network.nodes.length * (network.nodes.length - 1)), 4);
    const shared = openalex.flatMap((a, place) =>
      openalex.slice(place + 1).map((b) => ({
        pair: [a, b].map(({ doi }) => doi.replace("https://doi.org/", "")).join(),
        n: a.referenced_works.filter((one) => b.referenced_works.includes(one)).length,
      })),
    );
    expect((network["coupling"] as Json[]).map(({ a, b, shared: n }) => ({ pair: `${a},${b}`, n }))).toEqual(
      shared.filter(({ n }) => n > 0),
    );
    // Of the first work no list of references is told.
    const listed = openalex.filter((one) => one.referenced_works.length > 0).length + (data.length > 0 ? 1 : 0);
    near(network["coverage"], listed / network.nodes.length, 4);
  });
});

test("/monitor/track: the feed's entries, and the words and most telling sentences of their pages", async () => {
  const told = await answer("/monitor/track");
  const feed = await raw("https://news.example/feed");
  const entries = [
    ...feed.matchAll(
      /<item><title>([^<]*)<\/title><link>([^<]*)<\/link>\s*<guid[^>]*>([^<]*)<\/guid><pubDate>([^<]*)/g,
    ),
  ].map(([, title, link = "", guid, day = ""]) => ({ title, link, guid, published: new Date(day).toISOString() }));
  expect(told["feed"]).toMatchObject({
    entries: entries.length,
    newest: entries
      .map(({ published }) => published)
      .toSorted()
      .at(-1),
  });
  expect(told["check"]).toMatchObject({ new: entries.length, known: 0, remaining: 0, first_check: true });
  const articles = told["articles"] as (Json & { url: string; summary: string; words: number })[];
  const newestFirst = entries.toSorted((a, b) => (a.published < b.published ? 1 : -1));
  expect(articles.map(({ url, key, title, published }) => ({ url, key, title, published }))).toEqual(
    newestFirst.map(({ link, guid, title, published }) => ({ url: link, key: guid, title, published })),
  );
  for (const { url, summary, words } of articles) {
    const html = await raw(url);
    const text = plain([...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, inner]) => inner).join("\n"));
    expect([url, words]).toEqual([url, spelled(text).length]);
    const sentences = text
      .replace(/\s+/g, " ")
      .split(/(?<=\.)\s/)
      .map((one) => one.trim());
    expect([url, summary]).toEqual([url, mostTelling(sentences).join(" ")]);
  }
});

const STOP = new Set("the a of in for and that to by at its when again which an is has it".split(" "));

/** The three sentences of most weight: the stationary weights of a walk over what sentences share, found by many steps. */
function mostTelling(sentences: readonly string[]): readonly string[] {
  const words = sentences.map((one) => [
    ...new Set(
      spelled(one)
        .filter((word) => !STOP.has(word))
        .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)),
    ),
  ]);
  const alike = words.map((a, i) =>
    words.map((b, j) =>
      i === j ? 0 : a.filter((word) => b.includes(word)).length / (Math.log(a.length) + Math.log(b.length)),
    ),
  );
  let weights = sentences.map(() => 1);
  for (let step = 0; step < 200; step += 1)
    weights = weights.map(
      (_, i) =>
        0.15 + 0.85 * sum(weights.map((weight, j) => ((alike[j]?.[i] ?? 0) / (sum(alike[j] ?? []) || 1)) * weight)),
    );
  const best = weights
    .map((weight, at) => ({ weight, at }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3);
  return best
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
    .map((at) => sentences[at] ?? "");
}
