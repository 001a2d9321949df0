import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, loneIn, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { GameItem } from "./item.ts";

const API = "https://api.scryfall.com/cards";

const Options = z.object({
  order: z
    .enum([
      "name",
      "set",
      "released",
      "rarity",
      "color",
      "usd",
      "tix",
      "eur",
      "cmc",
      "power",
      "toughness",
      "edhrec",
      "artist",
    ])
    .optional()
    .describe("what the cards are ordered by"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function request({ text: q, order, page }: Asked & PageRequest) {
  if (UUID.test(q)) return page === 1 ? get(`${API}/${q.toLowerCase()}`) : undefined;
  return get(`${API}/search`, { q, page, order, unique: "cards" });
}

const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();
const Price = numeric.nullish();

const Face = z.object({
  mana_cost: Text,
  oracle_text: Text,
  power: Text,
  toughness: Text,
  colors: Texts,
  image_uris: z.object({ normal: Text }).nullish(),
});

const Card = Face.extend({
  id: z.string(),
  name: z.string(),
  scryfall_uri: z.string(),
  type_line: Text,
  set: Text,
  set_name: Text,
  rarity: Text,
  artist: Text,
  released_at: Text,
  collector_number: Text,
  cmc: z.number().nullish(),
  keywords: Texts,
  prices: z.object({ usd: Price, eur: Price, tix: Price }).nullish(),
  legalities: z.record(z.string(), z.string()).nullish(),
  card_faces: z.array(Face).nullish(),
});

/** What the faces say, joined as on the card; a card of one face says it itself. */
const ofFaces = (
  card: z.output<typeof Card>,
  field: "mana_cost" | "oracle_text" | "power" | "toughness",
  between: string,
) => card[field] ?? (card.card_faces?.flatMap((face) => face[field] || []).join(between) || undefined);

function itemOf(card: z.output<typeof Card>) {
  const words = ofFaces(card, "oracle_text", "\n//\n");
  const releaseDate = isoDate(card.released_at);
  return {
    title: card.name,
    url: card.scryfall_uri,
    id: card.id,
    type: card.type_line,
    snippet: excerpt(words),
    text: words,
    manaCost: ofFaces(card, "mana_cost", " // "),
    manaValue: card.cmc,
    power: ofFaces(card, "power", " // "),
    toughness: ofFaces(card, "toughness", " // "),
    colors: card.colors ?? [...new Set(card.card_faces?.flatMap(({ colors }) => colors ?? []))],
    keywords: card.keywords,
    set: card.set,
    setName: card.set_name,
    rarity: card.rarity,
    artist: card.artist,
    publishedAt: releaseDate,
    releaseDate,
    year: releaseDate ? Number(releaseDate.slice(0, 4)) : undefined,
    image: card.image_uris?.normal ?? card.card_faces?.[0]?.image_uris?.normal,
    priceUsd: card.prices?.usd,
    priceEur: card.prices?.eur,
    priceTix: card.prices?.tix,
    legalities: card.legalities,
    collectorNumber: card.collector_number,
  };
}

const Amount = z.number().nonnegative().optional();

export const scryfall = defineSource({
  id: "scryfall",
  title: "Magic: The Gathering cards (Scryfall)",
  docs: "https://scryfall.com/docs/api/cards/search",
  terms: "10 requests a second, 2 of them searches; a minute of rest after a 429",
  query: text("a search in Scryfall's syntax, a card's name, or a card's id", "t:goblin c:r cmc<=2", Options),
  item: GameItem.extend({
    text: z.string().optional().describe("its rules; of two faces both"),
    manaCost: z.string().optional(),
    manaValue: Amount.describe("what it costs in all"),
    power: z.string().optional(),
    toughness: z.string().optional(),
    colors: z.array(z.string()).optional().describe("W, U, B, R, G"),
    keywords: z.array(z.string()).optional(),
    set: z.string().optional().describe("code of the set"),
    setName: z.string().optional(),
    rarity: z.string().optional(),
    artist: z.string().optional(),
    publishedAt: GameItem.shape.releaseDate,
    priceUsd: Amount.describe("US dollars"),
    priceEur: Amount.describe("euros"),
    priceTix: Amount.describe("event tickets of Magic Online"),
    legalities: z.record(z.string(), z.string()).optional().describe("legal, not_legal, banned, restricted, by format"),
    collectorNumber: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: request,
    judge: emptyOn(404),
    body: loneIn("data", z.object({ has_more: z.boolean().nullish(), data: z.array(Card), warnings: Texts })),
    items: ({ data, warnings }, _input, _response, { notice }) => {
      for (const warning of warnings ?? []) notice({ kind: "note", text: warning });
      return data.map(itemOf);
    },
    next: ({ has_more }) => (has_more ? undefined : null),
  }),
});
