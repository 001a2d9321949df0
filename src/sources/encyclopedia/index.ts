import { defineCategory } from "../define.ts";
import { dbpedia } from "./dbpedia.ts";
import { wikibooks } from "./wikibooks.ts";
import { wikidata } from "./wikidata.ts";
import { wikipedia } from "./wikipedia.ts";
import { wikiquote } from "./wikiquote.ts";
import { wikisource } from "./wikisource.ts";
import { wikivoyage } from "./wikivoyage/index.ts";

const MINUTE = 60_000;

export const encyclopedia = defineCategory("encyclopedia", "Encyclopedias", 360 * MINUTE, [
  wikipedia,
  wikidata,
  dbpedia,
  wikivoyage,
  wikiquote,
  wikibooks,
  wikisource,
]);
