import { map, of } from "rxjs";
import { describe, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { pollUntilReady } from "../../../../src/sources/kit/compose/poll.ts";
import type { Reader } from "../../../../src/sources/source.ts";
import { answer, marbles, reading } from "../reading.ts";

const once: Reader<string, string> = (_input, { fetch }) =>
  fetch({ url: "https://up.example/" }).pipe(map(({ status }) => String(status)));

const answering = (...statuses: readonly number[]) => {
  let at = 0;
  return reading(() => of(answer("", { status: statuses[at++] ?? 500 })));
};

describe("whenReady", () => {
  it("asks again after each pause until there is an answer", () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(pollUntilReady(3, 2, once)("q", answering(202, 202, 200))).toBe("------(a|)", { a: "200" });
    });
  });

  it("fails when there is none after the last time", () => {
    marbles().run(({ expectObservable }) => {
      const failure = new SourceError("timeout", "test is still preparing its answer (HTTP 202).");
      expectObservable(pollUntilReady(3, 1, once)("q", answering(202, 202))).toBe("---#", undefined, failure);
    });
  });

  it("asks no more when nobody listens", () => {
    marbles().run(({ expectObservable, flush }) => {
      const context = answering(202, 200);
      expectObservable(pollUntilReady(3, 2, once)("q", context), "^-!").toBe("---");
      flush();
      if (context.asked.length !== 1) throw new Error(`asked ${context.asked.length} times`);
    });
  });
});
