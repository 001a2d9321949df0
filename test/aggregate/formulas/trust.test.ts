import { expect, test } from "vitest";
import { agePoints, spamPoints, sslPoints, trustOf } from "../../../src/aggregate/formulas/trust.ts";

test("an unknown part is left out and the weights are renormalised", () => {
  const points = { ssl: sslPoints({ grade: "A" }), spam: 80, headers: 60, age: 100 };
  // (25·95 + 20·80 + 15·60 + 10·100) / 70 = 5,875 / 70 = 83.9
  expect(trustOf(points)).toEqual({ score: 84, coverage: 0.7, confidence: "high" });
});

test("all parts known", () => {
  expect(trustOf({ safe_browsing: 100, ssl: 100, spam: 100, headers: 100, age: 100 })).toEqual({
    score: 100,
    coverage: 1,
    confidence: "high",
  });
  expect(trustOf({ safe_browsing: 0, ssl: 85, spam: 100, headers: 40, age: 20 })).toEqual({
    // (0 + 2,125 + 2,000 + 600 + 200) / 100
    score: 49,
    coverage: 1,
    confidence: "high",
  });
});

test("little known gives a score of low confidence, nothing known gives none", () => {
  expect(trustOf({ ssl: 95, age: 100 })).toEqual({ score: 96, coverage: 0.35, confidence: "low" });
  expect(trustOf({ safe_browsing: 100, spam: 0 })).toEqual({ score: 60, coverage: 0.5, confidence: "high" });
  expect(trustOf({ headers: undefined })).toEqual({ coverage: 0, confidence: "low" });
});

test("encryption by its grade", () => {
  const grades = ["A+", "A", "A-", "A−", "B", "C", "D", "E", "F", "T", "M"];
  expect(grades.map((grade) => sslPoints({ grade }))).toEqual([100, 95, 90, 90, 75, 60, 45, 30, 0, 0, 0]);
  expect(sslPoints({ grade: "B", valid: true, protocol: "TLSv1.3", daysLeft: 60 })).toBe(75);
});

test("encryption without a grade, by the certificate", () => {
  expect(sslPoints({ valid: true, protocol: "TLSv1.3", daysLeft: 15 })).toBe(85);
  expect(sslPoints({ valid: true, protocol: "TLSv1.2", daysLeft: 14 })).toBe(60);
  expect(sslPoints({ valid: true, protocol: "TLSv1.1", daysLeft: 80 })).toBe(60);
  expect(sslPoints({ valid: false, protocol: "TLSv1.3", daysLeft: 80 })).toBe(0);
  expect(sslPoints({ grade: "??", valid: true, protocol: "TLSv1.3" })).toBe(85);
  expect(sslPoints({})).toBeUndefined();
});

test("e-mail: SPF 40, DMARC 40 or 20, no mail or DKIM 20", () => {
  expect(spamPoints({ spfValid: true, dmarc: "reject", mx: true, dkim: true })).toBe(100);
  expect(spamPoints({ spfValid: true, dmarc: "none", mx: true, dkim: false })).toBe(60);
  expect(spamPoints({ spfValid: false, dmarc: "quarantine", mx: false, dkim: false })).toBe(60);
  expect(spamPoints({ spfValid: false, mx: true, dkim: false })).toBe(0);
});

test("age: five years are full", () => {
  expect([0, 1, 4.5, 5, 30, -1].map(agePoints)).toEqual([0, 20, 90, 100, 100, 0]);
});
