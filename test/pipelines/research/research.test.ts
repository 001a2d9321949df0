import { concat, from, lastValueFrom, map, NEVER, type Observable, of, throwError, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError, toSourceError } from "../../../src/errors.ts";
import type { StreamEvent } from "../../../src/events.ts";
import type { ExtractResponse } from "../../../src/pipelines/extract.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import {
  type ResearchDeps,
  ResearchRequest,
  type ResearchResponse,
  research,
} from "../../../src/pipelines/research/index.ts";
import type { Item } from "../../../src/sources/source.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";
import { asking, brief, engine, hit, noUpstream, topic, unfounded } from "./research-fakes.ts";

const upstream = noUpstream;
const blocked = new SourceError("blocked", "A captcha stands in the way.");
const answerTo = (request: ResearchRequest, deps: Omit<ResearchDeps, "upstream">): Promise<ResearchResponse> =>
  lastValueFrom(oneShot(research(request, { upstream, ...deps })));
const failureOf = async (request: ResearchRequest, deps: Omit<ResearchDeps, "upstream">): Promise<SourceError> =>
  toSourceError(
    await answerTo(request, deps).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    ),
  );

const rhine = hit("bing", "rhine", "The Rhine is 1,233 km long. It rises in the Swiss Alps.");
const wiki = hit("brave", "wiki", "The length of the Rhine was long given as 1,320 km.[3] Fish live there.");

type PageEvent = StreamEvent<ExtractResponse>;
const pageOf = (url: string, raw_content: string, rest: object = {}): PageEvent => ({
  event: "page",
  data: { url, title: "A page", raw_content, images: [], ...rest },
});
const noPages = { extract: (): Observable<PageEvent> => from([]) };

describe("mini", () => {
  test("searches, then answers from the snippets, each event in its turn", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const a = asking("bing", () => cold(" -----r-----|", { r: rhine }));
      const b = asking("brave", () => cold("------w-|", { w: wiki }));
      const events$ = research(topic(), { engines: [a, b], upstream, now, ...noPages }).pipe(map(brief));
      expectObservable(events$).toBe("(st)-rw-u--(vad|)", {
        s: "bing started",
        t: "brave started",
        r: "rhine #1 by bing",
        w: "wiki #1 by brave",
        u: "brave ok",
        v: "bing ok",
        a: "The length of the Rhine was long given as 1,320 km. [1] The Rhine is 1,233 km long. [2]",
        d: "done 2/2 in 0.01",
      });
    }));

  test("cites results, says nothing that they do not say, and counts truly", async () => {
    const deps = { engines: [engine("bing", rhine, wiki), engine("brave", { ...wiki, source: "brave" })] };
    const response = await answerTo(topic(), { ...deps, ...noPages });
    expect(response.query).toBe("Rhine length");
    expect(response.answer).toContain("The length of the Rhine was long given as 1,320 km. [1]");
    expect(unfounded(response)).toEqual([]);
    expect(response.usage).toEqual({ searches: 2, results_total: 2 });
    expect(response.results.map(({ title }) => title)).toEqual(["wiki", "rhine"]);
    expect(response.results[0]).toEqual({
      title: "wiki",
      url: "https://wiki.example.com/",
      content: wiki["snippet"],
      score: expect.any(Number),
      source: "brave",
    });
    expect(response.sources.map(({ id, status, items }) => [id, status, items])).toEqual([
      ["bing", "ok", 2],
      ["brave", "ok", 1],
    ]);
    expect(response.response_time).toMatch(/^\d+\.\d\d$/);
    expect(response.warnings).toBeUndefined();
  });

  test("asks five fast engines, others only where they are named", async () => {
    const ids = ["google", "bing", "brave", "duckduckgo", "mojeek", "startpage", "yandex"];
    const engines = ids.map((id) => engine(id, rhine));
    const asked = async (request: ResearchRequest) =>
      (await answerTo(request, { engines, ...noPages })).sources.map(({ id }) => id);
    expect(await asked(topic())).toEqual(["bing", "brave", "duckduckgo", "mojeek", "startpage"]);
    expect(await asked(topic({ sources: ["yandex", "search/google"] }))).toEqual(["yandex", "google"]);
    const others = { engines: [engine("x", rhine), engine("y", rhine)] };
    expect((await answerTo(topic(), { ...others, ...noPages })).sources.map(({ id }) => id)).toEqual(["x", "y"]);
  });

  test("keeps to max_results, and counts what was found before the cut", async () => {
    const items = Array.from({ length: 30 }, (_, i) =>
      hit("bing", `page${i}`, `The Rhine has length number ${i} here.`),
    );
    const response = await answerTo(topic({ max_results: 3 }), { engines: [engine("bing", ...items)], ...noPages });
    expect(response.results).toHaveLength(3);
    expect(response.usage).toEqual({ searches: 1, results_total: 30 });
    expect(unfounded(response)).toEqual([]);
  });

  test("without a source says so and invents nothing", async () => {
    const response = await answerTo(topic(), {
      engines: [engine("bing"), asking("brave", () => throwError(() => blocked))],
    });
    expect(response.answer).toBe("No source was found for “Rhine length”, so there is no answer.");
    expect(response).toMatchObject({ answered: false, results: [], usage: { searches: 2, results_total: 0 } });
    expect(response.why).toBe(response.answer);
  });

  test("leaves absent what a result does not have, and out what has no address", async () => {
    const bare = { source: "bing", title: "No address", snippet: "The Rhine length is a secret kept by nobody." };
    const response = await answerTo(topic(), { engines: [engine("bing", bare, hit("bing", "rhine"))], ...noPages });
    expect(response.results).toEqual([
      { title: "rhine", url: "https://rhine.example.com/", score: expect.any(Number), source: "bing" },
    ]);
    expect(response.answer).toBe("None of the sources answers “Rhine length”; the results name the pages found.");
    expect(response).toMatchObject({ answered: false, why: response.answer });
  });
});

