/** Every source of the analysis, those first whose word counts where several say something. */
export const SOURCES = {
  openalex: "primary",
  crossref: "primary",
  semantic_scholar: "primary",
  europepmc: "primary",
  arxiv: "primary",
  pubmed: "fallback",
  doaj: "fallback",
  core: "fallback",
  hal: "fallback",
  dblp: "fallback",
  datacite: "fallback",
  unpaywall: "keyed",
  opencitations: { kind: "enriching", ms: 20_000 },
  orcid: "enriching",
} as const;
