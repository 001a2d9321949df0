import { getDomainWithoutSuffix } from "tldts";
import { terms } from "../../language/terms.ts";
import { INTENTS, type Intent, phraseIn } from "./intent-words.ts";

/** What a page of results says besides its results. */
export interface ResultsPage {
  /** Ids of the features seen on it, as `serp_features` names them. */
  readonly features: readonly string[];
  /** Whether the first result shows links into its site. */
  readonly firstHasSitelinks?: boolean;
  /** The first result's address. */
  readonly firstUrl?: string | undefined;
}

/** What a searcher wants: a share for each intent, together 1. */
export interface SearchIntent {
  readonly primary: Intent;
  readonly scores: Readonly<Record<Intent, number>>;
  /** Why, a few words each. */
  readonly evidence: readonly string[];
}

const POINTS = { phrase: 3, feature: 1, localPack: 3, ownSite: 3 } as const;

const TOLD_BY: ReadonlyMap<string, readonly Intent[]> = new Map(
  Object.entries<readonly Intent[]>({
    featured_snippet: ["informational"],
    answer: ["informational"],
    people_also_ask: ["informational"],
    knowledge_panel: ["informational"],
    ai_overview: ["informational"],
    shopping: ["commercial", "transactional"],
    ads_top: ["transactional"],
    local_pack: ["local"],
  }),
);

/** Of equal scores, the first of these. */
const BEFORE: readonly Intent[] = ["transactional", "commercial", "local", "navigational", "informational"];

interface Sign {
  readonly intent: Intent;
  readonly points: number;
  readonly evidence: string;
}

/**
 * The intent behind a query (ISO 639-1 language), from its words and the page of results for it.
 *
 * Broder 2002, A taxonomy of web search: informational, navigational, transactional; commercial and local after the guidelines
 * that engines give their raters. The points are ours.
 */
export function searchIntent(query: string, language: string, page: ResultsPage = { features: [] }): SearchIntent {
  const signs = [...phrasesOf(query, language), ...featuresOf(page), ...ownSite(query, page)];
  const points = (intent: Intent): number =>
    signs.filter((sign) => sign.intent === intent).reduce((sum, sign) => sum + sign.points, 0);
  const all = signs.reduce((sum, sign) => sum + sign.points, 0);
  const share = (intent: Intent): number => (all > 0 ? points(intent) / all : Number(intent === "informational"));
  const most = Math.max(...INTENTS.map(share));
  return {
    primary: BEFORE.find((intent) => share(intent) === most) ?? "informational",
    scores: {
      informational: share("informational"),
      commercial: share("commercial"),
      transactional: share("transactional"),
      local: share("local"),
      navigational: share("navigational"),
    },
    evidence: [...new Set(signs.map(({ evidence }) => evidence))],
  };
}

const phrasesOf = (query: string, language: string): readonly Sign[] =>
  INTENTS.flatMap((intent) => {
    const phrase = phraseIn(query, intent, language);
    return phrase ? [{ intent, points: POINTS.phrase, evidence: `“${phrase}” in the query (${intent})` }] : [];
  });

const featuresOf = ({ features }: ResultsPage): readonly Sign[] =>
  [...new Set(features)].flatMap((feature) =>
    (TOLD_BY.get(feature) ?? []).map((intent) => ({
      intent,
      points: feature === "local_pack" ? POINTS.localPack : POINTS.feature,
      evidence: `${feature} among the results`,
    })),
  );

/** A site that is asked for by its name. */
function ownSite(query: string, { firstHasSitelinks = false, firstUrl }: ResultsPage): readonly Sign[] {
  const bare = (text: string): string => terms(text).join("");
  const label = firstUrl && bare(getDomainWithoutSuffix(firstUrl, { allowPrivateDomains: true }) ?? "");
  const named = label !== undefined && label !== "" && label === bare(query);
  const evidence = named ? "the first result's domain is the query" : "the first result has sitelinks";
  return named || firstHasSitelinks ? [{ intent: "navigational", points: POINTS.ownSite, evidence }] : [];
}
