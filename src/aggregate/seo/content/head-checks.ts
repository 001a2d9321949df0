import { type Check, check, within } from "./check.ts";
import { isOwnCanonical, TITLE } from "./sections.ts";

const DESCRIPTION = { min: 70, max: 160 } as const;

/** What a page says of itself to engines and networks, by its weight. */
export const HEAD_CHECKS: readonly Check[] = [
  check(
    ["status-not-200", "P1", "indexing", "html_meta"],
    "The page does not answer with status 200",
    "Answer with status 200 at the address that is meant to be found.",
    ({ meta, headers }) => {
      const status = headers?.httpStatus ?? meta?.status;
      const hops = (headers?.chain.length ?? 1) - 1;
      if (status === undefined) return undefined;
      return { well: status === 200, evidence: `status ${status}${hops > 0 ? ` after ${hops} redirects` : ""}` };
    },
  ),
  check(
    ["not-indexable", "P1", "indexing", "html_meta"],
    "Search engines are told not to index the page",
    "Take noindex out of meta robots and X-Robots-Tag, if the page is meant to be found.",
    ({ meta }) => meta && { well: meta.indexable, evidence: `robots: ${meta.robots || "no rule"}` },
  ),
  check(
    ["canonical-not-self", "P2", "indexing", "html_meta"],
    "The page does not name itself as its canonical URL",
    "Set link rel=canonical to the page's own absolute address, unless another page should be found in its place.",
    ({ meta }) => meta && { well: isOwnCanonical(meta) === true, evidence: `canonical: ${meta.canonical ?? "none"}` },
  ),
  check(
    ["title-missing", "P2", "title", "html_meta"],
    "The page has no title",
    "Write a title of 15 to 60 characters that says what the page is about.",
    ({ meta }) => meta && { well: meta.title !== undefined, evidence: meta.title ? `“${meta.title}”` : "no title" },
  ),
  check(
    ["title-several", "P2", "title", "html_meta"],
    "The page has several titles",
    "Keep one title element.",
    ({ meta }) =>
      meta && meta.titles > 0 ? { well: meta.titles === 1, evidence: `${meta.titles} titles` } : undefined,
  ),
  check(
    ["description-missing", "P2", "description", "html_meta"],
    "The page has no meta description",
    "Write a description of 70 to 160 characters that makes one want to read the page.",
    ({ meta }) =>
      meta && {
        well: meta.description !== undefined,
        evidence: meta.description ? `${meta.descriptionLength} characters` : "no description",
      },
  ),
  check(
    ["structured-data-errors", "P2", "structured data", "structured_data"],
    "Structured data has errors",
    "Mend what is named, then try the page in the engines' rich-result tests.",
    ({ entities }) => {
      const errors = entities?.flatMap((entity) => entity.errors);
      return errors && entities?.length !== 0
        ? { well: errors.length === 0, evidence: errors[0] ?? "no error" }
        : undefined;
    },
  ),
  check(
    ["viewport-missing", "P2", "mobile", "html_meta"],
    "The page has no viewport for small screens",
    'Add meta name="viewport" content="width=device-width, initial-scale=1".',
    ({ meta }) => meta && { well: meta.viewport !== undefined, evidence: `viewport: ${meta.viewport ?? "none"}` },
  ),
  check(
    ["title-length", "P3", "title", "html_meta"],
    "The title is too short or too long to be shown whole",
    "Bring the title to between 15 and 60 characters.",
    ({ meta }) => (meta?.titleLength === undefined ? undefined : within(meta.titleLength, TITLE)),
  ),
  check(
    ["description-length", "P3", "description", "html_meta"],
    "The description is too short or too long to be shown whole",
    "Bring the description to between 70 and 160 characters.",
    ({ meta }) => (meta?.descriptionLength === undefined ? undefined : within(meta.descriptionLength, DESCRIPTION)),
  ),
  check(
    ["language-missing", "P3", "language", "html_meta"],
    "The page does not say its language",
    "Name it in the lang attribute of the html element.",
    ({ meta }) => meta && { well: meta.lang !== undefined, evidence: `lang: ${meta.lang ?? "none"}` },
  ),
  check(
    ["open-graph-incomplete", "P3", "social", "opengraph"],
    "Open Graph is missing or incomplete",
    "Give og:title, og:type, og:image and og:url.",
    ({ social }) =>
      social === undefined
        ? undefined
        : {
            well: social !== null && social.missing.length === 0,
            evidence: social === null ? "no social tags" : `missing: ${social.missing.join(", ") || "nothing"}`,
          },
  ),
  check(
    ["twitter-card-missing", "P3", "social", "opengraph"],
    "No Twitter card is named",
    'Add meta name="twitter:card" content="summary_large_image".',
    ({ social }) =>
      social === undefined
        ? undefined
        : { well: social?.twitterCard !== undefined, evidence: `card: ${social?.twitterCard ?? "none"}` },
  ),
];
