import type { Draft } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";

type Finding = Answer["findings"][number];

/** A check of a page: what is found where it fails, in the evidence's words; undefined where it is passed. */
interface Check extends Omit<Finding, "evidence"> {
  readonly evidence: string | undefined;
}

/** What is there to be judged; absent: it was not read, and is not judged. */
export interface Judged {
  readonly openGraph?: Draft<Answer["open_graph"]> | undefined;
  readonly twitterCard?: Draft<Answer["twitter_card"]> | undefined;
  readonly jsonLd?: Draft<Answer["json_ld"]> | undefined;
  /** The page's canonical address. */
  readonly canonical?: string | undefined;
}

/** Every check that could be made, the most urgent first within each subject. */
function* checksOf({ openGraph: og, twitterCard: card, jsonLd, canonical }: Judged): Generator<Check> {
  if (og) {
    const { missing, problems, image_width: width, image_height: height, image, image_ok, url } = og;
    const sized = width && height ? { width, height, said: `${width}×${height} pixels` } : undefined;
    yield {
      id: "og-incomplete",
      priority: "P2",
      title: "Required Open Graph properties are missing",
      evidence: listed(missing),
      fix: "Add the missing properties to the head: https://ogp.me/#metadata.",
    };
    if (og.present)
      yield {
        id: "og-faulty",
        priority: "P2",
        title: "Open Graph properties break the protocol",
        evidence: listed(problems),
        fix: "Correct each property as its sentence says.",
      };
    if (image_ok !== undefined)
      yield {
        id: "og-image-unusable",
        priority: "P2",
        title: "The preview image cannot be used",
        evidence: image_ok ? undefined : `${image} does not answer with an image of at most 5 MB.`,
        fix: "Serve the image publicly, as image/jpeg, image/png or image/webp, at most 5 MB.",
      };
    if (sized) {
      yield {
        id: "og-image-small",
        priority: "P2",
        title: "The preview image is too small",
        evidence: below(sized.width, sized.height, 200, 200) ? sized.said : undefined,
        fix: "Use an image of at least 200×200 pixels, better 1200×630.",
      };
      yield {
        id: "og-image-not-large",
        priority: "P3",
        title: "The preview image is below the recommended size",
        evidence: below(sized.width, sized.height, 1200, 630) ? sized.said : undefined,
        fix: "Use an image of 1200×630 pixels.",
      };
    }
    yield {
      id: "og-description-missing",
      priority: "P3",
      title: "There is no og:description",
      evidence: og.description ? undefined : "og:description is not there.",
      fix: "Add one or two sentences as og:description.",
    };
    if (url && canonical)
      yield {
        id: "og-url-not-canonical",
        priority: "P3",
        title: "og:url is not the canonical address",
        evidence: url === canonical ? undefined : `${url} is not ${canonical}.`,
        fix: "Name the canonical address in og:url.",
      };
  }
  if (card) {
    yield {
      id: "twitter-card-missing",
      priority: "P3",
      title: "There is no Twitter card",
      evidence: card.card ? undefined : "twitter:card is not there.",
      fix: "Add twitter:card, summary_large_image where there is a large image.",
    };
    if (card.present)
      yield {
        id: "twitter-card-faulty",
        priority: "P2",
        title: "The Twitter card is faulty",
        evidence: listed([...card.missing, ...card.problems]),
        fix: "Correct each property as its sentence says.",
      };
    if (card.image_ok !== undefined)
      yield {
        id: "twitter-image-unusable",
        priority: "P2",
        title: "The card's image cannot be used",
        evidence: card.image_ok ? undefined : `${card.image} does not answer with an image of at most 5 MB.`,
        fix: "Serve the image publicly, as image/jpeg, image/png or image/webp, at most 5 MB.",
      };
    if (card.card === "summary_large_image" && og?.image_width && og.image_height && !card.image)
      yield {
        id: "twitter-image-small",
        priority: "P3",
        title: "The image is too small for a large card",
        evidence: below(og.image_width, og.image_height, 300, 157)
          ? `${og.image_width}×${og.image_height} pixels`
          : undefined,
        fix: "Use an image of at least 300×157 pixels.",
      };
  }
  if (jsonLd) {
    const lacking = jsonLd.entities.filter(({ missing_required }) => missing_required.length > 0);
    const wanting = jsonLd.entities.filter(({ missing_recommended }) => missing_recommended.length > 0);
    yield {
      id: "structured-data-missing",
      priority: "P3",
      title: "There is no structured data",
      evidence: jsonLd.present ? undefined : "Neither JSON-LD nor microdata nor RDFa was found.",
      fix: "Describe the page's main thing in JSON-LD: https://schema.org/docs/gs.html.",
    };
    // What is not there passes no check.
    if (!jsonLd.present && jsonLd.syntax_errors.length === 0) return;
    yield {
      id: "structured-data-unreadable",
      priority: "P2",
      title: "Structured data cannot be read",
      evidence: listed([...jsonLd.syntax_errors, ...jsonLd.entities.flatMap(({ problems }) => problems)]),
      fix: "Correct the JSON.",
    };
    yield {
      id: "structured-data-incomplete",
      priority: "P2",
      title: "Structured data lacks required properties",
      evidence: listed(lacking.map(({ type, missing_required }) => `${type}: ${missing_required.join(", ")}`)),
      fix: "Add the required properties of each type.",
    };
    yield {
      id: "structured-data-recommended",
      priority: "P3",
      title: "Structured data lacks recommended properties",
      evidence: listed(wanting.map(({ type, missing_recommended }) => `${type}: ${missing_recommended.join(", ")}`)),
      fix: "Add the recommended properties of each type.",
    };
  }
}

const listed = (entries: readonly string[]): string | undefined =>
  entries.length > 0 ? entries.slice(0, 10).join("; ") : undefined;

const below = (width: number, height: number, leastWidth: number, leastHeight: number): boolean =>
  width < leastWidth || height < leastHeight;

/** The checks that fail, by urgency, and the verdict over all that could be made. */
export function judgementOf(judged: Judged): Pick<Answer, "findings" | "verdict"> {
  const checks = [...checksOf(judged)];
  const findings = checks
    .flatMap(({ evidence, ...rest }): Finding[] => (evidence === undefined ? [] : [{ ...rest, evidence }]))
    .toSorted((a, b) => (a.priority < b.priority ? -1 : a.priority > b.priority ? 1 : 0));
  const errors = findings.filter(({ priority }) => priority !== "P3").length;
  const passed = checks.length - findings.length;
  return {
    findings,
    verdict: {
      valid: errors === 0,
      errors,
      warnings: findings.length - errors,
      score: checks.length === 0 ? 0 : Math.round((100 * passed) / checks.length),
    },
  };
}
