import { plain } from "../../kit/readers/plain.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import { wikiPage } from "../../kit/services/mediawiki.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { webUrl } from "../../kit/values/links.ts";
import { languageOf } from "../item.ts";
import { expanded, linkedPages, plainText, type Section, sections, type Template, withoutNotes } from "./wikitext.ts";

/** The headings over how to get there and about, by edition. */
const WAYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "get in": "getIn",
    anreise: "getIn",
    aller: "getIn",
    "get around": "getAround",
    mobilität: "getAround",
    circuler: "getAround",
  }),
);

/** A travel guide, whole. */
interface Guide {
  readonly language: string;
  readonly title: string;
  /** In MediaWiki's source format, without comments. */
  readonly source: string;
}

/** The host of an edition. */
export const hostOf = (language: string): string => `${language}.wikivoyage.org`;

/** A guide's source (https://www.mediawiki.org/wiki/Manual:Parameters_to_index.php#Raw); a link may lead to no page. */
export const guides = plain({
  request: ({ language, title }: Omit<Guide, "source">) =>
    get(`https://${hostOf(language)}/w/index.php`, { title, action: "raw" }),
  judge: emptyOn(404),
  items: (body, { language, title }): readonly Guide[] => [{ language, title, source: withoutNotes(body) }],
});

/*
 * The listing templates of the Wikivoyages: https://en.wikivoyage.org/wiki/Wikivoyage:Listings (and the other editions
 * with English names), https://de.wikivoyage.org/wiki/Vorlage:VCard, https://fr.wikivoyage.org/wiki/Modèle:Listing
 */

/** What a place is good for, by the template's name; a `listing` and a `vCard` say it by their `type`. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    see: "see",
    do: "do",
    buy: "buy",
    eat: "eat",
    drink: "drink",
    sleep: "sleep",
    go: "go",
    voir: "see",
    faire: "do",
    acheter: "buy",
    manger: "eat",
    sortir: "drink",
    "se loger": "sleep",
    aller: "go",
    circuler: "go",
    listing: "listing",
    vcard: "listing",
  }),
);

/** Inline templates that are mere text: what is shown of their values. */
function inline({ name, values }: Template): string {
  const shown = [...values].flatMap(([key, value]) => (/^\d+$/.test(key) ? value : []));
  const all = shown.join(" ");
  if (/^(prix|horaire|nowrap|heure|date)$/.test(name)) return all;
  if (/^(m|km|ft|mi|mile|miles|yd|ha|l)$/.test(name)) return `${all} ${name}`;
  if (/^(usd|eur|gbp|jpy|chf|cad|aud|inr|cny|thb|brl|mxn|sek|nok|dkk|pln|czk|huf|try|krw|nzd|zar|sgd)$/.test(name))
    return `${name.toUpperCase()} ${all}`;
  if (name === "lang") return shown.at(-1) ?? "";
  return /^(station|rint|rail)$/.test(name) ? (shown[0] ?? "") : "";
}

/** A section as text, its places left out but for their names. */
const sectionText = ({ body }: Section): string | undefined =>
  plainText(
    expanded(body, (template) =>
      KINDS.has(template.name) ? (template.values.get("name") ?? template.values.get("nom") ?? "") : inline(template),
    ),
  );

/** Types of `vCard` and `listing` that mean one of the kinds. */
const KIND_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ...KINDS,
  ...Object.entries({
    see: "landmark,monument,museum,gallery,church,castle,fort,palace,tower,bridge,viewpoint,zoo,ruin,memorial",
    do: "theatre,cinema,spa,swimming,sport,beach,concert hall,hiking,skiing,tour",
    buy: "shop,market,mall,supermarket,store,bookstore",
    eat: "restaurant,cafe,café,fast food,snack bar,ice cream,bistro",
    drink: "bar,pub,club,beer garden,nightclub,brewery,winery,wine bar",
    sleep:
      "hotel,hostel,guest house,apartment,camping,campsite,alpine hut,pension,motel,youth hostel,bed and breakfast",
    go: "airport,station,train,bus,bus station,ferry,port,tram,metro,subway,parking,taxi,cable car",
  }).flatMap(([kind, types]) => types.split(",").map((type) => [type, kind] as const)),
]);

