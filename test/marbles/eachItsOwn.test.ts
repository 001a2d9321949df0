import { describe, expect, it } from "vitest";
import { eachItsOwn, type Reading } from "../../src/aggregate/monitor/track/each-its-own.ts";
import { virtualTime } from "./virtualTime.ts";

const read = (index: number, text: string): Reading => ({
  index,
  one: { key: `k${index}`, entry: { source: "rss", title: `Post ${index}` } },
  page: { page: { url: `https://a.example/${index}`, title: "", raw_content: text, images: [] } },
});
const bare = (index: number): Reading => ({
  ...read(index, ""),
  page: { error: expect.stringContaining("Another entry's page has the same text") },
});
const values = {
  a: read(0, "The mill grinds."),
  b: read(1, "The bridge is open."),
  c: read(2, " The mill grinds. "),
  d: read(3, "The mill grinds."),
  e: { ...read(4, ""), page: { error: "It could not be read." } },
  f: { ...read(5, ""), page: { error: "It could not be read." } },
  x: bare(0),
  y: bare(2),
  z: bare(3),
};

describe("eachItsOwn", () => {
  it("passes texts of one page, and what could not be read, as they come", () => {
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const readings$ = cold<Reading>(" -a-b-e-f-|", values);
      expectObservable(readings$.pipe(eachItsOwn())).toBe("-a-b-e-f-|", values);
      expectSubscriptions(readings$.subscriptions).toBe("  ^--------!");
    });
  });

  it("takes a text that two pages have from both, and from each further one", () => {
    virtualTime(({ cold, expectObservable }) => {
      const readings$ = cold<Reading>(" -a-b-c-----d---|", values);
      expectObservable(readings$.pipe(eachItsOwn())).toBe("-a-b-(xy)--(xz)|", values);
    });
  });

  it("fails where the readings fail, and keeps nothing for the next subscriber", () => {
    virtualTime(({ cold, expectObservable }) => {
      const failing$ = cold<Reading>("-a-#", values).pipe(eachItsOwn());
      expectObservable(failing$).toBe("-a-#", values);
      expectObservable(failing$).toBe("-a-#", values);
    });
  });

  it("unsubscribes what is above when it is unsubscribed", () => {
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const readings$ = cold<Reading>("           -a-b-c-|", values);
      expectObservable(readings$.pipe(eachItsOwn()), "---!").toBe("-a-", values);
      expectSubscriptions(readings$.subscriptions).toBe("            ^--!");
    });
  });
});
