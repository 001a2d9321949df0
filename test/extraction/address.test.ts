import { describe, expect, it } from "vitest";
import { absoluteUrl } from "../../src/extraction/address.ts";

const BASES = [
  "https://a.example/b/c?d#e",
  "http://name:word@a.example:8080/b/",
  "https://ünï.example/",
  "about:blank",
];
const ADDRESSES = [
  "/",
  "/b/c.html",
  "/b/./c",
  "/b/../c",
  "/b/.well-known",
  "//other.example/b",
  "/b//c",
  "/b c",
  "/b%2e%2e/c",
  "/b\\c",
  "/é?é",
  "/b?q='x'&y=[1]#part",
  "/b?c=/../d",
  "b/c",
  "?q=1",
  "#part",
  "https://a.example",
  "https://a.example/",
  "https://A.example/B",
  "https://a.example:443/b",
  "https://name@a.example/b",
  "https://xn--a.example/b",
  "https://1.2.3/b",
  "https://127.1/b",
  "https://a..example/b",
  "https://a_b.example/b",
  "http://a.example/b/../c",
  "https://a.example/b?c=d&e=~f!$()*+,;:@",
  "ftp://a.example/b",
  "javascript:void(0)",
  "mailto:a@b.example",
];

describe("absoluteUrl", () => {
  it.each(BASES)("answers what the URL standard does, below %s", (base) => {
    for (const address of ADDRESSES) {
      const url = URL.parse(address, base);
      const expected = url && /^https?:$/.test(url.protocol) ? url.href : undefined;
      expect([address, absoluteUrl(address, base)]).toEqual([address, expected]);
    }
  });
});
