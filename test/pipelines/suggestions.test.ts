import { map, type Observable, throwError } from "rxjs";
import { it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import type { BatchDeps } from "../../src/pipelines/batch.ts";
import { type SuggestionsResponse, suggestions } from "../../src/pipelines/suggestions.ts";
import type { Item, Source } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const upstream = replayUpstream(() => undefined);

const source = (id: string, open: () => Observable<Item>): Source => ({
  id,
  category: "suggest",
  title: id,
  docs: "https://example.com/docs",
  ttlMs: 1000,
  query: { describe: "words", example: "x", options: z.object({}) },
  item: z.object({}),
  open,
});

const deps = (...sources: readonly Source[]): BatchDeps => ({
  find: (name) => sources.find(({ id }) => `suggest/${id}` === name),
  env: { upstream, keys: {} },
});

const request = { q: "ott", limit: 3, sources: ["suggest/a", "suggest/b"] };
const told = (event: StreamEvent<SuggestionsResponse>): string =>
  event.event === "done" ? event.data.suggestions.join(", ") : event.event;
const titled = (title: string): Item => ({ source: "a", title });

it("answers once all have: what several offer comes first", () =>
  virtualTime(({ cold, expectObservable, now }) => {
    const a = source("a", () => cold("--(xy|)", { x: titled("otters"), y: titled("otter box") }));
    const b = source("b", () => cold("----(y|)", { y: titled("Otter box") }));
    expectObservable(suggestions(request, { ...deps(a, b), now }).pipe(map(told))).toBe("----(d|)", {
      d: "otter box, otters",
    });
  }));

it("leaves behind who fails, and who is not there in time", () =>
  virtualTime(({ cold, expectObservable, now }) => {
    const a = source("a", () => throwError(() => new SourceError("blocked", "Blocked.")));
    const b = source("b", () => cold("----(y|)", { y: titled("otter") }));
    expectObservable(suggestions(request, { ...deps(a, b), now, timeoutMs: 3 }).pipe(map(told))).toBe("---(d|)", {
      d: "",
    });
    expectObservable(suggestions(request, { ...deps(a, b), now }).pipe(map(told))).toBe("----(d|)", { d: "otter" });
  }));

it("cancels all when nobody listens", () =>
  virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
    const waiting = cold<Item>("-------|");
    const a = source("a", () => waiting);
    expectObservable(suggestions({ ...request, sources: ["suggest/a"] }, { ...deps(a), now }), "^--!").toBe("----");
    expectSubscriptions(waiting.subscriptions).toBe("^--!");
  }));

it("answers at once where there is none to ask", () =>
  virtualTime(({ expectObservable, now }) => {
    const none$ = suggestions({ ...request, sources: [] }, { ...deps(), now }).pipe(map(told));
    expectObservable(none$).toBe("(d|)", { d: "" });
  }));
