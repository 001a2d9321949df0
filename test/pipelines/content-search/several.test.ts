import { it } from "vitest";
import type { StreamEvent } from "../../../src/events.ts";
import type { ContentSearchResponse } from "../../../src/pipelines/content-search/index.ts";
import { several } from "../../../src/pipelines/content-search/several.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";

type Event = StreamEvent<ContentSearchResponse>;

const source = (id: string): Event => ({ event: "source", data: { id, status: "started" } });

const answer = (query: string, ...paths: readonly string[]): ContentSearchResponse => ({
  query,
  results: paths.map((path) => ({
    title: path,
    url: `https://river.example/${path}`,
    content: "",
    score: 0.5,
    source: "alpha",
    favicon: "",
    images: [],
  })),
  images: [],
  failed_results: [],
  sources: [{ id: "alpha", status: "ok", items: paths.length, time_ms: 1 }],
  warnings: ["Said twice."],
  time_ms: paths.length,
});

const done = (data: ContentSearchResponse): Event => ({ event: "done", data });

const events = {
  s: source("alpha"),
  t: source("beta"),
  A: done(answer("a", "otter", "food", "holt")),
  B: done(answer("b", "eel", "otter")),
  D: done({
    ...answer("a; b", "otter", "eel", "food"),
    sources: [...answer("a", "1", "2", "3").sources, ...answer("b", "1", "2").sources],
    time_ms: 3,
  }),
};

it("gives the events of all, then the best of each in turn, no page twice", () => {
  virtualTime(({ cold, expectObservable }) => {
    const out$ = several([cold("--s-----A|", events), cold("t--(B|)", events)], 3);
    expectObservable(out$).toBe("t-s------(D|)", events);
  });
});

it("fails with the first that fails, and leaves the others", () => {
  virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const other$ = cold<Event>("---------A|", events);
    expectObservable(several([cold<Event>("-s-#", events), other$], 3)).toBe("-s-#", events);
    expectSubscriptions(other$.subscriptions).toBe("^--!");
  });
});

it("lets go of all when nobody listens any more", () => {
  virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const [a$, b$] = [cold<Event>("s--------A|", events), cold<Event>("---------B|", events)];
    expectObservable(several([a$, b$], 3), "----!").toBe("s", events);
    expectSubscriptions(a$.subscriptions).toBe("^---!");
    expectSubscriptions(b$.subscriptions).toBe("^---!");
  });
});
