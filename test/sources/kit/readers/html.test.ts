import { lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { html, says, xml } from "../../../../src/sources/kit/readers/html.ts";
import type { HttpResponse } from "../../../../src/upstream/types.ts";
import { answer, reading } from "../reading.ts";

const reader = html({
  request: () => ({ url: "https://up.example/search" }),
  rows: "li.hit",
  item: (row) => (row.has(".ad") ? undefined : row.text()),
  empty: [".none"],
  blocked: ["form#captcha"],
});

const outcome = (response: HttpResponse | string, read = reader) =>
  lastValueFrom(
    read(
      {},
      reading(() => response),
    ).pipe(toArray()),
  ).catch((error) => (error instanceof SourceError ? `${error.kind}: ${error.message}` : String(error)));

describe("html", () => {
  it("reads the rows, leaving out those that are no items", async () => {
    expect(await outcome("<ul><li class=hit>one<li class=hit><i class=ad></i>two<li class=hit>three</ul>")).toEqual([
      "one",
      "three",
    ]);
  });

  it("takes rows for results though the page speaks of captchas and of nothing found", async () => {
    const page = '<form id=captcha></form><p class=none></p><div class="g-recaptcha"></div><li class=hit>one';
    expect(await outcome(page)).toEqual(["one"]);
  });

  it("takes a block mark before an empty mark", async () => {
    expect(await outcome("<form id=captcha></form><p class=none>Nothing</p>")).toBe(
      "blocked: test answered with a captcha or refusal page.",
    );
  });

  it("is empty only where the upstream says so", async () => {
    expect(await outcome("<p class=none>Nothing</p>")).toEqual([]);
    expect(await outcome("<title>Results</title><p>Hello</p>")).toBe(
      "changed: test answered in a shape we do not know (Results).",
    );
    expect(await outcome("")).toBe("changed: test answered in a shape we do not know (no result and no empty mark).");
  });

  it("knows the walls of others by their own marks", async () => {
    expect(await outcome("<title>Just a moment...</title>")).toBe(
      "blocked: up.example answered with a Cloudflare challenge.",
    );
    expect(await outcome(answer("<p>ok</p>", { url: "https://consent.example/x" }))).toBe(
      "blocked: consent.example wants consent before it answers.",
    );
  });

  it("asks the status before the page", async () => {
    expect(await outcome(answer("<li class=hit>one", { status: 503 }))).toMatch(/^unreachable: /);
  });

  it("reads the empty mark from words where there is no other", async () => {
    const words = html({
      request: () => ({ url: "https://up.example/" }),
      rows: "li",
      item: (row) => row.text(),
      empty: says("No results", "keine Treffer"),
    });
    expect(await outcome("<p>Es gibt <b>keine</b> Treffer.</p>", words)).toEqual([]);
    expect(await outcome("<p>Hello</p>", words)).toMatch(/^changed/);
  });
});

describe("xml", () => {
  it("keeps the case and prefix of names", async () => {
    const dublin = xml({
      request: () => ({ url: "https://up.example/" }),
      rows: "Record",
      item: (row) => row.text("dc\\:creator"),
      empty: ["Records"],
    });
    expect(await outcome("<Records><Record><dc:creator>Ann</dc:creator></Record></Records>", dublin)).toEqual(["Ann"]);
    expect(await outcome("<Records/>", dublin)).toEqual([]);
  });
});

describe("what a page carries as data", () => {
  const carrying = html({
    request: () => ({ url: "https://up.example/search" }),
    carried: (body) => /data-of-(\w+)/.exec(body)?.slice(1, 2) ?? [],
    rows: "li.hit",
    item: (row) => row.text(),
    empty: [".none"],
  });

  it("comes before the rows, which are read where it gives nothing", async () => {
    expect(await outcome("<script>data-of-script</script><li class=hit>row", carrying)).toEqual(["script"]);
    expect(await outcome("<script>nothing</script><li class=hit>row", carrying)).toEqual(["row"]);
    expect(await outcome("<p class=none>", carrying)).toEqual([]);
  });
});
