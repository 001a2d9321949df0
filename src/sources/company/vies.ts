import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { understood } from "../kit/compose/understood.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { luhn } from "../kit/requests/siren.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { CompanyItem } from "./item.ts";
import { checked } from "./numbers.ts";

/** The prefixes of the VAT numbers that VIES knows: EL is Greece, XI Northern Ireland. */
const PREFIXES =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)([A-Z\d+*]{2,12})$/;

interface Input {
  readonly prefix: string;
  readonly number: string;
  /** The SIREN that the number was made of. */
  readonly siren?: string;
}

/** A French number is FR, a key of two digits and the SIREN: https://escec-international.com/fr/tva-intracommunautaire */
function ofSiren(siren: string): Input {
  const key = (12 + 3 * (Number(siren) % 97)) % 97;
  return { prefix: "FR", number: `${String(key).padStart(2, "0")}${siren}`, siren };
}

function parse(q: string): Input {
  const code = q.toUpperCase().replace(/[\s.\-_/]/g, "");
  if (/^(?:\d{9}|\d{14})$/.test(code)) {
    const siren = code.slice(0, 9);
    return ofSiren(checked(siren, "SIREN", luhn(siren)));
  }
  const [, prefix, number] = PREFIXES.exec(code.replace(/^GR/, "EL")) ?? [];
  if (prefix && number) return { prefix, number };
  throw new SourceError(
    "bad-query",
    `q: “${clip(q)}” is no VAT number of the EU: one begins with its country's prefix (PL7740001454); a French SIREN will do too.`,
  );
}

/** What went wrong; all but INVALID mean that nobody knows. */
function failureOf(code: string): SourceError {
  const sentence = `VIES could not check the number (${code}): whether it is valid is unknown.`;
  if (/^INVALID/.test(code)) return new SourceError("bad-query", `VIES refused the number as malformed (${code}).`);
  if (/MAX_CONCURRENT/.test(code)) return new SourceError("rate-limited", sentence);
  if (/TIMEOUT/.test(code)) return new SourceError("timeout", sentence);
  if (/BLOCKED/.test(code)) return new SourceError("blocked", sentence);
  return new SourceError("unreachable", sentence);
}

const Failed = z.object({ actionSucceed: z.literal(false), errorWrappers: z.array(z.object({ error: z.string() })) });
const Outcome = z.object({ userError: z.string() });

/** Outcomes come under HTTP 200: https://ec.europa.eu/taxation_customs/vies/#/technical-information */
function refused(body: unknown): Verdict {
  const failed = Failed.safeParse(body).data?.errorWrappers[0]?.error ?? Outcome.safeParse(body).data?.userError;
  return failed === undefined || /^(?:VALID|INVALID|)$/.test(failed) ? undefined : failureOf(failed);
}

const Text = z
  .string()
  .transform((text) => (/^-{2,}$/.test(text.trim()) ? undefined : text))
  .nullish();

const Body = z
  .object({
    isValid: z.boolean().nullish(),
    valid: z.boolean().nullish(),
    countryCode: Text,
    vatNumber: Text,
    name: Text,
    address: Text,
    requestDate: Text,
    userError: Text,
  })
  .refine(({ isValid, valid }) => typeof (isValid ?? valid) === "boolean", "neither isValid nor valid");

/** What the member state says of the number. */
function itemOf(answer: z.output<typeof Body>, { prefix, number, siren }: Input) {
  const country = answer.countryCode || prefix;
  const vat = `${country}${answer.vatNumber || number}`;
  const address = answer.address?.trim().replace(/\s*\n\s*/g, ", ");
  const valid = answer.isValid ?? answer.valid ?? false;
  return {
    title: answer.name || vat,
    url: "https://ec.europa.eu/taxation_customs/vies/#/vat-validation",
    snippet: `${vat} is ${valid ? "a valid" : "not a valid"} VAT number`,
    id: vat,
    vat,
    valid,
    code: answer.userError,
    name: answer.name,
    country: { EL: "GR", XI: "GB" }[country] ?? country,
    address,
    siren,
    checkedAt: isoDate(answer.requestDate),
  };
}

export const vies = defineSource({
  id: "vies",
  title: "VIES: EU VAT number validation",
  docs: "https://ec.europa.eu/taxation_customs/vies/#/technical-information",
  terms: "no key; one number a call, few at once; Germany and Spain tell no names",
  query: query({
    describe: "a VAT number with its country's prefix, or a French SIREN or SIRET",
    example: "PL7740001454",
    parse,
  }),
  item: CompanyItem.extend({
    vat: z.string().describe("with its prefix"),
    valid: z.boolean().describe("false only where the member state says so; an outage is an error"),
    code: z.string().optional().describe("VALID or INVALID"),
    name: z.string().optional().describe("absent where the member state does not disclose it"),
    siren: z.string().optional().describe("where the number was made of one"),
    checkedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: understood(
    ({ prefix, number, siren }: Input) => siren && `the SIREN ${siren}, whose VAT number is ${prefix}${number}`,
    json({
      request: ({ prefix, number }: Input) =>
        get(`https://ec.europa.eu/taxation_customs/vies/rest-api/ms/${prefix}/vat/${encodeURIComponent(number)}`),
      refused,
      body: Body,
      items: (answer, input) => [itemOf(answer, input)],
    }),
  ),
});
