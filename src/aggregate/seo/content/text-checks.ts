import { knowsStopTermsOf } from "../../../language/stop-lists.ts";
import { type Check, check } from "./check.ts";
import type { Heading, PageLink } from "./page.ts";

const MIN_WORDS = 300;
const EASY_ENOUGH = { score: 50, lix: 45 } as const;
const MAX_DENSITY = 4;
/** In fewer words one that is said five times is over 4 % already. */
const MIN_DENSITY_WORDS = 100;
const MIN_INTERNAL = 3;

/** What a page says to its readers, and where it sends them, by its weight. */
export const TEXT_CHECKS: readonly Check[] = [
  check(
    ["h1-not-one", "P2", "headings", "headings"],
    "The page has not exactly one h1",
    "Give the page one h1 that says its subject, and make the others h2.",
    ({ headings }) => {
      const count = headings && (headings[0]?.summary?.counts["h1"] ?? 0);
      return count === undefined ? undefined : { well: count === 1, evidence: `${count} h1` };
    },
  ),
  check(
    ["text-thin", "P2", "text", "readability"],
    "The main text is short",
    "Say more on the subject: 300 words at least where the page is to be found by what it says.",
    ({ measures }) => {
      const words = measures === undefined ? undefined : (measures?.words ?? 0);
      return words === undefined ? undefined : { well: words >= MIN_WORDS, evidence: `${words} words` };
    },
  ),
  check(
    ["term-too-dense", "P2", "text", "readability"],
    "One word makes up more than 4 % of the text",
    "Replace some of its occurrences by other words or pronouns.",
    ({ densities, measures }) => {
      if (densities === undefined || densities.n_words < MIN_DENSITY_WORDS) return undefined;
      // Where function words are among the terms, the densest word is one of them.
      if (!knowsStopTermsOf(measures?.lang ?? "")) return undefined;
      const [first] = densities.top.filter(({ words }) => words === 1) ?? [];
      return first && { well: first.density_pct <= MAX_DENSITY, evidence: `“${first.term}”: ${first.density_pct} %` };
    },
  ),
  check(
    ["internal-links-few", "P2", "links", "links"],
    "The page links to few pages of its own site",
    "Link to three related pages of the site at least, with words that say what stands there.",
    ({ links }) => linked(links, "internal", MIN_INTERNAL),
  ),
  check(
    ["keyword-not-in-title", "P2", "keyword", "html_meta"],
    "The title does not name the keyword",
    "Put the keyword near the beginning of the title.",
    ({ densities, meta }) =>
      densities?.keyword && { well: densities.keyword.in_title, evidence: `title: ${meta?.title ?? "none"}` },
  ),
  check(
    ["keyword-not-in-h1", "P2", "keyword", "headings"],
    "The h1 does not name the keyword",
    "Say the keyword in the h1.",
    ({ densities, headings }) =>
      densities?.keyword &&
      headings && {
        well: densities.keyword.in_h1,
        evidence: `h1: ${headings.find(({ level }) => level === 1)?.title ?? "none"}`,
      },
  ),
  check(
    ["heading-level-skipped", "P3", "headings", "headings"],
    "The outline skips a level of headings",
    "Let each heading stand one level below the one it belongs to.",
    ({ headings }) =>
      headings && headings.length > 0
        ? { well: skipped(headings) === undefined, evidence: skipped(headings) ?? "no gap" }
        : undefined,
  ),
  check(
    ["text-hard", "P3", "text", "readability"],
    "The text is hard to read",
    "Write shorter sentences and commoner words.",
    ({ measures }) => {
      const { score, lix, scale } = measures ?? {};
      if (lix === undefined) return undefined;
      const well = (score !== undefined && score >= EASY_ENOUGH.score) || lix <= EASY_ENOUGH.lix;
      return { well, evidence: score === undefined ? `LIX ${lix}` : `${scale} ${score}, LIX ${lix}` };
    },
  ),
  check(
    ["images-without-alt", "P3", "images", "readability"],
    "Images have no alternative text",
    "Describe each image in its alt attribute; leave it empty where the image is decoration.",
    ({ measures }) =>
      measures && measures.images > 0
        ? {
            well: measures.imagesWithoutAlt === 0,
            evidence: `${measures.imagesWithoutAlt} of ${measures.images} images`,
          }
        : undefined,
  ),
  check(
    ["external-links-none", "P3", "links", "links"],
    "The page links to no other site",
    "Link to the sources of what the page says.",
    ({ links }) => linked(links, "external", 1),
  ),
  check(
    ["keyword-not-in-beginning", "P3", "keyword", "readability"],
    "The first 100 words do not name the keyword",
    "Say the keyword in the first paragraph.",
    ({ densities }) =>
      densities?.keyword && {
        well: densities.keyword.in_first_100,
        evidence: `${densities.keyword.count} times in the whole text`,
      },
  ),
  check(
    ["keyword-not-in-url", "P3", "keyword", "html_meta"],
    "The address does not name the keyword",
    "Name it in the address of new pages; leave the address of an old one, or redirect it.",
    ({ densities, meta }) =>
      densities?.keyword && meta ? { well: densities.keyword.in_url, evidence: meta.url } : undefined,
  ),
];

/** Whether there are enough links of a type; undefined where the links are not known. */
function linked(links: readonly PageLink[] | undefined, type: "internal" | "external", least: number) {
  if (!links) return undefined;
  const count = links[0]?.summary?.[type] ?? 0;
  return { well: count >= least, evidence: `${count} ${type} links` };
}

/** The first gap of an outline. */
function skipped(headings: readonly Heading[]): string | undefined {
  const shown = headings.filter(({ hidden }) => !hidden);
  const at = shown.findIndex(({ level }, index) => index > 0 && level > (shown[index - 1]?.level ?? level) + 1);
  const [before, after] = [shown[at - 1], shown[at]];
  return before && after ? `h${after.level} “${after.title ?? ""}” follows h${before.level}` : undefined;
}
