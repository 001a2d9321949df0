import { concat, last, lastValueFrom, map, NEVER, type Observable, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import type { StreamEvent } from "../../../src/events.ts";
import {
  type ContentSearchDeps,
  type ContentSearchRequest,
  type ContentSearchResponse,
  contentSearch,
} from "../../../src/pipelines/content-search/index.ts";
import type { ExtractRequest, ExtractResponse } from "../../../src/pipelines/extract.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import type { Item } from "../../../src/sources/source.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";
import { asking, engine, hit, noUpstream } from "../research/research-fakes.ts";

type Event = StreamEvent<ContentSearchResponse>;

const wanted = (rest: Partial<ContentSearchRequest> = {}): ContentSearchRequest => ({
  query: "Rhine length",
  limit: 5,
  depth: "basic",
  topic: "general",
  includeDomains: [],
  domainsMode: "restrict",
  excludeDomains: [],
  exactMatch: false,
  images: false,
  ...rest,
});
const depsOf = (rest: Partial<ContentSearchDeps>): ContentSearchDeps => ({
  engines: [],
  news: [],
  pictures: [],
  upstream: noUpstream,
  ...rest,
});
const answerTo = (request: ContentSearchRequest, deps: ContentSearchDeps): Promise<ContentSearchResponse> =>
  lastValueFrom(oneShot(contentSearch(request, deps)));

const rhine = hit("bing", "rhine", "The Rhine is 1,233 km long.");
const elbe = hit("bing", "elbe", "The Elbe is shorter than the Rhine.");

const page = (url: string, raw_content: string): ExtractResponse => ({
  results: [{ url, title: "A page", raw_content, images: [] }],
  failed_results: [],
  response_time: "0.01",
});
const done = (data: ExtractResponse): StreamEvent<ExtractResponse> => ({ event: "done", data });

function brief(event: Event): string {
  switch (event.event) {
    case "source":
      return `${event.data.id} ${event.data.status}`;
    case "result":
      return String(event.data.item["title"]);
    case "page":
      return `page ${String(event.data["url"])} ${String(event.data["code"] ?? "ok")}`;
    case "answer":
      return event.data.text;
    case "done":
      return `done ${event.data.results.map(({ title }) => title).join(" ")}`;
    default:
      return event.event;
  }
}

describe("events", () => {
  test("leave as they come: results, pages, the answer", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const extract = ({ urls: [url = ""] }: ExtractRequest): Observable<StreamEvent<ExtractResponse>> =>
        cold(url.includes("rhine") ? "---(d|)" : "-(d|)", {
          d: done(page(url, `${url} tells of the Rhine's length.`)),
        });
      const deps = depsOf({ engines: [asking("bing", () => cold("--r-e|", { r: rhine, e: elbe }))], extract, now });
      const events$ = contentSearch(wanted({ rawContent: "text", answer: "basic" }), deps).pipe(map(brief));
      expectObservable(events$).toBe("s-r-eoq-(pad|)", {
        s: "bing started",
        r: "rhine",
        e: "elbe",
        o: "bing ok",
        q: "page https://elbe.example.com/ ok",
        p: "page https://rhine.example.com/ ok",
        a: expect.stringContaining("[1]"),
        d: "done rhine elbe",
      });
    }));

  test("of results that do not fit are not sent", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const deps = depsOf({ engines: [asking("bing", () => cold("--r-e|", { r: rhine, e: elbe }))], now });
      const request = wanted({ includeDomains: [{ host: "elbe.example.com", path: "" }] });
      expectObservable(contentSearch(request, deps).pipe(map(brief))).toBe("s---e(od|)", {
        s: "bing started",
        e: "elbe",
        o: "bing ok",
        d: "done elbe",
      });
    }));

  test("stop at once when nobody listens: engines, pictures, then pages", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const web = cold("--r|", { r: rhine });
      const pictures = cold<Item>("---|");
      const pages = cold<StreamEvent<ExtractResponse>>("----------(d|)");
      const deps = depsOf({
        engines: [asking("bing", () => web)],
        pictures: [asking("gallery", () => pictures)],
        extract: () => pages,
        now,
      });
      expectObservable(contentSearch(wanted({ images: true }), deps).pipe(map(brief)), "-----!").toBe("s-r(oe)", {
        s: "bing started",
        r: "rhine",
        o: "bing ok",
        e: "gallery empty",
      });
      expectSubscriptions(web.subscriptions).toBe("^--!");
      expectSubscriptions(pictures.subscriptions).toBe("^--!");
      expectSubscriptions(pages.subscriptions).toBe("---^-!");
    }));
});

