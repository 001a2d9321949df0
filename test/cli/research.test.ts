import { lastValueFrom, type Observable, of } from "rxjs";
import { expect, it } from "vitest";
import { showResearch } from "../../src/cli/research.ts";
import type { StreamEvent } from "../../src/events.ts";
import type { ResearchResponse } from "../../src/pipelines/research/index.ts";
import { screen } from "./screen.ts";

const response: ResearchResponse = {
  query: "otter breath",
  answer: "Eight minutes. [1]",
  answered: true,
  results: [
    { title: "The otter", url: "https://river.example/otter", score: 0.9, source: "alpha" },
    { url: "https://lake.example/", score: 0.2, source: "alpha" },
  ],
  usage: { searches: 2, results_total: 2 },
  response_time: "0.30",
  sources: [
    { id: "alpha", status: "ok", items: 2, time_ms: 20 },
    { id: "beta", status: "blocked", items: 0, time_ms: 10, error: "A captcha." },
  ],
  warnings: ["Only snippets were read."],
};
const events$ = of<StreamEvent<ResearchResponse>[]>(
  { event: "source", data: { id: "alpha", status: "started" } },
  { event: "result", data: { id: "a", rank: 1, score: 0.9, item: { url: "https://river.example/otter" } } },
  { event: "result", data: { id: "a", rank: 1, score: 0.9, item: { url: "https://river.example/otter" } } },
  { event: "source", data: { id: "alpha", status: "ok", items: 2, time_ms: 20 } },
  { event: "page", data: { url: "https://river.example/otter" } },
  { event: "answer", data: { text: "Eight" } },
  { event: "done", data: response },
);
const ended = (stream$: Observable<number>): Promise<unknown> => lastValueFrom(stream$, { defaultValue: undefined });

it("prints the answer, then its sources, then what is to be said of them", async () => {
  const [out, err] = [screen(), screen()];
  expect(await ended(showResearch(events$, "text", { out: out.stream, err: err.stream }))).toBe(0);
  expect(out.written()).toBe(
    [
      "Eight minutes. [1]",
      "",
      "[1] The otter",
      "    https://river.example/otter",
      "[2] https://lake.example/",
      "    https://lake.example/",
      "",
    ].join("\n"),
  );
  expect(err.written()).toBe("Only snippets were read.\nbeta: blocked: A captcha.\n2 sources in 0.30 s\n");
});

it("shows on a terminal what is going on, then the answer as it grows", async () => {
  const [out, err] = [screen({ isTTY: true }), screen({ isTTY: true })];
  await ended(showResearch(events$, "text", { out: out.stream, err: err.stream }));
  expect(err.written()).toContain("1 pages found; 1 of 1 searches done");
  expect(err.written()).toContain("1 pages read");
  expect(err.written()).toContain("Eight\n");
  expect(out.written()).toContain("Eight minutes. [1]");
  expect(out.written()).not.toContain("pages found");
});

it("prints the other formats", async () => {
  const [json, csv] = [screen(), screen()];
  await ended(showResearch(events$, "json", { out: json.stream, err: screen().stream }));
  expect(JSON.parse(json.written())).toEqual(response);
  await ended(showResearch(events$, "csv", { out: csv.stream, err: screen().stream }));
  expect(csv.written()).toContain("The otter,https://river.example/otter,0.9,alpha");
});

it("ends with 1 where nothing that was found answers", async () => {
  const none = {
    ...response,
    answered: false,
    answer: "None of the sources answers “otter breath”; the results name the pages found.",
  };
  const unanswered$ = of<StreamEvent<ResearchResponse>>({ event: "done", data: none });
  for (const format of ["text", "json"] as const)
    expect(await ended(showResearch(unanswered$, format, { out: screen().stream, err: screen().stream }))).toBe(1);
});