function degrees(written: string | undefined, most: number): number | undefined {
  const value = /^[-+]?\d{1,3}(\.\d{1,20})?$/.test(written ?? "") ? Number(written) : undefined;
  return value !== undefined && Math.abs(value) <= most ? value : undefined;
}

function listingOf({ name, values }: Template, section: string | undefined) {
  const family = KINDS.get(name);
  const value = (...names: readonly string[]): string | undefined =>
    names.flatMap((one) => plainText(values.get(one) ?? "") ?? [])[0];
  const title = value("name", "nom");
  if (!family || !title) return undefined;
  const type = value("type")?.toLowerCase();
  const [first = "", ...others] = type?.split(/\s*,\s*/) ?? [];
  const known = [first, ...others].flatMap((one) => KIND_OF_TYPE.get(one) ?? []);
  const latitude = degrees(value("lat", "latitude"), 90);
  const longitude = degrees(value("long", "longitude"), 180);
  const both = latitude !== undefined && longitude !== undefined;
  const phone = value("phone", "téléphone", "tel");
  const image = value("image");
  const wikidata = value("wikidata");
  return {
    kind: family === "listing" ? (known.find((kind) => kind !== "listing") ?? (first || "listing")) : family,
    type,
    title,
    snippet: value("content", "description", "comment"),
    section,
    website: webUrl(values.get("url")),
    localName: value("alt"),
    address: value("address", "adresse"),
    directions: value("directions", "direction"),
    latitude: both ? latitude : undefined,
    longitude: both ? longitude : undefined,
    phone: phone && [value("intl-area-code"), phone].filter(Boolean).join(" "),
    hours: value("hours", "horaire"),
    checkIn: value("checkin", "arrivée"),
    checkOut: value("checkout", "départ"),
    price: value("price", "prix"),
    image: image && `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(image)}`,
    wikidata: /^Q\d{1,12}$/.test(wikidata ?? "") ? wikidata : undefined,
    updatedAt: isoDate(value("lastedit", "mise à jour")),
  };
}

/** A place of a travel guide, without what is not written; `website` is its own page. */
type Listing = NonNullable<ReturnType<typeof listingOf>>;

/** The places of one section, in their order. */
function listingsIn({ headings, body }: Section): Listing[] {
  const found: Listing[] = [];
  expanded(body, (template) => {
    if (!KINDS.has(template.name)) return inline(template);
    const listing = listingOf(template, headings.at(-1));
    if (listing) found.push(listing);
    return "";
  });
  return found;
}

/** How to get there and about as text, then the places, in the guide's order. */
export function placesOf({ language, title, source }: Guide) {
  const address = wikiPage(hostOf(language), title);
  const common = { guide: title, guideUrl: address, language: languageOf(language) };
  const parts = sections(source);
  const wayOf = ({ headings: [first = ""] }: Section): string | undefined => WAYS.get(first.toLowerCase());
  const ways = parts.flatMap((part) => {
    const kind = wayOf(part);
    const snippet = kind && sectionText(part);
    return kind && snippet ? [{ ...common, title: part.headings.join(": "), url: address, snippet, kind }] : [];
  });
  const places = parts
    .flatMap(listingsIn)
    .map((listing) => ({ ...common, ...listing, url: listing.website ?? address }));
  return [...ways, ...places];
}

/** The guides of a split city's districts that its own guide links to (`Lisbon/Alfama`). */
export const districtsOf = ({ title, source }: Guide, most: number): string[] =>
  linkedPages(source)
    .filter((page) => page.startsWith(`${title}/`))
    .slice(0, most);
