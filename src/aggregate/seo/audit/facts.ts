import type { SourceError } from "../../../errors.ts";
import type { Check } from "../../formulas/findings.ts";
import type { Answer } from "./answer.ts";

/** The sections as far as they are there, and what they do not show. */
export interface Facts extends Partial<Answer> {
  /** HTTP status of the home page. */
  readonly httpStatus?: number | undefined;
  /** Why the home page could not be read. */
  readonly pageFailure?: SourceError | undefined;
  /** What is wrong with the alternates, without mere warnings. */
  readonly hreflangErrors?: readonly string[] | undefined;
  /** Whether the domain's e-mail records were read. */
  readonly mailRead?: boolean | undefined;
}

/** One thing that may be wrong, without its priority. */
export type Row = readonly [
  id: string,
  area: string,
  source: string,
  title: string,
  fix: string,
  evidence: Check<Facts>["evidence"],
];

/** The evidence where something is so. */
export const when = (is: boolean | undefined, evidence: string): string | undefined =>
  is === true ? evidence : undefined;

const VITALS = [
  ["lcp", "LCP", (ms: number) => `${Math.round(ms)} ms`],
  ["inp", "INP", (ms: number) => `${Math.round(ms)} ms`],
  ["cls", "CLS", (shift: number) => String(Math.round(shift * 1000) / 1000)],
] as const;

/** The vitals of a rating, with their values. */
export function vitalsRated(
  { core_web_vitals: vitals }: Facts,
  rating: "poor" | "needs-improvement",
): string | undefined {
  if (!vitals) return undefined;
  const value = { lcp: vitals.lcp_ms, inp: vitals.inp_ms, cls: vitals.cls };
  const seen = VITALS.flatMap(([name, label, shown]) => {
    const figure = value[name];
    return vitals[`${name}_rating`] === rating && figure !== undefined ? `${label} ${shown(figure)}` : [];
  });
  return seen.length > 0 ? `${seen.join(", ")} (${vitals.basis})` : undefined;
}
