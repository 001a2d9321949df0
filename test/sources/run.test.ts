import { lastValueFrom, of, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import { defineCategory, defineSource } from "../../src/sources/define.ts";
import { cachedReader, sharedList } from "../../src/sources/kit/compose/cached-reader.ts";
import { readingOf } from "../../src/sources/kit/compose/steps.ts";
import { text } from "../../src/sources/kit/requests/query.ts";
import { type Ask, runSource } from "../../src/sources/run.ts";
import type { Item, Notice, Reader, Source } from "../../src/sources/source.ts";
import type { CachePolicy, Upstream } from "../../src/upstream/types.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

interface Input {
  readonly text: string;
}

const titles: Reader<Input, { title: string }> = (_input, context) => context.cached("list", of({ title: "a" }));

function sourceOf(read: Reader<Input, { title: string }>): Source {
  const item = z.object({ source: z.string(), title: z.string() });
  const definition = defineSource({
    id: "made_up",
    title: "Made up",
    docs: "https://up.example/",
    query: text("words", "a"),
    item,
    read,
  });
  const [source] = defineCategory("test", "Test", 60_000, [definition]).sources;
  if (!source) throw new Error("a category keeps its sources");
  return source;
}

interface Outcome {
  readonly items: readonly Item[];
  readonly policies: readonly CachePolicy[];
  readonly notices: readonly Notice[];
}

/** Runs a source once, and has each of its answers come from the cache as well; `rests` notes who may rest, and whether it is asked all the same. */
async function run(
  read: Reader<Input, { title: string }>,
  ask: Partial<Ask> = {},
  rests: [string, boolean][] = [],
): Promise<Outcome> {
  const policies: CachePolicy[] = [];
  const notices: Notice[] = [];
  const cache: Upstream["cache"] = {
    through: (policy, value$) => {
      policies.push(policy);
      return value$;
    },
    stats: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0, kinds: new Map() }),
  };
  const replayed = replayUpstream(() => undefined);
  const circuitBreaker: Upstream["circuitBreaker"] = {
    ...replayed.circuitBreaker,
    guard: (name, value$, probe) => {
      rests.push([name, probe]);
      return value$;
    },
  };
  const upstream = { ...replayed, cache, circuitBreaker };
  const whole: Ask = { q: "a", pagecount: 1, noCache: true, options: {}, ...ask };
  const onNotice = (_source: string, notice: Notice) => void notices.push(notice);
  const items = await lastValueFrom(runSource(sourceOf(read), whole, { upstream, keys: {}, onNotice }).pipe(toArray()));
  for (const policy of policies) {
    policy.onHit?.(5);
    policy.onStale?.(new SourceError("blocked", "no"), 7);
  }
  return { items, policies, notices };
}

describe("what a source's reader holds", () => {
  it("is held per question for the category's time, asked anew where that is wanted, and its age is told", async () => {
    const { items, policies, notices } = await run(titles);
    expect(items).toEqual([{ title: "a", source: "made_up" }]);
    expect(policies).toMatchObject([{ ttlMs: 60_000, refresh: true, uncovered: true }]);
    expect((await run(titles, { noCache: false })).policies).toMatchObject([{ refresh: false, uncovered: false }]);
    expect(notices).toMatchObject([
      { kind: "cached", ageMs: 5 },
      { kind: "stale", ageMs: 7, error: { kind: "blocked" } },
    ]);
    const [other] = (await run(titles, { q: "b" })).policies;
    expect(other?.key).not.toBe(policies[0]?.key);
  });

  it("is held for every question alike where it is a means, without a word of its age", async () => {
    const { policies, notices } = await run(cachedReader(1000, titles));
    expect(policies).toMatchObject([{ ttlMs: 1000, refresh: false, uncovered: true }]);
    expect(notices).toEqual([]);
    const [other] = (await run(cachedReader(1000, titles), { q: "b" })).policies;
    expect(other?.key).toBe(policies[0]?.key);
  });

  it("has its age told where it is a list that questions choose from", async () => {
    const { policies, notices } = await run(sharedList(1000, titles, () => true));
    expect(policies).toMatchObject([{ ttlMs: 1000, refresh: false }]);
    expect(notices.map(({ kind }) => kind)).toEqual(["cached", "stale"]);
  });

  it("is held and rests under another source's name where that one's answer was asked for", async () => {
    const rests: [string, boolean][] = [];
    const asked = await run(readingOf("other", titles), { probe: true }, rests);
    const own = await run(titles, { probe: true }, rests);
    expect(rests).toEqual([
      ["other", false],
      ["made_up", true],
    ]);
    expect(asked.items).toEqual([{ title: "a", source: "made_up" }]);
    expect(asked.policies[0]?.key).toBe(own.policies[0]?.key.replace("made_up", "other"));
    expect(asked.policies).toMatchObject([{ ttlMs: 60_000, refresh: true }]);
  });

  it("is held under the other source's category, too, where that is another one", async () => {
    const rests: [string, boolean][] = [];
    const asked = await run(readingOf("places/other", titles), {}, rests);
    const same = await run(readingOf("other", titles), {}, rests);
    expect(rests.map(([name]) => name)).toEqual(["other", "other"]);
    expect(asked.policies[0]?.key).toBe(same.policies[0]?.key.replace('["test"', '["places"'));
  });
});

describe("the keys that a source is given", () => {
  const read: Reader<Input, { title: string }> = (_input, { keys }) => of({ title: Object.keys(keys).join() });
  const source: Source = { ...sourceOf(read), key: { env: ["A_KEY"], also: ["A_VERSION"], required: true } };
  const ask: Ask = { q: "a", pagecount: 1, noCache: false, options: {} };
  const titleWith = (keys: Record<string, string>) =>
    lastValueFrom(runSource(source, ask, { upstream: replayUpstream(() => undefined), keys })).then(
      ({ title }) => title,
    );

  it("are those that it declares, needed or not", async () => {
    expect(await titleWith({ A_KEY: "k", A_VERSION: "2", OTHER: "x" })).toBe("A_KEY,A_VERSION");
    expect(await titleWith({ A_KEY: "k" })).toBe("A_KEY");
    await expect(titleWith({ A_VERSION: "2" })).rejects.toMatchObject({ kind: "missing-key" });
  });
});
