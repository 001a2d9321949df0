import { describe, expect, test } from "vitest";
import type { SourceOutcome } from "../../../src/events.ts";
import { wholeFailure } from "../../../src/pipelines/search/failure.ts";

const outcome = (id: string, status: SourceOutcome["status"], error: string): SourceOutcome => ({
  id,
  status,
  items: 0,
  time_ms: 1,
  error,
});

describe("wholeFailure", () => {
  test("names that are not resolved are told in one sentence, whichever way each was", () => {
    const failure = wholeFailure([
      outcome("a", "timeout", "a.example could not be looked up: no name server answered in time."),
      outcome("b", "timeout", "b.example could not be looked up: no name server answered in time."),
      outcome("c", "unreachable", "c.example was not found: there is no such name, or it has no address."),
    ]);
    expect(failure).toMatchObject({
      kind: "unreachable",
      status: 502,
      message: "None of the 3 engines could be reached: names are not resolved here; behind a proxy set HTTPS_PROXY.",
    });
  });

  test("engines that all stay silent are one sentence and the same status", () => {
    const failure = wholeFailure([outcome("a", "timeout", "Late."), outcome("b", "timeout", "Late.")]);
    expect(failure?.status).toBe(502);
    expect(failure?.message).toMatch(/^None of the 2 engines could be reached: no answer came in time/);
  });

  test("what all say alike is told once", () => {
    const failure = wholeFailure([
      outcome("a", "unreachable", "a.example: not recorded here, only these are: x, y."),
      outcome("b", "unreachable", "www.b.example: not recorded here, only these are: x, y."),
    ]);
    expect(failure?.message).toBe("None of the 2 engines could be reached: not recorded here, only these are: x, y.");
  });

  test("a refusal among them is told by name", () => {
    const failure = wholeFailure([outcome("a", "unreachable", "No."), outcome("b", "blocked", "A captcha.")]);
    expect(failure?.message).toBe("All 2 engines failed. a: unreachable (No.); b: blocked (A captcha.)");
  });

  test("one engine alone fails as it did", () => {
    expect(wholeFailure([outcome("a", "timeout", "Late.")])?.status).toBe(504);
  });
});
