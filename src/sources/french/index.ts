import { defineCategory } from "../define.ts";
import { adresse } from "./adresse.ts";
import { annuaireSante } from "./annuaire_sante.ts";
import { associations } from "./associations.ts";
import { bodacc } from "./bodacc.ts";
import { communes } from "./communes.ts";
import { dataGouv } from "./data_gouv.ts";
import { dvf } from "./dvf/index.ts";
import { eauPotable } from "./eau_potable.ts";
import { equipements } from "./equipements.ts";
import { finess } from "./finess.ts";
import { irve } from "./irve.ts";
import { loyers } from "./loyers.ts";
import { rechercheEntreprises } from "./recherche_entreprises/index.ts";
import { sirene } from "./sirene.ts";

const MINUTE = 60_000;

export const french = defineCategory("french", "French open data", 1440 * MINUTE, [
  communes,
  adresse,
  dvf,
  loyers,
  rechercheEntreprises,
  sirene,
  associations,
  bodacc,
  dataGouv,
  annuaireSante,
  finess,
  irve,
  eauPotable,
  equipements,
]);
