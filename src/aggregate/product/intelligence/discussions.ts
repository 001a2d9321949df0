import { combineLatest, map, type Observable } from "rxjs";
import { z } from "zod";
import type { Draft, Item } from "../../../sources/source.ts";
import { productWords } from "../../formulas/same-product.ts";
import type { Answer } from "./answer.ts";
import type { Door } from "./search.ts";

type Discussion = Draft<NonNullable<Answer["reviews"]["discussions"]>[number]>;

const MOST = 10;

const Talk = z.object({ title: z.string(), url: z.string(), source: z.string(), publishedAt: z.string().optional() });

/** Where a product is talked of: posts and videos that name it. */
export const discussionsOf = (ask: Door, name: string): Observable<readonly Discussion[]> =>
  combineLatest([ask.answer("reddit", `${name} review`), ask.answer("youtube", `${name} review`)]).pipe(
    map((told) => {
      const [posts = [], videos = []] = told.map(({ items }) => items.flatMap((item) => talkOf(item, name)));
      return [...posts.slice(0, MOST / 2), ...videos.slice(0, MOST / 2)];
    }),
  );

/** What names all words that have a digit, and else most words. */
function talkOf(item: Item, name: string): readonly Discussion[] {
  const talk = Talk.safeParse(item).data;
  if (!talk) return [];
  const said = new Set(productWords(`${talk.title} ${talk.title.replace(/[-\s]/g, "")}`));
  const wanted = productWords(name);
  const there = wanted.filter((word) => said.has(word));
  const missing = wanted.filter((word) => !said.has(word) && /\d/.test(word));
  if (missing.length > 0 || there.length < 0.6 * wanted.length) return [];
  const { title, url, source, publishedAt } = talk;
  return [{ title, url, source, date: publishedAt }];
}
