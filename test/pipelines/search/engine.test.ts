import { lastValueFrom, NEVER, type Observable } from "rxjs";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../../../src/config.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import { engineOf } from "../../../src/pipelines/search/engine.ts";
import { search } from "../../../src/pipelines/search/search.ts";
import { singleSearch } from "../../../src/pipelines/search/single.ts";
import type { Item, Notice, ReadContext, Source } from "../../../src/sources/source.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import { ask, blocked, pages } from "./fakes.ts";

const upstream = createUpstream(readConfig({}));
afterAll(() => upstream.close());

const source = (open: (q: string, context: ReadContext) => Observable<Item>, rest: Partial<Source> = {}): Source => ({
  id: "a",
  title: "A",
  docs: "https://example.com/docs",
  category: "search",
  ttlMs: 1000,
  query: { describe: "words", example: "rxjs", options: z.object({}) },
  item: z.object({ source: z.string() }),
  open: (q, _options, context) => open(q, context),
  ...rest,
});

describe("engineOf", () => {
  test("carries what fusion needs to know", () => {
    const engine = engineOf(
      source(() => NEVER, { weight: 1.5, backedBy: "bing" }),
      { upstream, keys: {} },
    );
    expect(engine).toMatchObject({ id: "a", weight: 1.5, backedBy: "bing" });
  });

  test("runs its source, and tells its notices to the search and to whoever else listens", async () => {
    const stale: Notice = { kind: "stale", error: blocked, ageMs: 1 };
    const heard: unknown[] = [];
    const a = source((q, context) => {
      context.notice(stale);
      return pages("a", q, "y");
    });
    const env = { upstream, keys: {}, onNotice: (id: string, notice: Notice) => heard.push([id, notice]) };
    const { items, sources } = await lastValueFrom(oneShot(search(ask, { engines: [engineOf(a, env)] })));
    expect(items.map(({ title }) => title)).toEqual(["rxjs", "y"]);
    expect(sources).toMatchObject([{ id: "a", status: "stale", items: 2, error: blocked.message }]);
    expect(heard).toEqual([["a", stale]]);
  });

  test("fails with missing-key, naming the variable, where its source needs a key that is not set", async () => {
    const a = engineOf(
      source(() => NEVER, { key: { env: ["A_KEY"], required: true } }),
      { upstream, keys: {} },
    );
    await expect(lastValueFrom(oneShot(singleSearch(ask, a)))).rejects.toMatchObject({
      kind: "missing-key",
      message: expect.stringContaining("A_KEY"),
    });
  });
});
