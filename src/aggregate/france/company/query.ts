import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { registrationIn } from "../../../sources/kit/requests/siren.ts";

/** A company as it is asked for. */
export interface AskedCompany {
  readonly text: string;
  /** 9 digits, where a number was given. */
  readonly siren: string | undefined;
  /** W and nine digits: number in the national register of associations. */
  readonly rna: string | undefined;
}

const FEWEST = 3;

/** A SIREN, a SIRET or French VAT number for its SIREN, an RNA number, or a name of three characters. */
export const companyQuery = z
  .string()
  .max(200, { error: "must have at most 200 characters" })
  .transform((text, context): AskedCompany => {
    const refuse = (message: string): never => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const code = text.replace(/\s/g, "").toUpperCase();
    if (/^W\d{9}$/.test(code)) return { text: code, siren: undefined, rna: code };
    try {
      const siren = registrationIn(text)?.siren;
      if (siren === undefined && text.length < FEWEST) return refuse("give at least three characters of the name.");
      return { text: siren ?? text, siren, rna: undefined };
    } catch (error) {
      if (error instanceof SourceError) return refuse(error.message.replace(/^q: /, ""));
      throw error;
    }
  });
