import { lastValueFrom, type Observable, of } from "rxjs";
import { expect, it } from "vitest";
import { showMap } from "../../src/cli/map.ts";
import type { StreamEvent } from "../../src/events.ts";
import type { MapResponse } from "../../src/pipelines/map/map.ts";
import { screen } from "./screen.ts";

const events$ = of<StreamEvent<MapResponse>[]>(
  { event: "page", data: { url: "https://river.example/a" } },
  { event: "page", data: { url: "https://river.example/b" } },
  {
    event: "done",
    data: {
      urls: ["https://river.example/a", "https://river.example/b"],
      total: 2,
      failed_results: [{ url: "https://river.example/news.xml", error: "Gone.", code: "not-found" }],
      stopped: "timeout",
      response_time: "0.20",
    },
  },
);
const ended = (stream$: Observable<number>): Promise<unknown> => lastValueFrom(stream$, { defaultValue: undefined });

it("lists addresses, and tells beside them what failed and why there may be more", async () => {
  const [out, err] = [screen(), screen()];
  expect(await ended(showMap(events$, "text", { out: out.stream, err: err.stream }))).toBe(0);
  expect(out.written()).toBe("https://river.example/a\nhttps://river.example/b\n");
  expect(err.written()).toBe(
    "https://river.example/news.xml: not-found: Gone.\n2 addresses in 0.20 s\nThere may be more: the time was up.\n",
  );
});

it("prints the other formats", async () => {
  const [json, ndjson] = [screen(), screen()];
  await ended(showMap(events$, "json", { out: json.stream, err: screen().stream }));
  expect(JSON.parse(json.written())).toMatchObject({ total: 2, stopped: "timeout" });
  await ended(showMap(events$, "ndjson", { out: ndjson.stream, err: screen().stream }));
  expect(ndjson.written().trimEnd().split("\n")).toHaveLength(3);
});
