import { defineCategory } from "../define.ts";
import { adresse } from "./adresse.ts";
import { annuaireEducation } from "./annuaire_education.ts";
import { annuaireSante } from "./annuaire_sante.ts";
import { associations } from "./associations.ts";
import { boamp } from "./boamp.ts";
import { bodacc } from "./bodacc.ts";
import { carburants } from "./carburants.ts";
import { communes } from "./communes.ts";
import { dataGouv } from "./data_gouv/index.ts";
import { dpe } from "./dpe/index.ts";
import { dvf } from "./dvf/index.ts";
import { eauPotable } from "./eau_potable.ts";
import { equipements } from "./equipements.ts";
import { espacesVerts } from "./espaces_verts.ts";
import { finess } from "./finess.ts";
import { gares } from "./gares.ts";
import { georisques } from "./georisques/index.ts";
import { irve } from "./irve.ts";
import { loyers } from "./loyers.ts";
import { monuments } from "./monuments.ts";
import { musees } from "./musees.ts";
import { rechercheEntreprises } from "./recherche_entreprises/index.ts";
import { servicePublic } from "./service_public.ts";
import { sirene } from "./sirene.ts";
import { transports } from "./transports.ts";

const MINUTE = 60_000;

export const french = defineCategory("french", "French open data", 1440 * MINUTE, [
  communes,
  adresse,
  dvf,
  loyers,
  dpe,
  georisques,
  rechercheEntreprises,
  sirene,
  associations,
  bodacc,
  irve,
  carburants,
  annuaireEducation,
  annuaireSante,
  finess,
  equipements,
  gares,
  transports,
  dataGouv,
  servicePublic,
  boamp,
  musees,
  monuments,
  espacesVerts,
  eauPotable,
]);
