import { defineCategory } from "../define.ts";
import { arxiv } from "./arxiv.ts";
import { biorxiv } from "./biorxiv.ts";
import { core } from "./core.ts";
import { crossref } from "./crossref.ts";
import { datacite } from "./datacite.ts";
import { dblp } from "./dblp.ts";
import { doaj } from "./doaj.ts";
import { europepmc } from "./europepmc.ts";
import { hal } from "./hal.ts";
import { openalex } from "./openalex.ts";
import { opencitations } from "./opencitations.ts";
import { orcid } from "./orcid.ts";
import { pubmed } from "./pubmed.ts";
import { semanticScholar } from "./semantic_scholar.ts";
import { unpaywall } from "./unpaywall.ts";
import { zenodo } from "./zenodo.ts";

const MINUTE = 60_000;

export const scholar = defineCategory("scholar", "Scholarly works", 360 * MINUTE, [
  openalex,
  crossref,
  arxiv,
  pubmed,
  europepmc,
  semanticScholar,
  doaj,
  unpaywall,
  core,
  hal,
  biorxiv,
  dblp,
  datacite,
  zenodo,
  orcid,
  opencitations,
]);
