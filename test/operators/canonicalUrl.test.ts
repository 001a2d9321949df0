import { describe, expect, test } from "vitest";
import { canonicalUrl } from "../../src/operators/canonicalUrl.ts";

const same: readonly (readonly [why: string, from: string, to: string])[] = [
  ["scheme", "http://example.com/a", "https://example.com/a"],
  ["www.", "https://www.example.com/a", "https://example.com/a"],
  ["case of the host", "https://EXAMPLE.com/A", "https://example.com/A"],
  ["final dot of the host", "https://example.com./a", "https://example.com/a"],
  ["user name", "https://me:secret@example.com/a", "https://example.com/a"],
  ["default port", "http://example.com:80/a", "https://example.com/a"],
  ["the other scheme's default port", "http://example.com:443/a", "https://example.com/a"],
  ["another port", "http://example.com:8080/a", "https://example.com:8080/a"],
  ["bare host", "https://example.com", "https://example.com/"],
  ["fragment", "https://example.com/a#part", "https://example.com/a"],
  ["text fragment", "https://example.com/a#:~:text=word", "https://example.com/a"],
  ["hash-bang route", "https://example.com/#!/mail/1", "https://example.com/#!/mail/1"],
  ["hash route", "https://example.com/app#/users/7", "https://example.com/app#/users/7"],
  ["empty hash route", "https://example.com/app#/", "https://example.com/app"],
  ["trailing slash", "https://example.com/a/", "https://example.com/a"],
  ["index file", "https://example.com/a/index.html", "https://example.com/a"],
  ["index file of the root", "https://example.com/index.php?p=2", "https://example.com/?p=2"],
  ["default file", "https://example.com/Default.aspx", "https://example.com/"],
  ["session in the path", "https://example.com/a;jsessionid=9F?x=1", "https://example.com/a?x=1"],
  ["utm_*", "https://example.com/a?utm_source=x&utm_medium=y&id=1", "https://example.com/a?id=1"],
  ["click ids", "https://example.com/a?gclid=1&fbclid=2&msclkid=3&igshid=4&mc_cid=5", "https://example.com/a"],
  ["ref_src, whatever its case", "https://example.com/a?Ref_Src=twsrc", "https://example.com/a"],
  ["order of parameters", "https://example.com/?b=2&a=1", "https://example.com/?a=1&b=2"],
  ["repeated parameters", "https://example.com/?b=2&a=z&a=b", "https://example.com/?a=z&a=b&b=2"],
  ["empty parameters", "https://example.com/?&a=&", "https://example.com/?a"],
  ["plus for a space", "https://example.com/?q=a+b", "https://example.com/?q=a%20b"],
  ["encoded unreserved", "https://example.com/%7Eme/%61", "https://example.com/~me/a"],
  ["case of encoding", "https://example.com/a%2fb%c3%a9", "https://example.com/a%2Fb%C3%A9"],
  ["unencoded letters", "https://example.com/é", "https://example.com/%C3%A9"],
  ["IDN", "https://bücher.example/a", "https://xn--bcher-kva.example/a"],
  ["m.", "https://m.example.com/a", "https://example.com/a"],
  ["m. behind www.", "https://www.m.example.com/a", "https://example.com/a"],
  ["mobile.", "https://mobile.example.co.uk/a", "https://example.co.uk/a"],
  ["Wikipedia's .m.", "https://en.m.wikipedia.org/wiki/RxJS", "https://en.wikipedia.org/wiki/RxJS"],
  ["amp. host", "https://amp.example.com/a", "https://example.com/a"],
  ["/amp at the end", "https://example.com/story/amp/", "https://example.com/story"],
  ["/amp at the beginning", "https://example.com/amp/story", "https://example.com/story"],
  ["?amp=1", "https://example.com/story?amp=1", "https://example.com/story"],
  ["?amp", "https://example.com/story?amp", "https://example.com/story"],
  ["outputType=amp", "https://example.com/story?outputType=amp", "https://example.com/story"],
  [".amp.html", "https://example.com/story.amp.html", "https://example.com/story.html"],
  ["Google's AMP viewer", "https://www.google.com/amp/s/www.example.com/story/amp", "https://example.com/story"],
  ["Google's AMP viewer, host only", "https://www.google.co.uk/amp/example.com", "https://example.com/"],
  ["AMP cache", "https://www-example-com.cdn.ampproject.org/c/s/www.example.com/a?x=1", "https://example.com/a?x=1"],
  ["Bing's AMP cache", "https://www-example-com.bing-amp.com/c/s/www.example.com/a.html", "https://example.com/a.html"],
];

const apart: readonly (readonly [why: string, one: string, other: string])[] = [
  ["paths differ in case", "https://example.com/A", "https://example.com/a"],
  ["a parameter that means something", "https://example.com/?id=1", "https://example.com/?id=2"],
  ["a Latin-1 escape is not another", "https://example.com/?q=%E9", "https://example.com/?q=%E8"],
  ["an encoded slash is no slash", "https://example.com/a%2Fb", "https://example.com/a/b"],
  ["a repository named amp", "https://github.com/someone/amp", "https://github.com/someone"],
  ["a package named amp", "https://www.npmjs.com/package/amp", "https://www.npmjs.com/package"],
  ["a telephone shop", "https://mobile.free.fr/", "https://free.fr/"],
  ["a subdomain", "https://docs.example.com/", "https://example.com/"],
  ["SPA routes", "https://example.com/#/a", "https://example.com/#/b"],
];

const asTheyAre = [
  "",
  "not a url",
  "mailto:me@example.com",
  "ftp://example.com/a",
  "https://",
  "http://[::1",
  "javascript:alert(1)",
];

describe("canonicalUrl", () => {
  test.each(same)("levels %s: %s", (_why, from, to) => expect(canonicalUrl(from)).toBe(to));

  test.each(apart)("keeps apart: %s", (_why, one, other) => expect(canonicalUrl(one)).not.toBe(canonicalUrl(other)));

  test.each(asTheyAre)("returns %j unchanged", (text) => expect(canonicalUrl(text)).toBe(text));

  test.each([...same.map(([, from]) => from), ...apart.flatMap(([, ...urls]) => urls)])("is idempotent: %s", (url) => {
    const once = canonicalUrl(url);
    expect(canonicalUrl(once)).toBe(once);
  });

  test.each([
    "https://m.co/",
    "https://amp.dev/",
    "https://www.com/",
    "https://m.blogspot.com/",
    "https://localhost/a",
    "https://192.0.2.1/a",
    "https://[2001:db8::1]/a",
  ])("takes no mark off a host that is nothing without it: %s", (url) => expect(canonicalUrl(url)).toBe(url));

  test("stays fast on hostile addresses", () => {
    const long = 100_000;
    const hostile = [
      `https://www.google.com/amp/${"s/www.google.com/amp/".repeat(5_000)}`,
      `https://x.cdn.ampproject.org/${"s/".repeat(long)}`,
      `https://example.com/${"amp/".repeat(long)}`,
      `https://example.com/?${"a&".repeat(long)}`,
      `https://example.com/${";jsessionid=".repeat(20_000)}`,
      `https://${"m.".repeat(100)}example.com/`,
    ];
    const begin = performance.now();
    for (const url of hostile) expect(canonicalUrl(url)).toMatch(/^https:/);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
