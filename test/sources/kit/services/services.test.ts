import { toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import type { SourceError } from "../../../../src/errors.ts";
import { get } from "../../../../src/sources/kit/requests/request.ts";
import { noPage } from "../../../../src/sources/kit/responses/answer.ts";
import {
  duckduckgoMarket,
  duckduckgoMedia,
  duckduckgoNext,
  duckduckgoRefusal,
  duckduckgoToken,
} from "../../../../src/sources/kit/services/duckduckgo.ts";
import {
  archiveDate,
  archiveRefusal,
  archiveSearch,
  lucene,
} from "../../../../src/sources/kit/services/internet-archive.ts";
import { wikiRefusal } from "../../../../src/sources/kit/services/mediawiki.ts";
import { qwantGreeting, qwantRefusal } from "../../../../src/sources/kit/services/qwant.ts";
import { questions } from "../../../../src/sources/kit/services/stack-exchange.ts";
import { answer, marbles, reading } from "../reading.ts";

describe("the MediaWiki Action API", () => {
  it.each([
    ["ratelimited", "rate-limited"],
    ["maxlag", "rate-limited"],
    ["readonly", "unreachable"],
    ["cirrussearch-pool-unavailable", "unreachable"],
    ["missingparam", "bad-query"],
  ])("%s means %s", (code, kind) => {
    expect(wikiRefusal({ error: { code, info: "so it is" } })).toMatchObject({
      kind,
      message: `The wiki refuses the query (${code}): “so it is”`,
    });
  });

  it("leaves answers alone", () => expect(wikiRefusal({ query: { search: [] } })).toBeUndefined());
});

describe("noPage", () => {
  it("blocks on a web page under status 200 only", () => {
    const judge = noPage("Example");
    const page = { headers: { "content-type": "text/html; charset=utf-8" } };
    expect(judge(answer("", page))).toMatchObject({ kind: "blocked" });
    expect(judge(answer("", { ...page, status: 404 }))).toBeUndefined();
    expect(judge(answer("", { headers: { "content-type": "text/xml" } }))).toBeUndefined();
  });
});

describe("Qwant", () => {
  const refused = (error_code: number, message: string | string[] = "no") =>
    qwantRefusal({ status: "error", data: { error_code, message } });

  it("tells its refusals apart by their codes", () => {
    expect([refused(24)?.kind, refused(22)?.kind, refused(27)?.kind, refused(5)?.kind]).toEqual([
      "rate-limited",
      "blocked",
      "blocked",
      "unreachable",
    ]);
    expect(refused(5, ["one", "two"])?.message).toBe("Qwant failed: “one two”.");
    expect(qwantRefusal({ status: "success" })).toBeUndefined();
  });

  it("greets a visitor by a refusal that sets a cookie", () => {
    const wall = '<script src="https://geo.captcha-delivery.com/captcha"></script>';
    expect(qwantGreeting(answer(wall, { setCookie: ["datadome=1"] }))).toBe(true);
    expect(qwantGreeting(answer(wall))).toBe(false);
    expect(qwantGreeting(answer("{}", { setCookie: ["datadome=1"] }))).toBe(false);
  });
});

describe("DuckDuckGo's modules", () => {
  it("want the token that the search's page holds", () => {
    const context = reading(() => answer(`<script>vqd="4-123456789012345";</script>`));
    const seen: unknown[] = [];
    duckduckgoToken<{ text: string }>("news")({ text: "a" }, context).subscribe((ask) => seen.push(ask));
    expect(seen).toEqual([{ text: "a", vqd: "4-123456789012345" }]);
    expect(context.asked.map(({ url }) => url)).toEqual(["https://duckduckgo.com/?q=a&iar=news&t=h_"]);
  });

  it("have changed where their page holds none", () => {
    let failure: SourceError | undefined;
    duckduckgoToken<{ text: string }>("news")(
      { text: "a" },
      reading(() => answer("<p>")),
    ).subscribe({
      error: (error) => {
        failure = error;
      },
    });
    expect(failure?.kind).toBe("changed");
  });

  it("refuse by their own statuses", () => {
    const kinds = [202, 403, 418, 200].map((status) => duckduckgoRefusal(answer("", { status })));
    expect(kinds.map((verdict) => (verdict === "empty" ? verdict : verdict?.kind))).toEqual([
      "blocked",
      "blocked",
      "blocked",
      undefined,
    ]);
  });

  it("ask for pictures and videos page by page, as the page before says", () => {
    const ask = { text: "a", vqd: "4-1", key: "", keys: {}, region: "FR", language: "fr" };
    const script = duckduckgoMedia("v.js");
    expect(script({ ...ask, page: 1 })?.url).toBe(
      "https://duckduckgo.com/v.js?o=json&q=a&u=bing&l=fr-fr&bpia=1&vqd=4-1&a=h_&ct=EN&s=0",
    );
    expect(script({ ...ask, page: 2, cursor: "60", safe: "strict" })?.url).toMatch(/&p=1&s=60$/);
    expect(script({ ...ask, page: 2 })).toBeUndefined();
  });

  it("name markets and further pages in their own way", () => {
    expect([
      duckduckgoMarket("fr", "CH"),
      duckduckgoMarket(undefined, "US"),
      duckduckgoMarket("fr", undefined),
    ]).toEqual(["ch-fr", "us-en", "wt-wt"]);
    expect([duckduckgoNext("news.js?q=a&s=30&o=json"), duckduckgoNext(null)]).toEqual(["30", null]);
  });
});

describe("the Internet Archive's search", () => {
  it("escapes words, and leaves queries and phrases as they are", () => {
    expect(lucene("c++ (draft)")).toBe("c\\+\\+ \\(draft\\)");
    expect(lucene('"night train" a/b')).toBe('"night train" a\\/b');
    expect(lucene('12" single')).toBe('12\\" single');
    expect(lucene("creator:(Poe) AND year:1845")).toBe("creator:(Poe) AND year:1845");
  });

  it("goes 10,000 rows deep", () => {
    const ask = { words: "cats", rows: 50, fields: ["identifier", "title"] };
    expect(archiveSearch("movies", { ...ask, page: 200 })?.url).toContain(
      "q=%28cats%29+AND+mediatype%3Amovies&fl%5B%5D=identifier&fl%5B%5D=title&rows=50&page=200",
    );
    expect(archiveSearch("movies", { ...ask, page: 201 })).toBeUndefined();
  });

  it("takes a year's first day for the year, and its errors for broken queries", () => {
    expect([archiveDate("1999-01-01T00:00:00Z"), archiveDate("1999-01-02T00:00:00Z"), archiveDate("soon")]).toEqual([
      "1999",
      "1999-01-02",
      undefined,
    ]);
    expect(archiveRefusal({ error: "no such field" })).toMatchObject({ kind: "bad-query" });
    expect(archiveRefusal({ response: {} })).toBeUndefined();
  });
});

describe("the Stack Exchange API", () => {
  const asked = questions(
    ({ page }) => get("https://api.stackexchange.com/2.3/search", { page }),
    ({ question_id }) => question_id,
  );
  const body = (id: number, more: object) =>
    answer(JSON.stringify({ items: [{ question_id: id, title: "t", link: "https://a.example/" }], ...more }));

  it("reads on while there is more, after the pause that it was told", () => {
    const scheduler = marbles();
    scheduler.run(({ cold, expectObservable }) => {
      const answers = [body(1, { has_more: true, backoff: 2 }), body(2, { has_more: false })];
      const respond = () => cold("(x|)", { x: answers.shift() ?? answer("") });
      const context = reading(respond, { pages: 3, now: () => scheduler.now() });
      expectObservable(asked({}, context)).toBe("a 1999ms (b|)", { a: 1, b: 2 });
    });
  });

  it("stops where the day's quota is used up, and says when it runs low", () => {
    const context = reading(() => body(1, { has_more: true, quota_remaining: 0 }), { pages: 3 });
    const seen: number[] = [];
    asked({}, context).subscribe((id) => seen.push(id));
    expect([seen, context.asked.length]).toEqual([[1], 1]);
    expect(context.notices).toEqual([{ kind: "note", once: true, text: "0 requests are left of today's quota" }]);
  });

  it.each([
    [502, "too many requests from this IP, more requests available in 90 seconds", "rate-limited"],
    [403, "key is not valid", "missing-key"],
    [503, "temporarily unavailable", "unreachable"],
    [400, "site is required", "bad-query"],
  ])("error %i", (error_id, error_message, kind) => {
    const context = reading(() => answer(JSON.stringify({ error_id, error_message }), { status: 400 }));
    let failure: SourceError | undefined;
    asked({}, context)
      .pipe(toArray())
      .subscribe({
        error: (error) => {
          failure = error;
        },
      });
    expect(failure?.kind).toBe(kind);
    expect(failure?.retryAfterMs).toBe(error_id === 502 ? 90_000 : undefined);
  });
});
