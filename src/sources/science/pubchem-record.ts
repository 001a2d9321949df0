import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { numeric } from "../kit/json.ts";

/** PubChem's API. */
export const PUG = "https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound";
/** The properties that are asked for. */
export const PROPERTIES =
  "Title,MolecularFormula,MolecularWeight,IUPACName,InChI,InChIKey,SMILES,ConnectivitySMILES,XLogP,ExactMass,TPSA,HBondDonorCount,HBondAcceptorCount,Charge";

const Text = z.string().nullish();
/** A compound as the API answers it. */
export const Compound = z.object({
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
export type Compound = z.output<typeof Compound>;

/** What PubChem says of a compound. */
export function itemOf(compound: Compound, snippet: string | undefined) {
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
