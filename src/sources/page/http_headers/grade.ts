import type { Finding } from "./checks.ts";

/** What it costs to tell what the server runs. */
const LEAK_POINTS = 5;

/** The bounds of MDN's HTTP Observatory, A+ from 95 on. */
const GRADES: readonly (readonly [number, string])[] = [
  [95, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
];

/** Points of a hundred, and the grade that they make; `faults` are the way's: no https, a downgrade. */
export function gradeOf(
  findings: readonly Finding[],
  faults: number,
): { readonly score: number; readonly grade: string } {
  const leaks = findings.some(({ status }) => status === "leak") ? LEAK_POINTS : 0;
  const lost = findings.reduce((sum, finding) => sum + finding.lost, leaks + faults);
  const score = Math.max(0, Math.min(100, Math.round(100 - lost)));
  return { score, grade: GRADES.find(([bound]) => score >= bound)?.[1] ?? "F" };
}
