import type { Page, World } from "../support.ts";

/*
 * Ibuprofen as the registers know it: RxNorm's substance 5640 with the brand Advil; two American labels, of which the newer one is a
 * combination; the French register's Ibufen with a generic; a letter and a shortage of the European agency's.
 */

const concept = (rxcui: string, name: string, tty: string) => ({
  rxcui,
  name,
  tty,
  synonym: "",
  language: "ENG",
  suppress: "N",
});
const group = (...concepts: readonly ReturnType<typeof concept>[]) => ({
  conceptGroup: concepts.map((one) => ({ tty: one.tty, conceptProperties: [one] })),
});
const IBUPROFEN = concept("5640", "ibuprofen", "IN");

function rxnorm({ pathname, searchParams }: URL): Page | undefined {
  const name = searchParams.get("name")?.toLowerCase();
  switch (pathname.replace("/REST", "")) {
    case "/drugs.json":
      return name === "ibuprofen" || name === "advil"
        ? {
            body: {
              drugGroup: group(
                concept("900", "ibuprofen 200 MG / famotidine 26.6 MG Oral Tablet", "SCD"),
                concept("901", "ibuprofen 200 MG Oral Tablet [Advil]", "SBD"),
              ),
            },
          }
        : { body: { drugGroup: { conceptGroup: [] } } };
    case "/approximateTerm.json":
      // What is only alike: another medicine.
      return {
        body: {
          approximateGroup: { candidate: [{ rxcui: "77", name: "ibutilide", tty: "IN", score: "5", rank: "1" }] },
        },
      };
    case "/rxcui/901/related.json":
      return { body: { relatedGroup: group(IBUPROFEN, concept("151", "Advil", "BN")) } };
    case "/rxcui/5640/related.json":
      return { body: { relatedGroup: group(IBUPROFEN) } };
    case "/rxclass/class/byRxcui.json":
      return {
        body: {
          rxclassDrugInfoList: {
            rxclassDrugInfo: [
              {
                rxclassMinConceptItem: {
                  classId: "M01AE",
                  className: "Propionic acid derivatives",
                  classType: "ATC1-4",
                },
              },
            ],
          },
        },
      };
    case "/rxclass/classMembers.json":
      return {
        body: {
          drugMemberGroup: {
            drugMember: [{ minConcept: IBUPROFEN }, { minConcept: concept("7258", "naproxen", "IN") }],
          },
        },
      };
    default:
      return undefined;
  }
}

const SENTENCE = "Do not take it longer than ten days unless your doctor says so. ";

export const LABELS = {
  meta: { disclaimer: "Do not rely on openFDA.", results: { total: 2 } },
  results: [
    {
      id: "combination",
      set_id: "c0",
      effective_time: "20260301",
      boxed_warning: ["A warning of the combination."],
      warnings: ["Warnings of the combination."],
      contraindications: ["The combination's contraindication."],
      openfda: { brand_name: ["Duexis"], substance_name: ["IBUPROFEN", "FAMOTIDINE"], manufacturer_name: ["Horizon"] },
    },
    {
      id: "alone",
      set_id: "a0",
      effective_time: "20260105",
      indications_and_usage: ["For pain and fever."],
      boxed_warning: ["Risk of serious cardiovascular and gastrointestinal events."],
      warnings: [SENTENCE.repeat(20)],
      contraindications: ["Known hypersensitivity to ibuprofen."],
      drug_interactions: ["Aspirin: the risk of bleeding rises."],
      adverse_reactions: ["Nausea, heartburn, dizziness."],
      pregnancy: ["Avoid from week 20 on."],
      openfda: {
        brand_name: ["Advil"],
        substance_name: ["IBUPROFEN"],
        manufacturer_name: ["Haleon"],
        route: ["ORAL"],
        product_type: ["HUMAN OTC DRUG"],
        pharm_class_epc: ["Nonsteroidal Anti-inflammatory Drug [EPC]"],
      },
    },
  ],
};

const row = (...cells: readonly string[]): string => cells.join("\t");
const FILES: Readonly<Record<string, string>> = {
  "CIS_bdpm.txt": [
    row(
      "60000001",
      "IBUFEN 400 mg, comprimé",
      "comprimé",
      "orale",
      "Autorisation active",
      "Procédure nationale",
      "Commercialisée",
      "12/03/1998",
      "",
      "",
      " FEN SANTE",
      "Non",
      "",
    ),
    row(
      "60000002",
      "IBUGEN 400 mg, comprimé",
      "comprimé",
      "orale",
      "Autorisation active",
      "Procédure nationale",
      "Commercialisée",
      "12/03/1999",
      "",
      "",
      " GEN PHARMA",
      "Non",
      "",
    ),
  ].join("\n"),
  "CIS_COMPO_bdpm.txt": [
    row("60000001", "comprimé", "01", "IBUPROFÈNE", "400 mg", "un comprimé", "SA", "1"),
    row("60000002", "comprimé", "01", "IBUPROFÈNE", "400 mg", "un comprimé", "SA", "1"),
  ].join("\n"),
  "CIS_CIP_bdpm.txt": row(
    "60000001",
    "6000001",
    "plaquette de 20",
    "Présentation active",
    "Déclaration",
    "19/09/2004",
    "3400960000011",
    "oui",
    "65 %",
    "2,18",
    "3,20",
    "1,02",
  ),
  "CIS_GENER_bdpm.txt": [
    row("7", "IBUPROFENE 400 mg", "60000001", "0", "1"),
    row("7", "IBUPROFENE 400 mg", "60000002", "1", "2"),
  ].join("\n"),
  "CIS_CPD_bdpm.txt": row("60000001", "liste II"),
  "CIS_CIP_Dispo_Spec.txt": row(
    "60000001",
    "3400960000011",
    "2",
    "Tension d'approvisionnement",
    "01/10/2026",
    "15/10/2026",
    "",
    "https://ansm.sante.fr/1",
  ),
  "CIS_HAS_SMR_bdpm.txt": row("60000001", "1", "Inscription", "20200101", "Important", "texte"),
  "CIS_HAS_ASMR_bdpm.txt": row("60000001", "1", "Inscription", "20200101", "V", "texte"),
  "CIS_MITM.txt": row("60000001", "M01AE01", "IBUFEN", "https://x.example"),
  "CIS_InfoImportantes.txt": row(
    "60000001",
    "2026-01-31",
    "2027-01-31",
    "<a href='https://ansm.sante.fr/2'>Risque d'infection grave</a>",
  ),
};

