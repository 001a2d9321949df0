import { Priority } from "../../fields.ts";
import type { Finding } from "../../formulas/findings.ts";
import type { Checked } from "./check.ts";
import { HEAD_CHECKS } from "./head-checks.ts";
import { TEXT_CHECKS } from "./text-checks.ts";

const ORDER = Priority.options;

/** What should be changed, the gravest first, and how much is well; undefined where nothing could be checked. */
export function judged(page: Checked) {
  const made = [...HEAD_CHECKS, ...TEXT_CHECKS].flatMap(({ look, ...rest }) => {
    const seen = look(page);
    return seen ? [{ ...rest, ...seen }] : [];
  });
  if (made.length === 0) return undefined;
  const recommendations = made
    .filter(({ well }) => !well)
    .map(
      ({ id, priority, area, title, evidence, fix, source }): Finding => ({
        id,
        priority,
        area,
        title,
        evidence,
        fix,
        source,
      }),
    )
    .toSorted((a, b) => ORDER.indexOf(a.priority) - ORDER.indexOf(b.priority));
  const passed = made.length - recommendations.length;
  return {
    recommendations,
    score: { value: Math.round((100 * passed) / made.length), passed, checks: made.length },
  };
}
