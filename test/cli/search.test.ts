import { concat, NEVER, of, Subscription } from "rxjs";
import { expect, it } from "vitest";
import { showSearch } from "../../src/cli/search.ts";
import type { StreamEvent } from "../../src/events.ts";
import type { SearchResponse } from "../../src/pipelines/search/search.ts";
import { screen } from "./screen.ts";

const found = (n: number): StreamEvent<SearchResponse> => ({
  event: "result",
  data: { id: `${n}`, rank: n, score: 1 / n, item: { title: `Title ${n}`, url: `https://a.example/${n}` } },
});

it("prints no more results than were asked for when it is stopped, and says how many", () => {
  const [out, err] = [screen(), screen()];
  const shown = new Subscription();
  const events$ = concat(of(...[1, 2, 3, 4, 5].map(found)), NEVER);
  shown.add(showSearch(events$, "text", { out: out.stream, err: err.stream }, 3).subscribe());
  shown.unsubscribe();
  expect(out.written().match(/Title \d/g)).toEqual(["Title 1", "Title 2", "Title 3"]);
  expect(err.written()).toBe("Stopped: 3 results so far, which were kept.\n");
});

it("says that nothing was found whatever the format", () => {
  const [out, err] = [screen(), screen()];
  const data = { success: true, items: [], sources: [], time_ms: 7 } as const;
  const statuses: number[] = [];
  const events$ = of<StreamEvent<SearchResponse>>({ event: "done", data });
  showSearch(events$, "csv", { out: out.stream, err: err.stream }).subscribe((status) => statuses.push(status));
  expect([statuses, err.written()]).toEqual([[1], "0 results in 7 ms\n"]);
});