describe("mini's pages", () => {
  test("are the three best, and answer in place of their snippets", async () => {
    const asked: string[][] = [];
    const items = ["a", "b", "c", "d"].map((name) => hit("bing", name, `The Rhine length according to ${name}.`));
    const response = await answerTo(topic(), {
      engines: [engine("bing", ...items)],
      extract: ({ urls }) => {
        asked.push([...urls]);
        return from(urls.map((url) => pageOf(url, "The length of the Rhine is 1,233 km from source to sea.")));
      },
    });
    expect(asked.map(({ length }) => length)).toEqual([3]);
    expect(response.answer).toMatch(/^The length of the Rhine is 1,233 km from source to sea\. \[1\]\[2\]\[3\]/);
  });

  test.each([
    ["a second and a half, where one is there by then", "300ms p", "(srs) 295ms p 1199ms (ad|)"],
    ["the first, where none is", "2s p", "(srs) 1995ms (pad|)"],
    ["four seconds, where none comes", "300ms f", "(srs) 295ms p 3699ms (ad|)"],
  ])("are waited for: %s", (_, pages, seen) =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { url } = rhine;
      const [p, f] = [
        pageOf(String(url), "The Rhine is long."),
        { event: "page" as const, data: { url, error: "Gone." } },
      ];
      const deps = { engines: [engine("bing", rhine)], upstream, now, extract: () => cold(pages, { p, f }) };
      const kinds$ = research(topic(), deps).pipe(map(({ event }) => event[0]));
      expectObservable(kinds$).toBe(seen, { s: "s", r: "r", p: "p", a: "a", d: "d" });
    }),
  );
});

