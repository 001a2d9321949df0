import { catchError, defaultIfEmpty, mergeMap, of } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose/steps.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get, postForm } from "../kit/requests/request.ts";
import { emptyOn, type Judge } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import type { ReadContext } from "../source.ts";
import { ScienceItem } from "./item.ts";

interface CompoundQuery {
  readonly by: "name" | "cid" | "smiles" | "inchikey";
  readonly value: string;
}

function understood(q: string): CompoundQuery {
  const [, kind = "", rest = q] = /^(name|cid|smiles|inchikey)\s*:\s*(.+)$/is.exec(q) ?? [];
  const [by, value] = [kind.toLowerCase(), rest.trim()];
  if (by === "name" || by === "smiles" || by === "inchikey") return { by, value };
  if (/^\d{1,10}$/.test(value)) return { by: "cid", value };
  if (by === "cid") throw new SourceError("bad-query", "cid: is followed by a compound's number, e.g. cid:2244.");
  return { by: /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/.test(value) ? "inchikey" : "name", value };
}

/** PubChem's API. */
const PUG = "https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound";
/** The properties that are asked for. */
const PROPERTIES =
  "Title,MolecularFormula,MolecularWeight,IUPACName,InChI,InChIKey,SMILES,ConnectivitySMILES,XLogP,ExactMass,TPSA,HBondDonorCount,HBondAcceptorCount,Charge";

/** `{"Fault": {"Code": "PUGREST.NotFound", "Message": "No CID found"}}` */
const judge: Judge = (response) => {
  const code = /"Code"\s*:\s*"PUGREST\.(\w{1,40})"/.exec(decodeText(response).slice(0, 5_000))?.[1];
  if (!code) return undefined;
  if (code === "NotFound") return "empty";
  const said = /"Message"\s*:\s*"([^"\\]{1,300})/.exec(decodeText(response).slice(0, 5_000))?.[1] ?? code;
  if (code === "ServerBusy")
    return new SourceError("rate-limited", `PubChem is asked too often: ${quotedSaying(said)}.`);
  return new SourceError(code === "BadRequest" ? "bad-query" : "unreachable", `PubChem says: ${quotedSaying(said)}.`);
};

const Text = z.string().nullish();
/** A compound as the API answers it. */
const Compound = z.object({
  CID: z.int().positive(),
  Title: Text,
  MolecularFormula: Text,
  MolecularWeight: numeric.nullish(),
  IUPACName: Text,
  InChI: Text,
  InChIKey: Text,
  /** Until 2025 they were called isomeric and canonical SMILES. */
  SMILES: Text,
  IsomericSMILES: Text,
  ConnectivitySMILES: Text,
  CanonicalSMILES: Text,
  XLogP: z.number().nullish(),
  ExactMass: numeric.nullish(),
  TPSA: z.number().nullish(),
  HBondDonorCount: Count.nullish(),
  HBondAcceptorCount: Count.nullish(),
  Charge: z.int().nullish(),
});
type Compound = z.output<typeof Compound>;

const properties = json({
  request: ({ by, value }: CompoundQuery) =>
    /[/\\#?%]/.test(value)
      ? postForm(`${PUG}/${by}/property/${PROPERTIES}/JSON`, { [by]: value })
      : get(`${PUG}/${by}/${encodeURIComponent(value)}/property/${PROPERTIES}/JSON`),
  judge,
  body: z.object({ PropertyTable: z.object({ Properties: z.array(Compound) }) }),
  items: ({ PropertyTable }) => [PropertyTable.Properties.slice(0, 100)],
});

/** What the compounds are, in words, by number; one answer for all of them. */
const descriptions = json({
  request: (asked: { compounds: readonly Compound[] }) =>
    get(`${PUG}/cid/${asked.compounds.map(({ CID }) => CID).join(",")}/description/JSON`),
  judge: emptyOn(404),
  body: z.object({
    InformationList: z.object({
      Information: listOf(z.object({ CID: z.int(), Description: z.string().nullish() })),
    }),
  }),
  items: ({ InformationList }) => {
    const texts = new Map<number, string>();
    for (const { CID, Description } of InformationList.Information)
      if (Description && !texts.has(CID)) texts.set(CID, Description);
    return [{ texts: [...texts] }];
  },
});

/** What PubChem says of a compound. */
function itemOf(compound: Compound, snippet: string | undefined) {
  const { CID, Title, IUPACName } = compound;
  return {
    title: Title || IUPACName || `CID ${CID}`,
    url: `https://pubchem.ncbi.nlm.nih.gov/compound/${CID}`,
    snippet,
    cid: CID,
    formula: compound.MolecularFormula,
    weightGMol: compound.MolecularWeight,
    iupacName: IUPACName,
    inchi: compound.InChI,
    inchiKey: compound.InChIKey,
    smiles: compound.SMILES ?? compound.IsomericSMILES,
    connectivitySmiles: compound.ConnectivitySMILES ?? compound.CanonicalSMILES,
    xLogP: compound.XLogP,
    exactMassDa: compound.ExactMass,
    tpsaAngstrom2: compound.TPSA,
    hBondDonors: compound.HBondDonorCount,
    hBondAcceptors: compound.HBondAcceptorCount,
    charge: compound.Charge,
    image: `${PUG}/cid/${CID}/PNG`,
  };
}

const described = (compounds: readonly Compound[], context: ReadContext) =>
  descriptions({ compounds }, context).pipe(
    catchError((error) => {
      context.notice({ kind: "note", text: `No descriptions: ${toSourceError(error).message}` });
      return of({ texts: [] });
    }),
    defaultIfEmpty({ texts: [] }),
    mergeMap(({ texts }) => {
      const byCid = new Map<number, string>(texts);
      return compounds.map((compound) => itemOf(compound, byCid.get(compound.CID)));
    }),
  );

export const pubchem = defineSource({
  id: "pubchem",
  title: "PubChem compounds",
  docs: "https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest",
  terms: "no key; five requests a second, 400 a minute",
  query: query({
    describe: "a compound's name, synonym or CAS number; or cid:2244, smiles:CCO, inchikey:…",
    example: "aspirin",
    parse: understood,
  }),
  item: ScienceItem.extend({
    cid: z.int().positive().describe("PubChem compound number"),
    formula: z.string().optional(),
    weightGMol: z.number().optional().describe("grams per mole"),
    iupacName: z.string().optional(),
    inchi: z.string().optional(),
    inchiKey: z.string().optional(),
    smiles: z.string().optional().describe("with stereochemistry and isotopes"),
    connectivitySmiles: z.string().optional().describe("without stereochemistry and isotopes"),
    xLogP: z.number().optional().describe("computed octanol-water partition coefficient"),
    exactMassDa: z.number().optional().describe("daltons"),
    tpsaAngstrom2: z.number().optional().describe("topological polar surface area, square angstrom"),
    hBondDonors: Count.optional(),
    hBondAcceptors: Count.optional(),
    charge: z.int().optional(),
    image: HttpUrl.describe("drawing of the structure"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: steps(properties, described),
});