const EMA: Readonly<Record<string, object>> = {
  medicines: {
    data: [
      {
        category: "Human",
        name_of_medicine: "Pedea",
        international_non_proprietary_name_common_name: "ibuprofen",
        active_substance: "ibuprofen",
        atc_code_human: "C01EB16",
        pharmacotherapeutic_group_human: "Cardiac therapy",
        therapeutic_indication: "Patent ductus arteriosus.",
        marketing_authorisation_developer_applicant_holder: "Recordati",
        additional_monitoring: "No",
      },
      {
        category: "Human",
        name_of_medicine: "Otherix",
        international_non_proprietary_name_common_name: "other",
        active_substance: "other",
        therapeutic_indication: "Where ibuprofen fails.",
      },
    ],
  },
  dhpc: {
    data: [
      {
        category: "Human",
        name_of_medicine: "Pedea",
        active_substances: "ibuprofen",
        dhpc_type: "Safety signal",
        regulatory_outcome: "Label changed",
        dissemination_date: "12/06/2025",
        dhpc_url: "https://www.ema.europa.eu/en/letter",
      },
    ],
  },
  shortages: {
    data: [
      {
        category: "Human",
        medicine_affected: "Pedea",
        international_non_proprietary_name_common_name: "ibuprofen",
        supply_shortage_status: "Ongoing",
        start_of_shortage_date: "01/05/2026",
        shortage_url: "https://www.ema.europa.eu/en/shortage",
      },
    ],
  },
};

export const WORLD: World = {
  hosts: {
    "rxnav.nlm.nih.gov": rxnorm,
    "api.fda.gov": ({ pathname }) => {
      if (pathname === "/drug/label.json") return { body: LABELS };
      if (pathname === "/drug/event.json")
        return {
          body: {
            results: [
              { term: "NAUSEA", count: 1200 },
              { term: "RASH", count: 300 },
            ],
          },
        };
      return {
        body: {
          meta: { results: { total: 1 } },
          results: [
            {
              recall_number: "D-1",
              event_id: "9",
              product_description: "Ibuprofen tablets 200 mg",
              reason_for_recall: "Wrong label",
              classification: "Class II",
              report_date: "20260210",
            },
          ],
        },
      };
    },
    "base-donnees-publique.medicaments.gouv.fr": ({ pathname }) => {
      const body = FILES[pathname.split("/").at(-1) ?? ""];
      return body === undefined ? undefined : { body, headers: { "content-type": "text/plain; charset=utf-8" } };
    },
    "www.ema.europa.eu": ({ pathname }) => {
      const name = Object.keys(EMA).find((one) => pathname.includes(`/${one}-output`));
      return name === undefined ? undefined : { body: EMA[name] ?? {} };
    },
    "connect.medlineplus.gov": () => ({
      body: {
        feed: {
          updated: { _value: "2026-01-01T00:00:00Z" },
          entry: [
            {
              title: { _value: "Ibuprofen" },
              link: [{ href: "https://medlineplus.gov/ibuprofen" }],
              summary: { _value: "<p>Ibuprofen is used to relieve pain.</p>" },
            },
          ],
        },
      },
    }),
    "pubchem.ncbi.nlm.nih.gov": () => ({
      body: { PropertyTable: { Properties: [{ CID: 3672, Title: "Ibuprofen" }] } },
    }),
    "en.wikipedia.org": () => ({ body: { query: { searchinfo: { totalhits: 0 }, search: [] } } }),
    "fr.wikipedia.org": () => ({ body: { query: { searchinfo: { totalhits: 0 }, search: [] } } }),
    "clinicaltrials.gov": () => ({
      body: {
        totalCount: 41,
        studies: Array.from({ length: 7 }, (_, n) => ({
          protocolSection: {
            identificationModule: { nctId: `NCT0000000${n}`, briefTitle: `Study ${n}` },
            statusModule: { overallStatus: "RECRUITING" },
            designModule: { phases: ["PHASE3"] },
          },
        })),
      },
    }),
  },
};
