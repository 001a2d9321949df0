import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pathOf, readRobots, verdictOf } from "../../../src/sources/page/robots.ts";

/*
 * The cases of Google's own parser (google/robotstxt, robots_test.cc): the text of a file, a robot, an address, and whether
 * the robot may fetch it. They stand beside the recordings.
 */
const FILE = join(import.meta.dirname, "../../../../shared/recordings/page/robots_txt/cases-google-robotstxt.json");
const Cases = z.object({
  cases: z
    .array(
      z.object({ test: z.string(), robots: z.string(), userAgent: z.string(), url: z.string(), allowed: z.boolean() }),
    )
    .min(1),
});

describe("robots.txt, as Google's parser reads it", () => {
  if (!existsSync(FILE)) {
    it.skip(`passes Google's own cases (${FILE} is not here)`, () => undefined);
    return;
  }
  const { cases } = Cases.parse(JSON.parse(readFileSync(FILE, "utf8")));
  it.each([...Map.groupBy(cases, ({ test }) => test)])("%s", (_test, group) => {
    const wrong = group.filter(
      ({ robots, userAgent, url, allowed }) =>
        verdictOf(readRobots(robots), userAgent, pathOf(url)).allowed !== allowed,
    );
    expect(wrong).toEqual([]);
  });
});
