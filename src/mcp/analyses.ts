import type { AnalysisFacts } from "../aggregate/analysis-facts.ts";
import { CHANGES, type Tool } from "./tool.ts";

/** What a model chooses an analysis' tool by, and the sets of tools it belongs to beside its family's. */
interface Chosen {
  readonly words: string;
  readonly toolsets?: readonly string[];
  /** Absent: it changes nothing. */
  readonly hints?: Tool["hints"];
  /** What becomes of what a smaller answer leaves out. */
  readonly leftOut?: string;
}

/** By path; each word is paid for in every conversation. What is not named here is called by its title. */
const CHOSEN: ReadonlyMap<string, Chosen> = new Map(
  Object.entries<Chosen>({
    "/seo/corpus": { words: "What pages that rank for a phrase say: terms, questions, intents, a content plan." },
    "/seo/audit": { words: "Technical audit of a domain: vitals, DNS, TLS, headers, indexing, trust." },
    "/seo/competitors": { words: "Who ranks for a phrase, how strong they are, what is missing there." },
    "/seo/content": { words: "On-page audit of one page: headings, readability, links, advice." },
    "/seo/pagespeed": { words: "Core Web Vitals and loading of a page." },
    "/seo/serp-features": { words: "What a results page shows beside links." },
    "/seo/hreflang": { words: "A page's languages and their hreflang faults." },
    "/seo/opengraph": { words: "Checks a page's Open Graph, Twitter card, JSON-LD." },
    "/seo/robots-txt": { words: "A site's robots.txt: rules, sitemaps, who may read what." },
    "/seo/kwvolume": { words: "Monthly searches of a keyword, Russia and CIS." },
    "/france/living": {
      words: "Life in a French commune: prices, rent, schools, doctors, risks.",
      toolsets: ["french"],
    },
    "/france/company": {
      words: "Due diligence on a French company: register, directors, notices.",
      toolsets: ["french"],
    },
    "/realestate/estimate": { words: "French real estate: price per m², trends, rent, sales.", toolsets: ["french"] },
    "/product/intelligence": {
      words: "A product's prices over shops, ratings, best value, trend.",
      toolsets: ["marketplace"],
      // It counts the prices of the day.
      hints: CHANGES,
    },
    "/social/sentiment": {
      words: "What people say of a topic: volume, mood, course, keywords.",
      toolsets: ["community"],
    },
    "/finance/portfolio": { words: "Assets together: returns, volatility, correlation.", toolsets: ["crypto"] },
    "/tech/trends": { words: "What is rising in a technology: projects, discussions, questions." },
    "/travel/trip": { words: "A journey planned: weather, sights, transport, budget." },
    "/culture/events": { words: "What is on in a city: exhibitions, events, monuments." },
    "/health/drugs": { words: "A medicine: use, warnings, alternatives; no advice." },
    "/research/literature": {
      words: "A topic's literature: works, authors, open access, citations.",
      toolsets: ["scholar"],
    },
    "/monitor/track": {
      words: "What is new in a feed since the last check, summarised. Marks what it shows as reported.",
      toolsets: ["feed"],
      hints: CHANGES,
      leftOut: "Articles that were left out are still new: the next check shows them.",
    },
  }),
);

/** `seo_robots_txt` of `/seo/robots-txt`: the name of an analysis' tool, and of its prompt. */
export const nameOf = ({ path }: Pick<AnalysisFacts, "path">): string => path.slice(1).replace(/[/-]/g, "_");

export const wordsOf = ({ path, title }: AnalysisFacts): string => CHOSEN.get(path)?.words ?? `${title}.`;

/** What else a tool of an analysis is made with. */
export const factsOf = ({ path }: AnalysisFacts): Pick<Chosen, "hints" | "leftOut"> => CHOSEN.get(path) ?? {};

/** The sets that an analysis' tool belongs to: its family's first. */
export const toolsetsOf = ({ path }: AnalysisFacts): readonly string[] => {
  const [, family = ""] = path.split("/");
  return [family, ...(CHOSEN.get(path)?.toolsets ?? [])];
};
