import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../../../src/errors.ts";
import { domain, parseDomain, parseUrl, query, text, url } from "../../../../src/sources/kit/requests/query.ts";
import { clip } from "../../../../src/sources/kit/values/text.ts";

const kindOf = (ask: () => unknown): string => {
  try {
    ask();
    return "accepted";
  } catch (error) {
    return error instanceof SourceError ? `${error.kind}: ${error.message}` : String(error);
  }
};

describe("text", () => {
  const spec = text("words", "rxjs", z.object({ limit: z.coerce.number().max(9).optional() }));

  it("trims the words and sets the checked options beside them", () => {
    expect(spec.parse("  rxjs  ", { limit: "5" })).toEqual({ text: "rxjs", limit: 5 });
    expect(spec.parse("rxjs", {})).toEqual({ text: "rxjs" });
  });

  it("refuses blank words, naming what is wanted and an example", () => {
    expect(kindOf(() => spec.parse("  ", {}))).toBe("bad-query: q: is missing: words, for example rxjs.");
  });

  it("refuses control characters, and leaves lines and tabs", () => {
    for (const control of ["\u0000", "\u001b", "\u007f"])
      expect(kindOf(() => spec.parse(`a${control}b`, {}))).toBe("bad-query: q: must not hold control characters.");
    expect(spec.parse("a\n\tb", {}).text).toBe("a\n\tb");
  });

  it("refuses an option that does not fit, naming it", () => {
    expect(kindOf(() => spec.parse("rxjs", { limit: "10" }))).toMatch(/^bad-query: limit: /);
  });
});

describe("query", () => {
  it("hands the trimmed words to its own parse, whose errors pass", () => {
    const spec = query({
      describe: "a number",
      example: "1",
      parse: (q) => {
        if (!/^\d+$/.test(q)) throw new SourceError("bad-query", "not a number");
        return { number: Number(q) };
      },
    });
    expect(spec.parse(" 42 ", {})).toEqual({ number: 42 });
    expect(kindOf(() => spec.parse("x", {}))).toBe("bad-query: not a number");
  });
});

describe("url", () => {
  it.each([
    ["example.org", "https://example.org/"],
    ["HTTP://Example.org/a b".replace(" ", "%20"), "http://example.org/a%20b"],
    ["bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["//", "bad"],
    ["two words", "bad"],
    ["https://", "bad"],
  ])("%s", (q, href) => {
    if (href === "bad") expect(kindOf(() => parseUrl(q))).toContain("is not a URL");
    else expect(url("a page", "x.org").parse(q, {})).toEqual({ url: href });
  });
});

describe("a path of a file", () => {
  it.each([
    "/no/such/file",
    "/",
    "./x",
    "../x.html",
    ".",
    "..",
    "~/x",
    "~",
    "C:\\x.html",
    "c:/x",
    "\\\\server\\share",
    "file:/etc/passwd",
  ])("%s is no address, and no host either", (q) =>
    expect(kindOf(() => parseUrl(q))).toBe(`bad-query: “${q}” is a path, not a URL: files are not read.`),
  );

  it.each([
    ["//example.org/x", "https://example.org/x"],
    ["example.org/~user/", "https://example.org/~user/"],
    ["localhost:8080/x", "https://localhost:8080/x"],
  ])("%s is none", (q, href) => expect(parseUrl(q).href).toBe(href));

  it("stands as a URL's scheme, which the guard refuses by name", () =>
    expect(parseUrl("file:///etc/passwd").protocol).toBe("file:"));
});

describe("domain", () => {
  it.each([
    ["Example.ORG", "example.org"],
    ["https://www.example.org:8443/path?x#y", "www.example.org"],
    ["someone@example.org", "example.org"],
    ["example.org.", "example.org"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["_dmarc.example.org", "_dmarc.example.org"],
  ])("%s", (q, name) => expect(domain("a domain", "x.org").parse(q, {})).toEqual({ domain: name }));

  it.each(["localhost", "a b.org", ".org", "a..b", `${"a".repeat(64)}.org`, "http://"])("%s is none", (q) =>
    expect(kindOf(() => parseDomain(q))).toContain("is not a domain name"),
  );
});

describe("clip", () => {
  it("shortens what is too long to be quoted", () => {
    expect(clip("short")).toBe("short");
    expect(clip("abcdef", 4)).toBe("abc…");
  });
});
