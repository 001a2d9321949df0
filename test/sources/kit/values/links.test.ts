import { describe, expect, it } from "vitest";
import { operatorsInstance } from "../../../../src/sources/kit/requests/instance.ts";
import { wikiPage } from "../../../../src/sources/kit/services/mediawiki.ts";
import { creativeCommons } from "../../../../src/sources/kit/values/creative-commons.ts";
import { overHttps, repositoryUrl, webUrl } from "../../../../src/sources/kit/values/links.ts";

describe("webUrl", () => {
  it.each([
    [" https://a.example/b ", "https://a.example/b"],
    ["//a.example/b?c=//d", "https://a.example/b?c=//d"],
    ["///b", undefined],
    ["N/A", undefined],
    ["javascript:alert(1)", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is %s", (written, url) => expect(webUrl(written)).toBe(url));
});

describe("overHttps", () => {
  it("writes https where http stood, and nothing where no address did", () => {
    expect(overHttps("http://a.example/x y")).toBe("https://a.example/x%20y");
    expect(overHttps("https://a.example/http:")).toBe("https://a.example/http:");
    expect(overHttps("ftp://a.example/")).toBeUndefined();
  });
});

describe("repositoryUrl", () => {
  it.each([
    ["git+https://github.com/o/n.git", "https://github.com/o/n"],
    ["git://github.com/o/n.git#main", "https://github.com/o/n"],
    ["git+ssh://git@github.com:22/o/n.git", "https://github.com/o/n"],
    ["git@gitlab.com:o/n.git", "https://gitlab.com/o/n"],
    ["scm:git:https://bitbucket.org/o/n/", "https://bitbucket.org/o/n"],
    ["github:o/n", "https://github.com/o/n"],
    ["gist:0123abcd", "https://gist.github.com/0123abcd"],
    ["http://git.example:8080/o/n", "http://git.example:8080/o/n"],
    ["UNKNOWN", undefined],
    ["https://localhost/o/n", undefined],
    [undefined, undefined],
  ])("%j is %s", (written, url) => expect(repositoryUrl(written)).toBe(url));
});

describe("instanceOf", () => {
  it("is the address that is set, without a slash at its end, else the public one", () => {
    expect(operatorsInstance("X_URL", "https://own.example/base//", "https://public.example")).toBe(
      "https://own.example/base",
    );
    expect(operatorsInstance("X_URL", "", "https://public.example/")).toBe("https://public.example");
  });

  it("names the variable that holds no address", () => {
    expect(() => operatorsInstance("X_URL", "file:///etc", "https://public.example")).toThrow(/^X_URL must be/);
  });
});

describe("wikiPage", () => {
  it("keeps the slashes and colons of subpages and namespaces", () => {
    expect(wikiPage("en.wikipedia.org", "Portal:Rust/C# & C++")).toBe(
      "https://en.wikipedia.org/wiki/Portal:Rust/C%23_%26_C%2B%2B",
    );
  });
});

describe("creativeCommons", () => {
  it.each([
    ["http://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"],
    ["https://creativecommons.org/licenses/by/3.0/us/", "CC BY 3.0 US"],
    ["https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"],
    ["https://creativecommons.org/publicdomain/mark/1.0/", "Public Domain Mark 1.0"],
    ["https://creativecommons.org/licenses/publicdomain/", "Public domain"],
    ["https://example.org/licenses/by/4.0/", undefined],
    [null, undefined],
  ])("%j is %s", (address, name) => expect(creativeCommons(address)).toBe(name));
});
