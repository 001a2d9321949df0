import { z } from "zod";
import { Priority as PriorityField } from "../fields.ts";

/*
 * What is to be mended, and in which order, after the usual triage of technical audits: P1 hurts indexing, safety or trust
 * now; P2 costs ranking, clicks or speed; P3 is good practice.
 */

export const Priority = PriorityField;
export type Priority = z.output<typeof Priority>;

export const Finding = z.object({
  id: z.string().describe("a stable name: hsts-missing"),
  priority: Priority,
  area: z.string(),
  title: z.string(),
  evidence: z.string().describe("what was seen"),
  fix: z.string(),
  source: z.string().describe("the parser that saw it"),
});
export type Finding = z.output<typeof Finding>;

/** One thing that may be wrong: what a finding of it says, and what of the facts shows it. */
export interface Check<Facts> extends Omit<Finding, "evidence"> {
  /** What was seen; absent: nothing is wrong, or it is not known. */
  readonly evidence: (facts: Facts) => string | undefined;
}

const ORDER = Priority.options;

/** The findings of the facts: P1 first, within a level in the order of the table. */
export const findingsOf = <Facts>(checks: readonly Check<Facts>[], facts: Facts): Finding[] =>
  checks
    .flatMap(({ evidence, ...rest }) => {
      const seen = evidence(facts);
      return seen === undefined ? [] : [{ ...rest, evidence: seen }];
    })
    .toSorted((one, other) => ORDER.indexOf(one.priority) - ORDER.indexOf(other.priority));
