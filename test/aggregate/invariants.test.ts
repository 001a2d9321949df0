import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "./invariants/fed.ts";
import { drawn, pairsOf, playedOut, runsOf } from "./invariants/plays.ts";
import { QUESTIONS } from "./invariants/questions.ts";
import { type Stage, stageOf } from "./invariants/stage.ts";

/** Another seed plays another tenth, and another pair; more of them: `npm run bench -- analyses`. */
const SEED = 26;
const SHARE = 0.1;
const PAIRS = 0.0002;

describe.each(QUESTIONS)("$path", (question) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await stageOf(question, KINDS);
  });
  afterAll(() => stage.close());

  test("says nothing false when a source, or two, answer otherwise", async () => {
    const runs = [...drawn(runsOf(stage), SHARE, SEED), ...drawn(pairsOf(stage), PAIRS, SEED)];
    expect(runs.length).toBeGreaterThan(0);
    const broken: string[] = [];
    for (const run of runs) broken.push(...(await playedOut(stage, run)));
    expect(broken).toEqual([]);
  });
});