describe("pro", () => {
  const suggester = asking("suggester", () => from([{ source: "suggester", title: "rhine river length km" }]));

  test("searches variants with the engines that did not fail, and fuses all", async () => {
    const queries: string[] = [];
    const good = asking("bing", (q) => {
      queries.push(q);
      return from(q === "Rhine length" ? [rhine] : [wiki, rhine]);
    });
    const bad = asking("brave", () => throwError(() => blocked));
    const deps = { engines: [good, bad], suggesters: [suggester], ...noPages };
    const response = await answerTo(topic({ model: "pro" }), deps);
    expect(queries).toEqual(["Rhine length", "rhine river length km"]);
    expect(response.usage).toEqual({ searches: 3, results_total: 2 });
    expect(response.results.map(({ title, source }) => [title, source])).toEqual([
      ["wiki", "bing"],
      ["rhine", "bing"],
    ]);
    expect(response.sources.map(({ id, status, items }) => [id, status, items])).toEqual([
      ["bing", "ok", 3],
      ["brave", "blocked", 0],
      ["suggester", "ok", 1],
    ]);
  });

  test("a page that a variant finds again by the same engine is worth no less and no more", async () => {
    const score = async (variant: readonly Item[]) => {
      const one = asking("bing", (q) => from(q === "Rhine length" ? [rhine] : variant));
      return (await answerTo(topic({ model: "pro" }), { engines: [one], suggesters: [suggester], ...noPages }))
        .results[0]?.score;
    };
    expect(await score([rhine])).toBe(await score([]));
  });

  test("tells of a variant that failed", async () => {
    const tired = asking("bing", (q) => (q === "Rhine length" ? of(rhine) : throwError(() => blocked)));
    const response = await answerTo(topic({ model: "pro" }), { engines: [tired], suggesters: [suggester], ...noPages });
    expect(response.sources[0]).toMatchObject({ id: "bing", status: "ok", items: 1 });
    expect(response.warnings?.join(" ")).toContain("captcha");
  });

  test("goes on without suggestions that fail or are late", () =>
    virtualTime(({ expectObservable, now }) => {
      const suggesters = [asking("late", () => NEVER), asking("broken", () => throwError(() => blocked))];
      const events$ = research(topic({ model: "pro" }), {
        engines: [engine("bing", rhine)],
        suggesters,
        upstream,
        now,
        ...noPages,
      });
      expectObservable(events$.pipe(map(({ event }) => event[0]))).toBe("(srssss) 2992ms (sad|)", {
        s: "s",
        r: "r",
        a: "a",
        d: "d",
      });
    }));

  test("reads the best pages, two of a host and eight in all, and answers from their passages", async () => {
    const items = Array.from({ length: 12 }, (_, i) => ({
      ...hit("bing", `p${i}`, "A teaser …"),
      url: `https://host${Math.floor(i / 3)}.example.com/${i}`,
    }));
    const asked: string[] = [];
    const long = "Filler text that has nothing to do with it at all.";
    const extract = ({ urls }: { readonly urls: readonly string[] }): Observable<PageEvent> => {
      asked.push(...urls);
      return from(
        urls.map((url, i) =>
          i === 1
            ? ({ event: "page", data: { url, error: "Too slow.", code: "timeout" } } as const)
            : pageOf(url, `${long}\n\nThe Rhine has a length of ${i} km, says page ${i}.[4]\n\n${long}`, {
                published_date: "2024-05-01",
              }),
        ),
      );
    };
    const events = await lastValueFrom(
      research(topic({ model: "pro" }), { engines: [engine("bing", ...items)], upstream, extract }).pipe(toArray()),
    );
    expect(asked.map((url) => url.split("/").at(-1))).toEqual(["0", "1", "3", "4", "6", "7", "9", "10"]);
    const pages = events.filter(({ event }) => event === "page");
    expect(pages).toHaveLength(8);
    expect(pages[0]?.data).toEqual({ url: "https://host0.example.com/0", title: "A page", passages: 3 });
    expect(pages[1]?.data).toEqual({ url: "https://host0.example.com/1", error: "Too slow.", code: "timeout" });
    const done = events.at(-1);
    if (done?.event !== "done") throw new TypeError("The stream ends with done.");
    expect(unfounded(done.data)).toEqual([]);
    expect(done.data.answer).toContain("The Rhine has a length of 0 km, says page 0. [1]");
    expect(done.data.answer).not.toContain("[2]");
    expect(done.data.results[0]).toMatchObject({
      content: "The Rhine has a length of 0 km, says page 0.",
      published_date: "2024-05-01",
    });
    expect(done.data.results[1]).toMatchObject({ content: "A teaser …" });
  });

  test("answers from snippets where no page can be read, and says so", async () => {
    const forbidden = new SourceError("forbidden-target", "That address may not be reached.");
    const deps = { engines: [engine("bing", rhine)], extract: () => throwError(() => forbidden) };
    const events = await lastValueFrom(research(topic({ model: "pro" }), { upstream, ...deps }).pipe(toArray()));
    expect(events.filter(({ event }) => event === "page").map(({ data }) => data)).toEqual([
      { url: "https://rhine.example.com/", error: forbidden.message, code: "forbidden-target" },
    ]);
    const response = await answerTo(topic({ model: "pro" }), deps);
    expect(response.answer).toContain("1,233 km long. [1]");
    expect(response.warnings?.join(" ")).toContain("None of the best pages could be read");
  });

  test("comes to the same answer in whatever order the pages arrive", async () => {
    const items = ["a", "b", "c"].map((name) => hit("bing", name, "x"));
    const deps = (order: (urls: readonly string[]) => readonly string[]) => ({
      engines: [engine("bing", ...items)],
      extract: ({ urls }: { readonly urls: readonly string[] }) =>
        from(order(urls).map((url) => pageOf(url, `On ${url.slice(8, 9)} one reads that the Rhine has some length.`))),
    });
    const plain = await answerTo(
      topic({ model: "pro" }),
      deps((urls) => urls),
    );
    const reversed = await answerTo(
      topic({ model: "pro" }),
      deps((urls) => urls.toReversed()),
    );
    expect({ ...reversed, response_time: "", sources: [] }).toEqual({ ...plain, response_time: "", sources: [] });
  });
});

