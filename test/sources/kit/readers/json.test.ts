import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../../../src/errors.ts";
import { figure, json, listOf, loneIn, mended, numeric, shaped } from "../../../../src/sources/kit/readers/json.ts";
import { emptyOn } from "../../../../src/sources/kit/responses/answer.ts";
import type { HttpResponse } from "../../../../src/upstream/types.ts";
import { answer, reading } from "../reading.ts";

const spec = {
  request: () => ({ url: "https://up.example/search" }),
  body: z.object({ rows: z.array(z.object({ name: z.string() })) }),
  items: ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name),
};

type Body = z.output<typeof spec.body>;
type More = Partial<Pick<Parameters<typeof json<unknown, Body, string>>[0], "judge" | "refused" | "lenient">>;

const run = (response: HttpResponse | string, more: More = {}) =>
  lastValueFrom(
    json({ ...spec, ...more })(
      {},
      reading(() => response),
    ).pipe(toArray()),
  );

const failing = (response: HttpResponse | string, more: More = {}) =>
  run(response, more).then(
    () => "no failure",
    (error) => (error instanceof SourceError ? `${error.kind}: ${error.message}` : String(error)),
  );

describe("json", () => {
  it("reads the items of a body that fits, and asks for JSON", async () => {
    const context = reading(() => '{"rows":[{"name":"a","more":1},{"name":"b"}]}');
    expect(await lastValueFrom(json(spec)({}, context).pipe(toArray()))).toEqual(["a", "b"]);
    expect(context.asked[0]?.headers).toEqual({ accept: "application/json" });
  });

  it("fails as changed, naming the place, when the body does not fit", async () => {
    expect(await failing('{"rows":[{"nom":"a"}]}')).toMatch(/^changed: test .*rows\.0\.name/);
  });

  it.each([
    ["", "changed: test answered in a shape we do not know (an empty body)."],
    ["not json", "changed: test answered in a shape we do not know (not JSON)."],
    ["<!doctype html><p>Hello</p>", "blocked: test answered with a web page where JSON was asked for."],
    ["<html><div class=g-recaptcha></div></html>", "blocked: up.example answered with a captcha."],
  ])("%s", async (body, failure) => expect(await failing(body)).toBe(failure));

  it("lets the upstream's own error go before status and shape", async () => {
    const refused = (body: unknown) =>
      z.object({ error: z.string() }).safeParse(body).success
        ? new SourceError("not-found", "none of that")
        : undefined;
    expect(await failing('{"error":"x"}', { refused })).toBe("not-found: none of that");
    expect(await failing(answer('{"error":"x"}', { status: 500 }), { refused })).toBe("not-found: none of that");
    expect(await failing(answer("oops", { status: 500 }), { refused })).toBe(
      "unreachable: up.example failed (HTTP 500): “oops”.",
    );
  });

  it("takes the statuses that mean nothing found for an empty answer", async () => {
    expect(await run(answer("", { status: 404 }), { judge: emptyOn(404) })).toEqual([]);
  });

  it("reads what is not quite JSON where that is allowed", async () => {
    const body = '{"rows":[{"name":"a\tb\\\'c"}]}';
    expect(await failing(body)).toContain("not JSON");
    expect(await run(body, { lenient: true })).toEqual(["a b'c"]);
  });
});

describe("mended", () => {
  it.each([
    ['"a\\\\x\\"b"', '"a\\\\x\\"b"'],
    ['"\\u00e9\\u12"', '"\\u00e9u12"'],
    ['"\\x41\u0001"', '"x41 "'],
    ['{\n"a":1}', '{ "a":1}'],
  ])("%s", (broken, whole) => {
    expect(mended(broken)).toBe(whole);
    expect(() => JSON.parse(mended(broken))).not.toThrow();
  });
});

describe("schemas", () => {
  it("listOf folds a single value and an absent one", () => {
    expect(listOf(z.string()).parse("a")).toEqual(["a"]);
    expect(listOf(z.string()).parse(null)).toEqual([]);
    expect(listOf(z.string()).parse(["a", "b"])).toEqual(["a", "b"]);
  });

  it("loneIn takes a thing by itself for a list of one, and leaves lists as they are", () => {
    const body = loneIn("rows", spec.body);
    expect(body.parse({ name: "a" })).toEqual({ rows: [{ name: "a" }] });
    expect(body.parse({ rows: [] })).toEqual({ rows: [] });
    for (const wrong of [{}, [], null, "a"]) expect(body.safeParse(wrong).success).toBe(false);
  });

  it("shaped tells two shapes apart by a member, and odd rows by their place", () => {
    const found = z.object({ hits: z.array(z.object({ name: z.string() })) });
    const none = z.object({ count: z.literal(0) }).transform(() => ({ hits: [] }));
    const body = shaped("hits", found, none);
    expect(body.parse({ hits: [{ name: "a" }] })).toEqual({ hits: [{ name: "a" }] });
    expect(body.parse({ count: 0 })).toEqual({ hits: [] });
    expect(body.safeParse({ hits: [{ name: "a" }, {}] }).error?.issues[0]?.path).toEqual(["hits", 1, "name"]);
    for (const wrong of [{ count: 1 }, null, "a", {}]) expect(body.safeParse(wrong).success).toBe(false);
  });

  it("numeric reads numbers written as text, and nothing else", () => {
    expect(["1", " -2.5 ", ".5", "1e3", 7].map((value) => numeric.parse(value))).toEqual([1, -2.5, 0.5, 1000, 7]);
    for (const wrong of ["1,234", "", "x", null]) expect(numeric.safeParse(wrong).success).toBe(false);
  });

  it("figure takes a missing number for none", () => {
    expect(["1", 2, "", null, undefined].map((value) => figure.parse(value))).toEqual([
      1,
      2,
      undefined,
      null,
      undefined,
    ]);
    expect(figure.safeParse("x").success).toBe(false);
  });
});
