import { emptyOn } from "../kit/answer.ts";
import { wikiPage } from "../kit/mediawiki.ts";
import { get } from "../kit/request.ts";
import { plain } from "../kit/text.ts";
import { languageOf } from "./item.ts";
import { listingsIn, sectionText } from "./listing.ts";
import { linkedPages, type Section, sections, withoutNotes } from "./wikitext.ts";

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
