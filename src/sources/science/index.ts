import { defineCategory } from "../define.ts";
import { ensembl } from "./ensembl.ts";
import { exoplanets } from "./exoplanets.ts";
import { launchLibrary } from "./launch_library.ts";
import { ncbiGene } from "./ncbi_gene.ts";
import { pdb } from "./pdb.ts";
import { pubchem } from "./pubchem.ts";
import { stringDb } from "./string_db.ts";
import { uniprot } from "./uniprot.ts";

const MINUTE = 60_000;

export const science = defineCategory("science", "Science", 360 * MINUTE, [
  uniprot,
  ensembl,
  pdb,
  ncbiGene,
  stringDb,
  pubchem,
  exoplanets,
  launchLibrary,
]);
