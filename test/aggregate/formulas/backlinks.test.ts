import { expect, test } from "vitest";
import { referringDomains } from "../../../src/aggregate/formulas/backlinks.ts";

test("results on a.org, b.a.org, c.net and the domain itself are two referring domains", () =>
  expect(
    referringDomains("example.com", [
      "https://a.org/1",
      "https://b.a.org/2",
      "https://c.net/",
      "https://www.example.com/about",
    ]),
  ).toEqual({ domains: ["a.org", "c.net"], examples: ["https://a.org/1", "https://c.net/"] }));

test("addresses without a registrable domain are none, and nothing refers to nothing", () => {
  expect(referringDomains("sub.example.co.uk", ["https://other.co.uk", "https://127.0.0.1/", "nonsense"])).toEqual({
    domains: ["other.co.uk"],
    examples: ["https://other.co.uk"],
  });
  expect(referringDomains("example.com", [])).toEqual({ domains: [], examples: [] });
});
