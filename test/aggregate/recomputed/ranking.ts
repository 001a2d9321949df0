import { plain, spelled, type Town } from "./reckoning.ts";

/*
 * The pages that rank for a phrase in the one world, read by regular expressions.
 */

export const Q = "trail running shoes";
export const BING = (q: string) => `https://www.bing.com/search?q=${encodeURIComponent(q)}`;

/** The results of the engine's page, in their order. */
export const results = async ({ raw }: Town, q: string) =>
  [...(await raw(BING(q))).matchAll(/<li class="b_algo"><h2><a href="([^"]*)">([^<]*)/g)].map(
    ([, url = "", title = ""]) => ({ url, title, domain: (url.split("/")[2] ?? "").replace("www.", "") }),
  );

/** One word of plural and singular. */
export const folded = (list: readonly string[]) => list.map((one) => (one.length > 3 ? one.replace(/s$/, "") : one));

/** The pages of the first result of each site, as far as they are there. */
export const pages = async (town: Town) => {
  const first = (await results(town, Q)).filter(
    (one, place, all) => all.findIndex((of) => of.domain === one.domain) === place,
  );
  const read = first.filter(({ domain }) => domain !== "gone.example");
  const texts = await Promise.all(
    read.map(async ({ url }) => {
      const html = await town.raw(url);
      const main = /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? "";
      // What is no article to the extractor keeps the page's own heading in its text.
      const own = url.endsWith("/guide") ? /<(p|h1|h2)>([\s\S]*?)<\/\1>/g : /<(p|h2)>([\s\S]*?)<\/\1>/g;
      const blocks = [...main.matchAll(own)].map(([, tag = "", inner = ""]) => ({
        tag,
        text: plain(inner),
      }));
      const sentences = blocks.flatMap(({ text }) => text.split(/(?<=[.?])\s+/)).map((one) => folded(spelled(one)));
      return { url, html, blocks, sentences, words: sentences.flat() };
    }),
  );
  return { asked: first.length, texts };
};
