import { firstValueFrom, of, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { detect } from "../../../src/sources/page/cms/detect.ts";
import { fingerprints } from "../../../src/sources/page/cms/fingerprints.ts";
import { cms } from "../../../src/sources/page/cms/index.ts";
import { bounded, literalsOf, matchOf, patternOf, versionIn } from "../../../src/sources/page/patterns.ts";
import { Target } from "../../../src/sources/page/target.ts";
import type { ReadContext } from "../../../src/sources/source.ts";
import type { HttpResponse, RenderJob } from "../../../src/upstream/types.ts";
import { processorMs } from "../../support/processor-time.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const page = (html: string): HttpResponse => ({
  url: "https://shop.example/",
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(html),
});

describe("a fingerprint's expression", () => {
  it("is bounded where it repeats, but not within classes and escapes", () => {
    expect(bounded("a+[+*]\\+b*?c{2,}")).toBe("a{1,250}[+*]\\+b{0,250}?c{2,250}");
  });

  it.each([
    ["/wp-content/(?:themes|plugins)/", ["/wp-content/"]],
    ["jquery(?:\\.min)?\\.js", ["jquery"]],
    ["(?:ctfassets\\.net|contentful\\.com)", ["ctfassets.net", "contentful.com"]],
    ["abc|xyz+", ["abc", "xyz"]],
    ["\\d+", undefined],
    ["a(?:bcdef)?", undefined],
  ])("%s cannot do without %o", (source, literals) => {
    expect(literalsOf(source)).toEqual(literals);
  });

  it("tells versions, also by choice, and takes no long number for one", () => {
    const version = (written: string, text: string) => {
      const pattern = patternOf(written);
      const match = matchOf(pattern, new Target(text));
      return match && versionIn(pattern, match);
    };
    expect(version("jquery-([\\d.]+)\\.js\\;version:\\1", "x/jquery-3.7.1.js")).toBe("3.7.1");
    expect(version("gtag(4)?\\;version:\\1?GA4:UA", "gtag4")).toBe("GA4");
    expect(version("gtag(4)?\\;version:\\1?GA4:UA", "gtag")).toBe("UA");
    expect(version("v=(\\d+)\\;version:\\1", "v=1700000000")).toBe("");
  });
});

describe("the fingerprints", () => {
  it("are all there, and every expression compiles", () => {
    const { technologies, free, bound } = fingerprints();
    expect(technologies.size).toBe(3425);
    expect(free.length + bound.length).toBe(3425);
    const broken = [...technologies.values()].flatMap(({ name, texts, scriptSrc, named }) =>
      [
        ...Object.values(texts).flat(),
        ...scriptSrc,
        ...Object.values(named).flatMap((one) => one.flatMap(([, all]) => all)),
      ]
        .filter(({ source }) => {
          try {
            return !new RegExp(bounded(source), "i");
          } catch {
            return true;
          }
        })
        .map(({ source }) => `${name}: ${source}`),
    );
    expect(broken).toEqual([]);
  });

  it("bear a hostile page", () => {
    const { technologies } = fingerprints();
    const literals = [...technologies.values()].flatMap(({ texts }) => texts.html.flatMap((one) => one.literals ?? []));
    const filler = `<a href="href=${'<link href="'.repeat(20)}1.1.1.1.1.1-----/////`;
    const html = `<html><body>${literals.map((literal) => `${filler}${literal}`).join("")}</body></html>`;
    const before = processorMs();
    detect(page(html));
    expect(processorMs() - before).toBeLessThan(4_000);
  });

  it("leave cookies' values out of the evidence", () => {
    const found = detect({ ...page("<p>x</p>"), setCookie: ["PHPSESSID=verysecret; path=/"] }).found;
    expect(found.map(({ technology }) => technology.name)).toContain("PHP");
    expect(JSON.stringify(found.map(({ evidence }) => evidence))).not.toContain("verysecret");
  });
});

describe("a page whose scripts have run", () => {
  const names = (globals?: Record<string, string>) => {
    const { found } = detect(page("<!doctype html><title>A</title>"), globals);
    return found.map(({ technology, version, evidence }) => ({ name: technology.name, version, evidence }));
  };

  it("shows by its variables what its markup does not, with the version", () => {
    expect(names()).toEqual([]);
    expect(names({ "jQuery.fn.jquery": "3.7.1" })).toEqual([
      { name: "jQuery", version: "3.7.1", evidence: [{ type: "js", key: "jQuery.fn.jquery", value: "3.7.1" }] },
    ]);
    expect(fingerprints().globals).toContain("jQuery.fn.jquery");
  });

  it("is asked of the browser with render=true only", async () => {
    const asked: RenderJob[] = [];
    const upstream = {
      ...replayUpstream(() => undefined),
      render: (job: RenderJob) => {
        asked.push(job);
        return of({ ...page("<!doctype html><p>b"), globals: { "jQuery.fn.jquery": "3.7.1" } });
      },
    };
    const context: ReadContext = {
      source: "cms",
      pages: 1,
      keys: {},
      upstream,
      fetch: () => of(page("<!doctype html><p>b")),
      stream: upstream.httpStream,
      cached: (_name, value$) => value$,
      notice: () => undefined,
      now: () => 0,
    };
    const items = (options: Record<string, string>) =>
      firstValueFrom(cms.open("shop.example", options, context).pipe(toArray()));
    expect(await items({})).toEqual([]);
    expect(asked).toEqual([]);
    expect(await items({ render: "true" })).toMatchObject([{ title: "jQuery", version: "3.7.1" }]);
    expect(asked).toMatchObject([{ url: "https://shop.example/" }]);
    expect(asked[0]?.globals?.length).toBeGreaterThan(2_500);
  });
});
