import { expect, test } from "vitest";
import { type Check, findingsOf, type Priority } from "../../../src/aggregate/formulas/findings.ts";

const check = (id: string, priority: Priority, evidence: Check<number>["evidence"]): Check<number> => ({
  id,
  priority,
  area: "test",
  title: id,
  fix: "mend it",
  source: "test",
  evidence,
});

const TABLE = [
  check("description-missing", "P2", () => "no description"),
  check("over-ten", "P3", (n) => (n > 10 ? `${n} is over 10` : undefined)),
  check("negative", "P1", (n) => (n < 0 ? `${n}` : undefined)),
  check("title-missing", "P2", () => "no title"),
  check("always", "P1", () => "seen"),
];

test("P1 before P2 before P3, and within a level the order of the table", () => {
  expect(findingsOf(TABLE, 11).map(({ priority, id }) => `${priority} ${id}`)).toEqual([
    "P1 always",
    "P2 description-missing",
    "P2 title-missing",
    "P3 over-ten",
  ]);
  expect(findingsOf(TABLE, -1).map(({ id }) => id)).toEqual([
    "negative",
    "always",
    "description-missing",
    "title-missing",
  ]);
});

test("a finding carries what was seen", () => {
  expect(findingsOf(TABLE, 12).at(-1)).toEqual({
    id: "over-ten",
    priority: "P3",
    area: "test",
    title: "over-ten",
    evidence: "12 is over 10",
    fix: "mend it",
    source: "test",
  });
});

test("nothing wrong, nothing found", () => {
  expect(findingsOf<number>([], 1)).toEqual([]);
  expect(findingsOf([check("negative", "P1", (n) => (n < 0 ? `${n}` : undefined))], 1)).toEqual([]);
});
