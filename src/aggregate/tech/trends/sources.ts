import type { SourceClient } from "../../source-client.ts";

/** The sources, in the order in which the answer tells of them. */
export const SOURCES = {
  github_repositories: "primary",
  hackernews: "primary",
  stackoverflow: "primary",
  devto: "primary",
  lobsters: "primary",
  google_news: "primary",
  bing_news: "fallback",
  github_trending: "enriching",
  gitlab: "enriching",
  codeberg: "enriching",
  huggingface_models: "enriching",
  reddit: "enriching",
  serverfault: "enriching",
  slashdot: "enriching",
  infoq: "enriching",
  producthunt: "enriching",
  npm: "enriching",
  pypi: "enriching",
  crates: "enriching",
  wikidata: "enriching",
} as const;

export type Door = SourceClient<keyof typeof SOURCES>;

/** The sources that each list is made of. */
export const FROM = {
  discussions: ["hackernews", "lobsters", "devto", "reddit", "slashdot", "producthunt"],
  projects: [
    "github_repositories",
    "github_trending",
    "gitlab",
    "codeberg",
    "huggingface_models",
    "npm",
    "pypi",
    "crates",
  ],
  questions: ["stackoverflow", "serverfault"],
  news: ["google_news", "bing_news", "infoq"],
} as const;
