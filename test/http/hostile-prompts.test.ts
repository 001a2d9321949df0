import { afterEach, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import { type Bench, bench, fixtures } from "../aggregate/support.ts";
import { escapes, hostile, INSTRUCTION } from "../support/hostile.ts";

/* `GET …/llm` of every analysis that has a prompt, over sources that want to be obeyed. */

let open: Bench | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** What is asked where the fixtures are of another thing than the analysis' example. */
const ASKED: Readonly<Record<string, string>> = {
  "/france/company": "404833048",
  "/monitor/track": "https://notes.example/atom",
};

let carried = 0;
const prompting = analysisFacts.filter(({ prompt }) => prompt);

describe.each(prompting.map((facts) => ({ path: facts.path, facts })))("$path/llm", ({ path, facts }) => {
  it.each(["en", "fr"])("lets nothing that its sources say out of the fence (%s)", async (language) => {
    const recordings = facts.sources.flatMap((id) => {
      const source = findSource(id);
      return source ? fixtures(`${source.category}/${id}`).map(hostile) : [];
    });
    open = await bench({ recordings });
    const answer = await open.get(`${path}/llm`, { q: ASKED[path] ?? facts.q.example, language });
    const text = await answer.text();
    // Where the hostile texts make the sources' answers unusable, its failure is JSON, which no model is given as a prompt.
    if (answer.status !== 200) return expect(answer.headers.get("content-type")).toContain("json");
    expect(escapes(text), text.slice(0, 300)).toBe(undefined);
    if (text.includes(INSTRUCTION)) carried += 1;
    return undefined;
  });
});

it("carries it into several prompts, so that it shows something", () => {
  expect(carried).toBeGreaterThan(prompting.length / 2);
});