describe("time", () => {
  test("pages that are late are failures, and their results stay", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const extract = ({ urls: [url = ""] }: ExtractRequest): Observable<StreamEvent<ExtractResponse>> =>
        url.includes("rhine")
          ? NEVER
          : of(done(page(url, "The Elbe, its sources, and beside them the Rhine's length.")));
      const deps = depsOf({ engines: [asking("bing", () => cold("(re|)", { r: rhine, e: elbe }))], extract, now });
      const events$ = contentSearch(wanted({ chunks: 1, pagesMs: 20 }), deps).pipe(
        map((event) =>
          event.event === "done"
            ? JSON.stringify([event.data.results.map(({ content }) => content), event.data.failed_results[0]?.code])
            : brief(event),
        ),
      );
      expectObservable(events$).toBe("(sreoq) 13ms (pd|)", {
        s: "bing started",
        r: "rhine",
        e: "elbe",
        o: "bing ok",
        q: "page https://elbe.example.com/ ok",
        p: "page https://rhine.example.com/ timeout",
        d: JSON.stringify([
          ["The Rhine is 1,233 km long.", "The Elbe, its sources, and beside them the Rhine's length."],
          "timeout",
        ]),
      });
    }));

  test.each([
    ["ultra-fast", 3000],
    ["fast", 5000],
    ["basic", 8000],
    ["advanced", 20_000],
  ] as const)("%s waits %i ms for an engine at most", (depth, ms) =>
    virtualTime(({ cold, expectObservable, now }) => {
      const deps = depsOf({
        engines: [asking("bing", () => concat(cold("r|", { r: rhine }), NEVER))],
        deadlineMs: 20_000,
        extract: ({ urls: [url = ""] }) => of(done(page(url, "The Rhine's length."))),
        now,
      });
      const last$ = contentSearch(wanted({ depth }), deps).pipe(
        map((event) => (event.event === "done" ? String(event.data.sources[0]?.status) : "")),
      );
      expectObservable(last$.pipe(last())).toBe(`${ms}ms (t|)`, { t: "timeout" });
    }),
  );

  test("ultra-fast ends with the page that makes enough", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const many = Object.fromEntries([..."abcdefghij"].map((name) => [name, hit("bing", name)]));
      const deps = depsOf({
        engines: [asking("bing", () => cold("abcdefghij-|", many)), asking("brave", () => NEVER)],
        now,
      });
      const names$ = contentSearch(wanted({ depth: "ultra-fast", limit: 3 }), deps).pipe(map(brief));
      expectObservable(names$.pipe(last())).toBe("---------(d|)", { d: "done a b c" });
    }));
});

describe("what is asked", () => {
  test("fast asks the fast engines, or all where there is none of them", async () => {
    const engines = [engine("bing", rhine), engine("slow", elbe)];
    const ids = async (request: ContentSearchRequest, given = engines) =>
      (await answerTo(request, depsOf({ engines: given }))).sources.map(({ id }) => id);
    expect(await ids(wanted({ depth: "fast" }))).toEqual(["bing"]);
    expect(await ids(wanted({ depth: "basic" }))).toEqual(["bing", "slow"]);
    expect(await ids(wanted({ depth: "fast" }), engines.slice(1))).toEqual(["slow"]);
  });

  test("scores by the query's own words, not by the sites'", async () => {
    const asked: string[] = [];
    const bing = asking("bing", (q) => {
      asked.push(q);
      return of(rhine, elbe);
    });
    const request = wanted({
      includeDomains: ["rhine", "elbe"].map((name) => ({ host: `${name}.example.com`, path: "" })),
    });
    const { results } = await answerTo(request, depsOf({ engines: [bing] }));
    const plain = await answerTo(wanted(), depsOf({ engines: [engine("bing", rhine, elbe)] }));
    expect(asked).toEqual(["Rhine length (site:rhine.example.com OR site:elbe.example.com)"]);
    expect(results.map(({ score }) => score)).toEqual(plain.results.map(({ score }) => score));
  });
});

describe("failures", () => {
  const blocked = new SourceError("blocked", "A captcha.");

  test("of every engine fail the search; of image sources they are told", async () => {
    const shut = asking("bing", () => throwError(() => blocked));
    await expect(answerTo(wanted(), depsOf({ engines: [shut] }))).rejects.toThrow(/^The only engine asked failed/);
    await expect(answerTo(wanted(), depsOf({ engines: [] }))).rejects.toThrow("There is no search engine to ask.");
    const gallery = asking("gallery", () => throwError(() => blocked));
    const { sources, images } = await answerTo(
      wanted({ images: true }),
      depsOf({
        engines: [engine("bing", rhine)],
        pictures: [gallery],
        extract: () => throwError(() => blocked),
      }),
    );
    expect(images).toEqual([]);
    expect(sources.map(({ id, status }) => `${id} ${status}`)).toEqual(["bing ok", "gallery blocked"]);
  });

  test("of the one page read are told beside its result", async () => {
    const deps = depsOf({ engines: [engine("bing", rhine)], extract: () => throwError(() => blocked) });
    const { results, failed_results } = await answerTo(wanted({ rawContent: "text" }), deps);
    expect(results[0]).toMatchObject({ title: "rhine", content: "The Rhine is 1,233 km long.", images: [] });
    expect(results[0]).not.toHaveProperty("raw_content");
    expect(failed_results).toEqual([{ url: "https://rhine.example.com/", error: "A captcha.", code: "blocked" }]);
  });

  test("to find anything that fits are told", async () => {
    const { results, warnings, answer } = await answerTo(
      wanted({ excludeDomains: [{ host: "example.com", path: "" }], answer: "basic" }),
      depsOf({ engines: [engine("bing", rhine, elbe)] }),
    );
    expect(results).toEqual([]);
    expect(warnings).toEqual(["The engines found 2 pages, but none that fits the filters."]);
    expect(answer).toBe("No source was found for “Rhine length”, so there is no answer.");
  });
});
