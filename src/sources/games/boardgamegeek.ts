import { concatWith, defer, from, tap } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { pollUntilReady } from "../kit/compose/poll.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { type El, textOfHtml } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import type { Reader } from "../source.ts";
import { GameItem } from "./item.ts";

// Without "www": the redirect to it would lose the token.
const API = "https://boardgamegeek.com/xmlapi2";

/** The API describes so many things at once. */
const AT_ONCE = 20;

const heldIn = (el: El, css: string): string | undefined => el.attr("value", css);

const numberOf = (el: El, css: string): number | undefined => {
  const value = Number(heldIn(el, css) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};

/** What both answers say of a thing. */
function basicsOf(thing: El) {
  const id = Number(thing.attr("id"));
  const type = thing.attr("type") ?? "boardgame";
  const title = heldIn(thing, 'name[type="primary"]') ?? heldIn(thing, "name");
  if (!title || !Number.isInteger(id)) return undefined;
  return {
    title,
    url: `https://boardgamegeek.com/${type}/${id}`,
    id,
    type,
    nameType: thing.attr("type", "name"),
    year: numberOf(thing, "yearpublished"),
  };
}

/** Zero stands for "not told". */
const told = (value: number | undefined): number | undefined => value || undefined;

function thingOf(thing: El) {
  const basics = basicsOf(thing);
  if (!basics) return undefined;
  const links = (type: string): string[] =>
    thing.all(`link[type="${type}"]`).flatMap((link) => link.attr("value") ?? []);
  const ratings = thing.one("ratings");
  const votes = ratings && numberOf(ratings, "usersrated");
  // Its entities are escaped twice.
  const description = textOfHtml(thing.text("description"));
  return {
    ...basics,
    alternateNames: thing.all('name[type="alternate"]').flatMap((name) => name.attr("value") ?? []),
    thumbnail: thing.text("thumbnail"),
    image: thing.text("image"),
    snippet: excerpt(description),
    description,
    minPlayers: told(numberOf(thing, "minplayers")),
    maxPlayers: told(numberOf(thing, "maxplayers")),
    playingTime: told(numberOf(thing, "playingtime")),
    minAge: told(numberOf(thing, "minage")),
    rating: ratings && votes ? told(numberOf(ratings, "average")) : undefined,
    bayesRating: ratings ? told(numberOf(ratings, "bayesaverage")) : undefined,
    ratingCount: votes,
    rank: ratings ? numberOf(ratings, 'rank[name="boardgame"]') : undefined,
    weight: ratings ? told(numberOf(ratings, "averageweight")) : undefined,
    designers: links("boardgamedesigner"),
    mechanics: links("boardgamemechanic"),
    categories: links("boardgamecategory"),
    publishers: links("boardgamepublisher"),
  };
}

type Hit = NonNullable<ReturnType<typeof basicsOf>>;

/** All that is found comes at once; the hits go on together. */
const searching = xml({
  request: ({ text, key }: { readonly text: string } & PageRequest) =>
    get(`${API}/search`, { query: text, type: "boardgame,boardgameexpansion" }, { headers: bearer(key) }),
  rows: (doc) => (doc.has("item") ? doc.all("items") : []),
  item: (items): { readonly hits: readonly Hit[] } => ({
    hits: items.all("item").flatMap((item) => basicsOf(item) ?? []),
  }),
  empty: ["items"],
});

const things = xml({
  request: ({ ids, key }: { readonly ids: string } & PageRequest) =>
    get(`${API}/thing`, { id: ids, stats: 1 }, { headers: bearer(key) }),
  rows: "items > item",
  item: thingOf,
  empty: ["items"],
});

/** The first hits with all that is known of them, then the others as the search told them. */
const described: Reader<{ readonly hits: readonly Hit[] }, Hit> = ({ hits }, context) =>
  defer(() => {
    const known = new Set<number>();
    if (hits.length > AT_ONCE)
      context.notice({ kind: "note", text: `The first ${AT_ONCE} of ${hits.length} games are described in full.` });
    const ids = hits
      .slice(0, AT_ONCE)
      .map(({ id }) => id)
      .join();
    return things({ ids }, context).pipe(
      tap(({ id }) => known.add(id)),
      concatWith(defer(() => from(hits.filter(({ id }) => !known.has(id))))),
    );
  });

export const boardgamegeek = defineSource({
  id: "boardgamegeek",
  title: "BoardGameGeek search",
  docs: "https://boardgamegeek.com/wiki/page/BGG_XML_API2",
  terms: "a registered application's token since 2025; one request in 5 seconds",
  key: { env: ["BGG_API_TOKEN"], required: true, from: "https://boardgamegeek.com/using_the_xml_api" },
  query: query({
    describe: "words of a game's name, or a game's number (31260)",
    example: "agricola",
    parse: (q): { readonly text: string } => ({ text: q }),
  }),
  item: GameItem.extend({
    nameType: z.string().optional().describe("primary, or alternate where another name was found"),
    alternateNames: z.array(z.string()).optional(),
    thumbnail: HttpUrl.optional(),
    description: z.string().optional(),
    minPlayers: Count.optional(),
    maxPlayers: Count.optional(),
    playingTime: Count.optional().describe("minutes"),
    minAge: Count.optional(),
    rating: z.number().min(0).max(10).optional().describe("mean rating, 0 to 10"),
    bayesRating: z.number().min(0).max(10).optional().describe("the rating that ranks are made by"),
    ratingCount: Count.optional(),
    rank: Count.optional().describe("place among all board games"),
    weight: z.number().min(0).max(5).optional().describe("how complex it is, 1 to 5"),
    designers: z.array(z.string()).optional(),
    mechanics: z.array(z.string()).optional(),
    categories: z.array(z.string()).optional(),
    publishers: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 5000 },
  read: pollUntilReady(
    4000,
    3,
    branch(
      ({ text }: { readonly text: string }) => /^\d{1,7}$/.test(text),
      ({ text }, context) => things({ ids: text }, context),
      steps(searching, described),
    ),
  ),
});