describe("failing and leaving", () => {
  test("fails only when every engine failed, saying why; pages and variants are not asked then", async () => {
    const engines = [asking("bing", () => throwError(() => blocked)), asking("brave", () => throwError(() => blocked))];
    for (const model of ["mini", "pro"] as const) {
      const extract = () => expect.unreachable("no page is read");
      const failure = await failureOf(topic({ model }), { engines, extract });
      expect(failure.kind).toBe("blocked");
      expect(failure.message).toContain("brave");
    }
  });

  test("is unknown-source where no engine is ready, or one that is named is none", async () => {
    expect((await failureOf(topic(), { engines: [] })).kind).toBe("unknown-source");
    const failure = await failureOf(topic({ sources: ["bing", "altavista"] }), { engines: [engine("bing")] });
    expect(failure.kind).toBe("unknown-source");
    expect(failure.message).toContain("altavista");
  });

  test("cuts engines off: mini after eight seconds at most", () =>
    virtualTime(({ expectObservable, now }) => {
      const engines = [engine("bing", rhine), asking("brave", () => NEVER)];
      const kinds$ = research(topic(), { engines, upstream, now, deadlineMs: 20_000, ...noPages }).pipe(
        map(({ event }) => event[0]),
      );
      expectObservable(kinds$).toBe("(srss) 7994ms (sad|)", { s: "s", r: "r", a: "a", d: "d" });
    }));

  test("an unsubscription cancels the searches", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const runs = [cold<Item>("-----r----|", { r: rhine }), cold<Item>("-")];
      const engines = runs.map((run$, i) => asking(`e${i}`, () => run$));
      const events$ = research(topic(), { engines, upstream, now }).pipe(map(({ event }) => event[0]));
      expectObservable(events$, "^------!").toBe("(ss)-r", { s: "s", r: "r" });
      for (const { subscriptions } of runs) expectSubscriptions(subscriptions).toBe("^------!");
    }));

  test("an unsubscription cancels a variant's searches", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const variant$ = cold<Item>("-----");
      const one = asking("bing", (q) => (q === "Rhine length" ? of(rhine) : variant$));
      const suggesters = [engine("s", { source: "s", title: "rhine river" })];
      const events$ = research(topic({ model: "pro" }), { engines: [one], suggesters, upstream, now });
      expectObservable(events$.pipe(map(() => "x")), "^--!");
      expectSubscriptions(variant$.subscriptions).toBe("^--!");
    }));

  test("an unsubscription cancels the pages", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const pages$ = cold<PageEvent>("-----");
      const deps = { engines: [engine("bing", rhine)], extract: () => pages$, upstream, now };
      expectObservable(research(topic({ model: "pro" }), deps).pipe(map(() => "x")), "^--!");
      expectSubscriptions(pages$.subscriptions).toBe("^--!");
    }));

  test("a page leaves as soon as it is read", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const page = pageOf("https://rhine.example.com/", "The Rhine has a length that was measured by many.");
      const deps = { engines: [engine("bing", rhine)], extract: () => cold("------p--|", { p: page }), upstream, now };
      const kinds$ = research(topic({ model: "pro" }), deps).pipe(map(({ event }) => event[0]));
      expectObservable(kinds$).toBe("(srs)-p--(ad|)", { s: "s", r: "r", p: "p", a: "a", d: "d" });
    }));
});

describe("ResearchRequest", () => {
  test("has the defaults of the interface", () => {
    expect(ResearchRequest.parse({ query: " x " })).toEqual({
      query: "x",
      max_results: 20,
      model: "mini",
      stream: false,
    });
    expect(ResearchRequest.parse({ query: "x", sources: "bing, brave,,bing" }).sources).toEqual(["bing", "brave"]);
  });

  test.each([
    {},
    { query: "  " },
    { query: "x".repeat(2001) },
    { query: "x", max_results: 0 },
    { query: "x", max_results: 101 },
    { query: "x", max_results: 2.5 },
    { query: "x", model: "auto" },
    { query: "x", sources: "" },
    { query: "x", sources: [] },
    { query: "x", max_tokens: 3 },
  ])("refuses %j", (body) => expect(ResearchRequest.safeParse(body).success).toBe(false));
});

test("a statement that its source does not make is found out", async () => {
  const response = await answerTo(topic(), { engines: [engine("bing", rhine)] });
  expect(unfounded({ ...response, answer: `${response.answer} The Rhine is 9 km long. [1]` })).toEqual([
    "The Rhine is 9 km long. [1]",
  ]);
  expect(unfounded({ ...response, answer: "The Rhine is 1,233 km long." })).toHaveLength(1);
});

test("the stream's events name the source first and done last", async () => {
  const events = await lastValueFrom(
    concat(research(topic(), { engines: [engine("bing", rhine)], upstream, ...noPages })).pipe(toArray()),
  );
  expect(events.map(({ event }) => event)).toEqual(["source", "result", "source", "answer", "done"]);
});
