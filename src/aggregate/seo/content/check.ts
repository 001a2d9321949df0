import type { Finding } from "../../formulas/findings.ts";
import type { Densities } from "./densities.ts";
import type { PageReadings } from "./page.ts";

/** All that the checks look at. */
export interface Checked extends PageReadings {
  readonly densities?: Densities | undefined;
  /** The way to the page. */
  readonly headers?: { readonly httpStatus: number; readonly chain: readonly unknown[] } | undefined;
}

/** What a check saw: whether all is well, and the fact that says so. */
interface Seen {
  readonly well: boolean;
  readonly evidence: string;
}

/** One thing that a page should be, and what is said where it is not. */
export interface Check extends Omit<Finding, "evidence"> {
  /** Undefined: what it looks at is not known. */
  readonly look: (page: Checked) => Seen | undefined;
}

/** A check out of what it is called, what is said where it fails, and how it looks. */
export const check = (
  [id, priority, area, source]: readonly [string, Finding["priority"], string, string],
  title: string,
  fix: string,
  look: Check["look"],
): Check => ({ id, priority, area, title, fix, source, look });

/** A length in characters that should be within bounds. */
export const within = (length: number, { min, max }: { readonly min: number; readonly max: number }): Seen => ({
  well: length >= min && length <= max,
  evidence: `${length} characters`,
});
