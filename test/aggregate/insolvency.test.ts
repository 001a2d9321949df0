import { describe, expect, test } from "vitest";
import { insolvencyIn, type LegalNotice } from "../../src/aggregate/france/company/insolvency.ts";
import { holdsWords, legalName } from "../../src/aggregate/france/company/legal-name.ts";

const notice = (date: string, nature: string, noticeType = "Avis initial"): LegalNotice => ({
  source: "bodacc",
  date,
  familyCode: "collective",
  noticeType,
  judgment: { nature, date },
});
const OPENED = notice("2026-01-10", "Jugement d'ouverture d'une procédure de redressement judiciaire");

describe("a proceeding", () => {
  test.each([
    "Jugement d'ouverture de liquidation judiciaire",
    "Jugement de conversion en liquidation judiciaire",
    "Jugement prononçant la réouverture de la liquidation judiciaire clôturée pour insuffisance d'actif",
    "Arrêt infirmant le jugement de clôture",
    "Jugement prononçant la résolution du plan de redressement",
    "Jugement arrêtant le plan de sauvegarde",
    "Jugement d'ouverture d'une procédure de sauvegarde accélérée",
    "Jugement d'ouverture de redressement judiciaire désignant un administrateur",
    "Jugement prononçant la liquidation judiciaire avec poursuite d'activité",
    "Jugement prononçant la liquidation judiciaire simplifiée",
    "Jugement d'extension de liquidation judiciaire",
    "Jugement de conversion en redressement judiciaire de la procédure de sauvegarde",
    "Jugement arrêtant le plan de cession",
    "Jugement modifiant le plan de redressement",
    "Jugement de reprise de la procédure de liquidation judiciaire",
    "Jugement prononçant la résolution du plan de sauvegarde et la liquidation judiciaire",
    "Jugement d'ouverture d'une procédure de rétablissement professionnel",
    "Arrêt confirmant le jugement d'ouverture de liquidation judiciaire",
    "Jugement rejetant le plan de redressement et prononçant la liquidation judiciaire",
    "Jugement mettant fin à la procédure de redressement judiciaire et prononçant la liquidation judiciaire",
    "Jugement mettant fin au plan de sauvegarde et ouvrant une procédure de liquidation judiciaire",
  ])("is open after “%s”", (nature) =>
    expect(insolvencyIn([notice("2026-03-01", nature)])).toMatchObject({ open: true }),
  );

  test.each([
    "Jugement de clôture pour insuffisance d'actif",
    "Jugement mettant fin à la procédure de sauvegarde",
    "Jugement constatant l'exécution du plan",
    "Arrêt infirmant le jugement d'ouverture",
    "Jugement de rétractation",
    "Jugement de clôture pour extinction du passif",
    "Jugement de clôture de la procédure de rétablissement professionnel",
    "Jugement mettant fin à la procédure de redressement judiciaire en application de l'article L. 631-16",
    "Arrêt annulant le jugement d'ouverture de la liquidation judiciaire",
    "Jugement constatant l'achèvement du plan",
    "Jugement prononçant la clôture des opérations de liquidation",
    "Arrêt rétractant le jugement et prononçant la clôture de la liquidation judiciaire",
  ])("has ended after “%s”", (nature) =>
    expect(insolvencyIn([notice("2026-03-01", nature), OPENED])).toMatchObject({ open: false }),
  );

  test.each([
    "Liste des créances nées après le jugement d'ouverture d'une procédure de redressement judiciaire",
    "Jugement modifiant la date de cessation des paiements",
    "Jugement mettant fin à l'application des règles de la liquidation judiciaire simplifiée",
    "Jugement mettant fin à la période d'observation et renvoyant l'affaire",
    "Jugement prononçant une interdiction de gérer",
    "Jugement de remplacement du liquidateur",
    "Jugement prolongeant la période d'observation",
    "Dépôt du projet de répartition",
    "Dépôt de l'état des créances",
    "Jugement de relaxe en matière de faillite personnelle",
  ])("is left as it was by “%s”", (nature) => {
    const closed = notice("2026-02-01", "Jugement de clôture pour extinction du passif");
    expect(insolvencyIn([notice("2026-03-01", nature), OPENED])).toMatchObject({ open: true });
    expect(insolvencyIn([notice("2026-03-01", nature), closed, OPENED])).toMatchObject({ open: false });
    expect(insolvencyIn([notice("2026-03-01", nature)])).toMatchObject({ open: false });
  });

  test("is what stands where the notice of a judgment was annulled", () => {
    const annulled = { ...OPENED, date: "2026-02-01", noticeType: "Avis d'annulation" };
    expect(insolvencyIn([annulled, OPENED])).toEqual({ open: false });
    const closed = notice("2026-02-01", "Jugement de clôture");
    expect(insolvencyIn([{ ...closed, noticeType: "Avis d'annulation" }, closed, OPENED])).toMatchObject({
      open: true,
    });
  });
});

test("a legal name is compared whole, without its form and what stands in brackets", () => {
  const alike = [
    ["S.A.R.L. Le Fournil", "LE FOURNIL SARL"],
    ["MOULINS & CIE SASU", "Moulins et Cie"],
    ["ETS BERNARD", "Etablissements Bernard"],
    ["Martin & Fils", "MARTIN ET FILS SARL"],
    ["Dupont Freres, société par actions simplifiée", "Dupont Frères SAS"],
    ["Groupement agricole d'exploitation en commun du Val", "GAEC DU VAL"],
    ["GARAGE-DU-PONT", "Garage du Pont EURL"],
  ] as const;
  for (const [one, other] of alike) expect(legalName(one)).toBe(legalName(other));
  const apart = [
    ["Garage du Pont Neuf", "Garage du Pont"],
    ["Holding Martin", "Martin"],
    ["Les Tilleuls Immobilier", "SCI Les Tilleuls"],
    ["SAS", "SARL"],
  ] as const;
  for (const [one, other] of apart) expect(legalName(one)).not.toBe(legalName(other));
  expect(legalName("LAITERIE DU PRE (LDP)")).toBe(legalName("Laiterie du Pré SAS"));
  expect(legalName("Laiterie du Pré Sud")).not.toBe(legalName("Laiterie du Pré"));
  expect(holdsWords("laiterie du pré falaise", ["LAITERIE DU PRE", "FALAISE"])).toBe(true);
  expect(holdsWords("laiterie du pré", ["TOTALLY OTHER HOLDING"])).toBe(false);
});
