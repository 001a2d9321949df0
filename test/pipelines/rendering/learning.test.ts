import { describe, expect, it } from "vitest";
import { Learning } from "../../../src/pipelines/rendering/learning.ts";

const url = "https://app.test/docs/one";

interface Taught {
  at: number;
  readonly learning: Learning;
}

function taught(came: "needs" | "no-js", times: number): Taught {
  const clock: Taught = { at: 0, learning: new Learning(() => clock.at) };
  for (let time = 0; time < times; time += 1) clock.learning.learn(url, came);
  return clock;
}

describe("Learning", () => {
  it("predicts after three pages alike, for the same part of the host", () => {
    expect(taught("needs", 2).learning.predicted(url)).toBeUndefined();
    const { learning } = taught("needs", 3);
    expect(learning.predicted("https://app.test/docs/two?a=b")).toBe("needs");
    expect(learning.predicted("https://app.test/blog/two")).toBeUndefined();
    expect(learning.predicted("https://other.test/docs/one")).toBeUndefined();
  });

  it("is no prediction where pages differ", () => {
    const { learning } = taught("needs", 2);
    learning.learn(url, "no-js");
    learning.learn(url, "needs");
    expect(learning.predicted(url)).toBeUndefined();
  });

  it("is forgotten when two pages in a row say otherwise", () => {
    const { learning } = taught("no-js", 3);
    learning.learn(url, "needs");
    expect(learning.predicted(url)).toBe("no-js");
    learning.learn(url, "needs");
    expect(learning.predicted(url)).toBeUndefined();
    learning.learn(url, "needs");
    expect(learning.predicted(url)).toBe("needs");
  });

  it("is looked at again every twentieth time, and ends after an hour", () => {
    const clock = taught("needs", 3);
    const said = Array.from({ length: 20 }, () => clock.learning.predicted(url));
    expect(said).toEqual([...Array.from({ length: 19 }, () => "needs"), undefined]);
    clock.at = 3_600_000;
    expect(clock.learning.predicted(url)).toBeUndefined();
    clock.at = 0;
    expect(clock.learning.predicted(url)).toBeUndefined();
  });
});
