import { defineCategory } from "../define.ts";
import { arxiv } from "./arxiv.ts";
import { biorxiv } from "./biorxiv.ts";
import { core } from "./core.ts";
import { crossref } from "./crossref/index.ts";
import { datacite } from "./datacite.ts";
import { dblp } from "./dblp.ts";
import { doaj } from "./doaj/index.ts";
import { europepmc } from "./europepmc.ts";
import { hal } from "./hal.ts";
import { openalex } from "./openalex/index.ts";
import { opencitations } from "./opencitations/index.ts";
import { orcid } from "./orcid/index.ts";
import { pubmed } from "./pubmed/index.ts";
import { semanticScholar } from "./semantic_scholar/index.ts";
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
