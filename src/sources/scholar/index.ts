import { defineCategory } from "../define.ts";
import { arxiv } from "./arxiv.ts";
import { crossref } from "./crossref.ts";
import { doaj } from "./doaj.ts";
import { europepmc } from "./europepmc.ts";
import { openalex } from "./openalex.ts";
import { pubmed } from "./pubmed.ts";
import { semanticScholar } from "./semantic_scholar.ts";
import { unpaywall } from "./unpaywall.ts";

const MINUTE = 60_000;

export const scholar = defineCategory("scholar", "Scholarly works", 360 * MINUTE, [
  openalex,
  crossref,
  arxiv,
  pubmed,
  europepmc,
]);
