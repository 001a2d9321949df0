import { type Check, type Finding, findingsOf, type Priority } from "../../formulas/findings.ts";
import { COSTLY } from "./costly.ts";
import type { Facts, Row } from "./facts.ts";
import { PRACTICE } from "./practice.ts";
import { URGENT } from "./urgent.ts";

const checked = (priority: Priority, rows: readonly Row[]): Check<Facts>[] =>
  rows.map(([id, area, source, title, fix, evidence]) => ({ id, priority, area, title, fix, source, evidence }));

const CHECKS = [...checked("P1", URGENT), ...checked("P2", COSTLY), ...checked("P3", PRACTICE)];

/** What is to be mended, in order; of what is not known nothing is said. */
export const findings = (facts: Facts): Finding[] => findingsOf(CHECKS, facts);
