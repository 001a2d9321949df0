import { concatMap, map, type Observable, of, throwError, timer } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { type DataDeps, type DataRequest, extractData } from "../../../src/pipelines/scrape/extract-data.ts";
import { withoutRequired } from "../../../src/pipelines/typed/without-required.ts";
import { againstSchema } from "../../../src/reading/against-schema.ts";
import type { Reader } from "../../../src/reading/reader.ts";
import type { HttpStream } from "../../../src/upstream/types.ts";

const scheduled = (test: Parameters<TestScheduler["run"]>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

const SCHEMA = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "string" } },
  required: ["a", "b"],
};

/** Checks at once, on this thread. */
const reader: Pick<Reader, "read"> = {
  read: <Task, Answer>(_reading: unknown, task: Task): Observable<Answer> =>
    of<Answer>(Object(againstSchema(Object(task)))),
};

/** A model that takes two frames for what it says. */
const httpStream =
  (says: (asked: string) => string) =>
  ({ body }: { readonly body?: unknown }): Observable<HttpStream> =>
    timer(2).pipe(
      map(() => {
        const choices = [{ message: { content: says(String(body)) }, finish_reason: "stop" }];
        return {
          url: "http://model/",
          status: 200,
          headers: { "content-type": "application/json" },
          setCookie: [],
          redirects: [],
          replayed: false,
          body: of(Buffer.from(JSON.stringify({ choices }))),
        };
      }),
    );

const says = (asked: string): string => {
  if (asked.includes("Merge them")) return '{"a":"1","b":"2"}';
  return asked.includes("the page of a") ? '{"a":"1"}' : '{"b":"2"}';
};

const depsOf = (more: Partial<DataDeps> = {}): DataDeps => ({
  model: { baseUrl: "http://model", model: "m", timeoutMs: 1_000 },
  upstream: { httpStream: httpStream(says) },
  reader,
  markdown: (url) => timer(1).pipe(map(() => `the page of ${url}`)),
  site: (url, words, most) =>
    of(`${url}${words}1`, `${url}${words}2`, `${url}${words}1`).pipe(map((one) => one + most)),
  found: (words, most) => of(`${words} ${most}`),
  ...more,
});

const request = (more: Partial<DataRequest>): DataRequest => ({ urls: [], schema: SCHEMA, webSearch: false, ...more });

describe("extractData", () => {
  it("takes parts out of several pages at once, and merges them", () => {
    scheduled(({ expectObservable }) => {
      expectObservable(extractData(request({ urls: ["a", "b"] }), depsOf())).toBe("-----(d|)", {
        d: { data: { a: "1", b: "2" }, urls: ["a", "b"], sources: { a: ["a"], b: ["b"] }, warnings: [] },
      });
    });
  });

  it("asks once for one page, which must say all", () => {
    scheduled(({ expectObservable }) => {
      const whole = depsOf({ upstream: { httpStream: httpStream(() => '{"a":"1","b":"2"}') } });
      expectObservable(extractData(request({ urls: ["a"] }), whole)).toBe("---(d|)", {
        d: { data: { a: "1", b: "2" }, urls: ["a"], sources: { a: ["a"], b: ["a"] }, warnings: [] },
      });
      const failure = expect.objectContaining({ message: expect.stringMatching(/must have required property 'b'/) });
      expectObservable(extractData(request({ urls: ["a"] }), depsOf())).toBe("-----#", undefined, failure);
    });
  });

  it("reads a site's pages and those that are found, each once", () => {
    scheduled(({ expectObservable }) => {
      const asked: string[] = [];
      const deps = depsOf({
        markdown: (url) => {
          asked.push(url);
          return of("the page of a");
        },
      });
      const all = extractData(request({ urls: ["s/*"], prompt: "w", webSearch: true }), deps);
      expectObservable(all.pipe(map(() => asked))).toBe("----(d|)", { d: ["s/w150", "s/w250", "w 5"] });
    });
  });

  it("leaves out what fails, and fails where all does", () => {
    scheduled(({ expectObservable }) => {
      const gone = new SourceError("unreachable", "gone");
      const deps = depsOf({ markdown: (url) => (url === "x" ? throwError(() => gone) : of(`the page of ${url}`)) });
      expectObservable(extractData(request({ urls: ["a", "x"] }), deps)).toBe("----(d|)", {
        d: expect.objectContaining({ urls: ["a"], warnings: ["x was left out: gone"] }),
      });
      expectObservable(extractData(request({ urls: ["x"] }), deps)).toBe("#", undefined, gone);
      const none = depsOf({ found: () => of<string>().pipe(concatMap((one) => of(one))) });
      const failure = expect.objectContaining({ kind: "not-found" });
      expectObservable(extractData(request({ webSearch: true }), none)).toBe("#", undefined, failure);
    });
  });

  it("unsubscribes from the pages under way", () => {
    scheduled(({ cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold<string>("------p|");
      expectObservable(extractData(request({ urls: ["a", "b"] }), depsOf({ markdown: () => page$ })), "--!").toBe("--");
      expectSubscriptions(page$.subscriptions).toBe(["^-!", "^-!"]);
    });
  });
});

it("a schema without its demands keeps the rest, and fields that are called like one", () => {
  const inner = { type: "array", items: SCHEMA, minItems: 1 };
  expect(
    withoutRequired({
      type: "object",
      required: ["list"],
      properties: { list: inner, required: { type: "string", enum: ["required"] } },
      $defs: { one: SCHEMA },
      const: { required: [1] },
    }),
  ).toEqual({
    type: "object",
    properties: {
      list: { type: "array", items: { type: "object", properties: SCHEMA.properties } },
      required: { type: "string", enum: ["required"] },
    },
    $defs: { one: { type: "object", properties: SCHEMA.properties } },
    const: { required: [1] },
  });
});
