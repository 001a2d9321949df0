import { map } from "rxjs";
import { test } from "vitest";
import type { StreamEvent } from "../../src/events.ts";
import { chatChunks } from "../../src/http/adapters/research-chunks.ts";
import type { ResearchResponse } from "../../src/pipelines/research/index.ts";
import { virtualTime } from "../marbles/virtualTime.ts";

type Event = StreamEvent<ResearchResponse>;
const answer = (text: string): Event => ({ event: "answer", data: { text } });
const done = (text: string): Event => ({
  event: "done",
  data: {
    query: "q",
    answer: text,
    answered: true,
    results: [],
    usage: { searches: 1, results_total: 0 },
    response_time: "0.10",
    sources: [],
    warnings: ["own"],
  },
});
const result: Event = {
  event: "result",
  data: { id: "a", rank: 1, score: 1, item: { url: "https://a.org/x", title: "A" } },
};

/** A chunk in a few words. */
function brief(chunk: string): string {
  if (chunk === "event: done\n\n") return "done";
  const { choices, warnings } = JSON.parse(chunk.replace(/^data: /, ""));
  const { content, tool_calls, sources } = choices[0].delta;
  if (content !== undefined) return content;
  if (sources) return `sources ${String(warnings)}`;
  const [call] = tool_calls[tool_calls.type];
  return `${tool_calls.type} ${call.name}`;
}
const chunks = (whole: boolean) => chatChunks({ id: "1", input: "q", model: "mini", whole, warnings: ["said"] });

test("text is sent as it grows, and anew where it is begun anew", () =>
  virtualTime(({ cold, expectObservable }) => {
    const events$ = cold("-r-a 9ms b 9ms c 9ms (d|)", {
      r: result,
      a: answer("Eight"),
      b: answer("Eight min"),
      c: answer("Seven."),
      d: done("Seven. [1]"),
    });
    expectObservable(events$.pipe(chunks(false), map(brief))).toBe("s--(fga) 5ms b 9ms c 9ms (dtSe|)", {
      s: "tool_call WebSearch",
      f: "tool_response WebSearch",
      g: "tool_call Generating",
      a: "Eight",
      b: " min",
      c: "\n\nSeven.",
      d: " [1]",
      t: "tool_response Generating",
      S: "sources said,own",
      e: "done",
    });
  }));

test("text that may be shortened is held back to the end", () =>
  virtualTime(({ cold, expectObservable }) => {
    const events$ = cold("-a 9ms (d|)", { a: answer("A long answer"), d: done("A long") });
    expectObservable(events$.pipe(chunks(true), map(brief))).toBe("sf 9ms (gatSe|)", {
      s: "tool_call WebSearch",
      f: "tool_response WebSearch",
      g: "tool_call Generating",
      a: "A long",
      t: "tool_response Generating",
      S: "sources said,own",
      e: "done",
    });
  }));

test("failures and unsubscribing pass through", () =>
  virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const failing$ = cold<Event>("---#");
    const going$ = cold<Event>("-r------|", { r: result });
    expectObservable(failing$.pipe(chunks(false), map(brief))).toBe("s--#", { s: "tool_call WebSearch" });
    expectObservable(going$.pipe(chunks(false), map(brief)), "----!").toBe("s----", { s: "tool_call WebSearch" });
    expectSubscriptions(going$.subscriptions).toBe("^---!");
  }));
