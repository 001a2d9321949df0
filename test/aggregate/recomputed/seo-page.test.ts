import { describe, expect, test } from "vitest";
import type { Json } from "../support.ts";
import { mean, near, plain, spelled, sum, tally, to, town } from "./reckoning.ts";

/*
 * What is said of one page, reckoned once more from the page as it comes, by regular expressions.
 */

const { answer, raw, json } = town();
const GUIDE = "https://shop.example/guides/steel-kettle";

/** Words of the guide that have two syllables, and those that have three, as they are spoken. */
const TWO =
  "kettle water faster households beyond measure limescale every dissolves within lemon before again whistle models themselves handle tightly opens without repairs maker bases number closes buying hardness size's";
const THREE = "vinegar electric energy usual";

describe("/seo/content", () => {
  const parts = async () => {
    const html = await raw(GUIDE);
    const main = /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? "";
    // The page's own heading is its title; the others stand in the text.
    const blocks = [...main.matchAll(/<(p|h2|h4)>([\s\S]*?)<\/\1>/g)].map(([, , inner = ""]) => inner);
    const lines = blocks.flatMap((block) => plain(block).split(/(?<=\.)\s+/));
    return { html, main, blocks, lines, words: lines.flatMap(spelled) };
  };

  test("counts words, sentences, paragraphs, pictures, headings and links as the page has them", async () => {
    const { html, main, blocks, lines, words } = await parts();
    const told = await answer("/seo/content");
    const text = blocks.map(plain).join("\n\n");
    const pictures = main.match(/<img[^>]*>/g) ?? [];
    expect(told["body"]).toMatchObject({
      words: words.length,
      sentences: lines.length,
      paragraphs: blocks.length,
      reading_minutes: to(2, words.length / 230),
      text_to_html: to(2, text.length / html.length),
      images: pictures.length,
      images_without_alt: pictures.filter((one) => !one.includes("alt=")).length,
    });
    const headings = [...html.matchAll(/<(h[1-6])>([^<]*)/g)].map(([, tag = "", inner]) => [tag, inner] as const);
    const levels = ["h1", "h2", "h3", "h4", "h5", "h6"];
    const under = (tag: string) => headings.flatMap(([its, inner]) => (its === tag ? [inner] : []));
    expect(told["headings"]).toMatchObject({
      ...Object.fromEntries(levels.map((tag) => [tag, under(tag)])),
      counts: Object.fromEntries(levels.map((tag) => [tag, under(tag).length])),
    });
    const anchors = [...html.matchAll(/<a href="([^"]*)"([^>]*)>/g)];
    const away = anchors.filter(([, href = ""]) => /^https?:/.test(href) && !href.includes("//shop.example/"));
    expect(told["links"]).toMatchObject({
      internal: anchors.length - away.length,
      external: away.length,
      nofollow: anchors.filter(([, , rest]) => rest?.includes("nofollow")).length,
      unique_hosts: new Set(away.map(([, href = ""]) => href.split("/")[2])).size,
    });
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
    expect(told["title"]).toEqual({ text: title, length: title.length, in_range: true });
    const description = /name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(told["meta"]).toMatchObject({ description, description_length: description.length });
  });

  test("finds it as easy to read as Flesch, Kincaid and Björnsson do", async () => {
    const { lines, words } = await parts();
    const told = (await answer("/seo/content"))["readability"] as Json;
    const spoken = sum(words.map((one) => (THREE.split(" ").includes(one) ? 3 : TWO.split(" ").includes(one) ? 2 : 1)));
    const [length, syllables] = [words.length / lines.length, spoken / words.length];
    near(told["words_per_sentence"], length, 2);
    expect(Math.abs(Number(told["syllables_per_word"]) - syllables)).toBeLessThan(0.03);
    // Its own count of syllables, which has two decimals, is what its scores are made of.
    const whole = Math.round(Number(told["syllables_per_word"]) * words.length) / words.length;
    near(told["score"], 206.835 - 1.015 * length - 84.6 * whole, 2);
    near(told["grade"], 0.39 * length + 11.8 * whole - 15.59, 2);
    const long = words.filter((one) => one.length > 6).length;
    near(told["lix"], length + (100 * long) / words.length, 2);
    expect(told["n_words"]).toBe(words.length);
  });

  test("finds its words as dense as they are, the densest first", async () => {
    const { html, words } = await parts();
    const told = (await answer("/seo/content"))["keyword_density"] as { top: Json[]; n_words: number };
    expect(told.n_words).toBe(words.length);
    // One word of plural and singular.
    const folded = (list: readonly string[]) => list.map((one) => (one.length > 3 ? one.replace(/s$/, "") : one));
    const [all, counts] = [folded(words), tally(folded(words))];
    const said = (pattern: RegExp) => new Set(folded(spelled(pattern.exec(html)?.[1] ?? "")));
    const [title, h1, description] = [
      said(/<title>([^<]*)/),
      said(/<h1>([^<]*)/),
      said(/description" content="([^"]*)/),
    ];
    const begun = new Set(all.slice(0, 100));
    expect(told.top.length).toBeGreaterThan(10);
    for (const { term, count, density_pct, in_title, in_h1, in_description, in_first_100 } of told.top) {
      const [key = ""] = folded([String(term)]);
      expect([term, count]).toEqual([term, counts.get(key)]);
      near(density_pct, (100 * Number(count)) / words.length, 2);
      expect([term, in_title, in_h1, in_description, in_first_100]).toEqual([
        term,
        title.has(key),
        h1.has(key),
        description.has(key),
        begun.has(key),
      ]);
    }
    const shown = told.top.map(({ count }) => Number(count));
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    const STOP = /^(?:a|the|that|than|and|it|its|you|your|do|does|when|what|they|in|on|of|so|too|this|will|from|with)$/;
    const rest = [...counts].filter(([key, count]) => count > 2 && !STOP.test(key)).map(([key]) => key);
    expect(folded(told.top.slice(0, rest.length).map(({ term }) => String(term))).sort()).toEqual(rest.sort());
  });

  test("adds up where it is discussed, and what of it is well", async () => {
    const told = await answer("/seo/content");
    const page = /shop\.example\/guides\/steel-kettle\/?(?:$|\?)/;
    const { hits } = await json<{ hits: { url: string; points: number; num_comments: number }[] }>(
      `https://hn.algolia.com/api/v1/search?query=${GUIDE}`,
    );
    const own = hits.filter(({ url }) => page.test(url));
    const { posts } = await json<{ posts: { counts: { score: number; comments: number } }[] }>(
      `https://lemmy.world/api/v3/search?q=${GUIDE}/`,
    );
    const entries = (await raw(`https://www.reddit.com/search.rss?q=${GUIDE}`)).split("<entry>").length - 1;
    const points = [...own.map((one) => one.points), ...posts.map(({ counts }) => counts.score)];
    const comments = [...own.map((one) => one.num_comments), ...posts.map(({ counts }) => counts.comments)];
    expect(told["social_shares"]).toMatchObject({
      mentions: own.length + posts.length + entries,
      score: sum(points),
      comments: sum(comments),
      networks: [
        { network: "hackernews", mentions: own.length, score: sum(own.map((one) => one.points)) },
        { network: "reddit", mentions: entries },
        { network: "lemmy", mentions: posts.length },
        { network: "lobsters", mentions: 0 },
      ],
    });
    const { value, passed, checks } = told["score"] as Record<"value" | "passed" | "checks", number>;
    expect(checks - passed).toBe((told["recommendations"] as Json[]).length);
    expect(value).toBe(Math.round((passed / checks) * 100));
  });
});

describe("the shop's other pages", () => {
  test("/seo/opengraph: what is there, what is missing, and the verdict over it", async () => {
    const html = await raw("https://shop.example/kettle");
    const told = await answer("/seo/opengraph");
    const tag = (name: string) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(told["open_graph"]).toMatchObject({
      present: true,
      title: tag("og:title"),
      type: tag("og:type"),
      missing: ["og:title", "og:type", "og:image", "og:url"].filter((name) => tag(name) === undefined),
    });
    expect(told["twitter_card"]).toMatchObject({ present: true, card: tag("twitter:card") });
    const scripts = [...html.matchAll(/ld\+json">([^<]*)/g)].map(([, inner = ""]) => inner);
    const readable = scripts.flatMap((one) => {
      try {
        return [JSON.parse(one) as Json];
      } catch {
        return [];
      }
    });
    const data = told["json_ld"] as Json & { entities: Json[]; syntax_errors: string[] };
    expect(data.entities.map(({ type }) => type)).toEqual(readable.map((one) => one["@type"]));
    expect(data.syntax_errors).toHaveLength(scripts.length - readable.length);
    const priorities = tally((told["findings"] as Json[]).map(({ priority }) => String(priority)));
    const [p1 = 0, p2 = 0, p3 = 0] = ["P1", "P2", "P3"].map((one) => priorities.get(one));
    expect(told["verdict"]).toMatchObject({ valid: p1 + p2 === 0, errors: p1 + p2, warnings: p3 });
  });

  test("/seo/hreflang: each alternate with what the other page says of it", async () => {
    const told = await answer("/seo/hreflang");
    const base = "https://shop.example/en";
    const links = [...(await raw(base)).matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, code = "", href = ""]) => ({ hreflang: code, url: new URL(href, base).href }),
    );
    const tags = told["tags"] as (Json & { hreflang: string; url: string })[];
    const ofPage = tags.filter(({ from }) => from === "html");
    expect(ofPage.map(({ hreflang, url }) => `${hreflang} ${url}`)).toEqual(
      links.map(({ hreflang, url }) => `${hreflang} ${url}`),
    );
    for (const { url, is_self } of ofPage) expect([url, is_self]).toEqual([url, url === base]);
    const languages = links.map(({ hreflang }) => hreflang.split("-")[0]);
    // en-UK names no country that exists.
    const countries = links.flatMap(({ hreflang }) => (/-(?!UK)(..)$/.exec(hreflang) ?? []).slice(1));
    const declared = told["declared"] as Json & { languages: string[]; regions: string[] };
    expect(new Set(declared.languages)).toEqual(new Set(languages));
    expect(new Set(declared.regions)).toEqual(new Set(countries));
    const { errors, warnings, valid } = told["verdict"] as Json;
    const severities = tally((told["problems"] as Json[]).map(({ severity }) => severity));
    expect([errors, warnings]).toEqual([severities.get("error") ?? 0, severities.get("warning") ?? 0]);
    expect(valid).toBe(errors === 0);
  });

  test("/seo/robots-txt: every line by its number, and what it comes to for each robot", async () => {
    const told = await answer("/seo/robots-txt");
    const file = await raw("https://shop.example/robots.txt");
    const lines = file.split("\n").map((line, place) => {
      const [, key = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return { key: key.toLowerCase(), value, line: place + 1 };
    });
    expect(told["file"]).toMatchObject({ status: 200, exists: true, bytes: Buffer.byteLength(file) });
    const groups: { agents: string[]; rules: Json[] }[] = [];
    let naming = false;
    for (const { key, value, line } of lines) {
      if (key === "user-agent") {
        if (!naming) groups.push({ agents: [], rules: [] });
        groups.at(-1)?.agents.push(value);
      } else if (key === "allow" || key === "disallow") groups.at(-1)?.rules.push({ type: key, path: value, line });
      naming = key === "user-agent";
    }
    expect(told["rules"]).toEqual(groups.flatMap(({ agents, rules }) => rules.map((rule) => ({ agents, ...rule }))));
    expect(told["groups"]).toMatchObject(
      groups.map(({ agents, rules }) => ({
        agents,
        allow: rules.filter(({ type }) => type === "allow").length,
        disallow: rules.filter(({ type }) => type === "disallow").length,
      })),
    );
    expect(told["constraints"]).toMatchObject({ crawl_delay_s: 2, blocked_paths: ["/cart"], blocks_all: false });
    // The longest rule that fits: “/cart/help$” of eleven letters before “/cart” of five.
    expect(told["test"]).toMatchObject({ path: "/cart/help", allowed: true, line: 3 });
    const kept = groups.filter(({ rules }) => rules.some(({ type, path }) => type === "disallow" && path === "/"));
    const shut = kept.flatMap(({ agents }) => agents);
    const bots = told["ai_bots"] as { agent: string; allowed: boolean }[];
    expect(bots.filter(({ allowed }) => !allowed).map(({ agent }) => agent)).toEqual(
      bots.map(({ agent }) => agent).filter((agent) => shut.includes(agent)),
    );
    const maps = told["sitemaps"] as Json[];
    const named = lines.flatMap(({ key, value }) => (key === "sitemap" && value.startsWith("http") ? [value] : []));
    expect(maps.map(({ url }) => url)).toEqual(expect.arrayContaining(named));
    for (const { url, urls, last_modified } of maps.filter(({ status }) => status === "ok")) {
      const entries = (await raw(String(url))).split("<url>").slice(1);
      expect([url, urls]).toEqual([url, entries.length]);
      const days = entries.flatMap((entry) => /<lastmod>([^<]*)/.exec(entry)?.[1] ?? []);
      expect(last_modified).toBe(days.toSorted().at(-1));
    }
    expect(mean(maps.map(({ status }) => (status === "ok" ? 1 : 0)))).toBeGreaterThan(0.5);
  });
});
