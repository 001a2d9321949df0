import { describe, expect, test } from "vitest";
import { canonicalUrl } from "../../src/operators/canonicalUrl.ts";
import { processorMs } from "../support/processor-time.ts";

const same: readonly (readonly [why: string, from: string, to: string])[] = [
  ["scheme", "http://example.com/a", "https://example.com/a"],
  ["www.", "https://www.example.com/a", "https://example.com/a"],
  ["case of the host", "https://EXAMPLE.com/A", "https://example.com/A"],
  ["final dot of the host", "https://example.com./a", "https://example.com/a"],
  ["user name", "https://me:secret@example.com/a", "https://example.com/a"],
  ["default port", "http://example.com:80/a", "https://example.com/a"],
  ["the other scheme's default port", "http://example.com:443/a", "https://example.com/a"],
  ["the other scheme's default port, the other way round", "https://example.com:80/a", "https://example.com/a"],
  ["another port", "http://example.com:8080/a", "https://example.com:8080/a"],
  ["bare host", "https://example.com", "https://example.com/"],
  ["fragment", "https://example.com/a#part", "https://example.com/a"],
  ["text fragment", "https://example.com/a#:~:text=word", "https://example.com/a"],
  ["hash-bang route", "https://example.com/#!/mail/1", "https://example.com/#!/mail/1"],
  ["hash route", "https://example.com/app#/users/7", "https://example.com/app#/users/7"],
  ["empty hash route", "https://example.com/app#/", "https://example.com/app"],
  ["empty hash-bang route", "https://example.com/app#!", "https://example.com/app"],
  ["a fragment with a route's mark within", "https://example.com/a#b#/c", "https://example.com/a"],
  ["a hash route that ends like an empty one", "https://example.com/#/a#/", "https://example.com/#/a#/"],
  ["trailing slash", "https://example.com/a/", "https://example.com/a"],
  ["trailing slashes, and none within", "https://example.com/a//b//", "https://example.com/a//b"],
  ["dot segments", "https://www.example.com/a/./b/../c/", "https://example.com/a/c"],
  ["encoded dot segments", "https://www.example.com/a/%2e%2E/c/", "https://example.com/c"],
  ["a space", "https://www.example.com/a b/", "https://example.com/a%20b"],
  ["index file", "https://example.com/a/index.html", "https://example.com/a"],
  ["index file further down", "https://example.com/a/b/INDEX.SHTML", "https://example.com/a/b"],
  ["index.htm", "https://example.com/a/index.htm", "https://example.com/a"],
  ["index.asp", "https://example.com/a/index.asp", "https://example.com/a"],
  ["index.aspx", "https://example.com/a/index.aspx", "https://example.com/a"],
  ["default.htm", "https://example.com/a/default.htm", "https://example.com/a"],
  ["default.html", "https://example.com/a/default.html", "https://example.com/a"],
  ["default.asp", "https://example.com/a/default.asp", "https://example.com/a"],
  ["index file of the root", "https://example.com/index.php?p=2", "https://example.com/?p=2"],
  ["default file", "https://example.com/Default.aspx", "https://example.com/"],
  ["session within the path", "https://example.com/a;JSESSIONID=9F/b", "https://example.com/a/b"],
  ["session in the path", "https://example.com/a;jsessionid=9F?x=1", "https://example.com/a?x=1"],
  ["utm_*", "https://example.com/a?utm_source=x&utm_medium=y&id=1", "https://example.com/a?id=1"],
  ["click ids", "https://example.com/a?gclid=1&fbclid=2&msclkid=3&igshid=4&mc_cid=5", "https://example.com/a"],
  ["ref_src, whatever its case", "https://example.com/a?Ref_Src=twsrc", "https://example.com/a"],
  ["what AMP viewers add", "https://example.com/a?amp_js_v=1&amp_gsa=2&usqp=3&id=1", "https://example.com/a?id=1"],
  ["order of parameters that begin alike", "https://example.com/?ab=1&aa=2", "https://example.com/?aa=2&ab=1"],
  ["order of parameters without values", "https://example.com/?b&a=1&c", "https://example.com/?a=1&b&c"],
  ["a value that ends like an empty one", "https://example.com/?q=YQ=", "https://example.com/?q=YQ="],
  ["order of parameters", "https://example.com/?b=2&a=1", "https://example.com/?a=1&b=2"],
  ["repeated parameters", "https://example.com/?b=2&a=z&a=b", "https://example.com/?a=z&a=b&b=2"],
  ["empty parameters", "https://example.com/?&a=&", "https://example.com/?a"],
  ["plus for a space", "https://example.com/?q=a+b", "https://example.com/?q=a%20b"],
  ["encoded unreserved", "https://example.com/%7Eme/%61", "https://example.com/~me/a"],
  ["case of encoding", "https://example.com/a%2fb%c3%a9", "https://example.com/a%2Fb%C3%A9"],
  ["unencoded letters", "https://example.com/é", "https://example.com/%C3%A9"],
  ["IDN", "https://bücher.example/a", "https://xn--bcher-kva.example/a"],
  ["www. of a home page", "https://www.example.com/", "https://example.com/"],
  ["www. of a home page with a query", "https://www.example.com/?a", "https://example.com/?a"],
  ["www. before a subdomain", "https://www.docs.example.com/a", "https://docs.example.com/a"],
  ["m. behind several names", "https://a.b.m.example.com/x", "https://a.b.example.com/x"],
  ["several names", "https://a.b.example.com/x", "https://a.b.example.com/x"],
  ["m. before a subdomain", "https://m.docs.example.com/a", "https://docs.example.com/a"],
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
  [".amp", "https://example.com/story.amp", "https://example.com/story"],
  [".amp.htm", "https://example.com/story.amp.htm", "https://example.com/story.htm"],
  ["Google's AMP viewer without www.", "https://google.com/amp/s/a.example/b", "https://a.example/b"],
  ["AMP cache, over http", "https://x.cdn.ampproject.org/v/www.example.com/a", "https://example.com/a"],
  ["AMP cache, host only", "https://x.cdn.ampproject.org/c/s/www.example.com", "https://example.com/"],
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
  ["a repository of amp", "https://github.com/amp/story", "https://github.com/story"],
  ["a file of a repository", "https://github.com/someone/story.amp", "https://github.com/someone/story"],
  ["a page named amp", "https://example.com/amp", "https://example.com/"],
  [".amp within a path", "https://example.com/a.amp/b", "https://example.com/a/b"],
  ["an index of something", "https://example.com/myindex.html", "https://example.com/"],
  ["what only begins like an index file", "https://example.com/index.html5", "https://example.com/"],
  ["a parameter with utm_ within", "https://example.com/?my_utm_x=1", "https://example.com/"],
  ["an output that is not AMP", "https://example.com/?outputType=pdf", "https://example.com/"],
  ["no viewer of Google's", "https://mygoogle.com/amp/s/a.example/b", "https://a.example/b"],
  ["no viewer of Google's either", "https://www.google.company.example/amp/s/a.example/b", "https://a.example/b"],
  ["another page of Google's", "https://www.google.com/x/amp/s/a.example/b", "https://a.example/b"],
  ["no AMP cache", "https://x.cdn.ampproject.org.example.com/c/s/a.example/b", "https://a.example/b"],
  ["another page of an AMP cache", "https://x.cdn.ampproject.org/xy/c/s/a.example/b", "https://a.example/b"],
  ["a subdomain", "https://docs.example.com/", "https://example.com/"],
  ["SPA routes", "https://example.com/#/a", "https://example.com/#/b"],
];

const asTheyAre = [
  "",
  "not a url",
  "see https://www.sites.org/a/",
  "shttp://www.example.com/a/",
  "mailto:me@example.com",
  "ftp://example.com/a",
  "https://",
  "http://[::1",
  "javascript:alert(1)",
];

/** The same of a host whose name has nothing of a viewer's in it, as "example" has: plain addresses of such take a shorter way. */
const plainer = (text: string): string => text.replace(/example\.com/gi, "sites.org");

describe("canonicalUrl", () => {
  test.each(same)("levels %s: %s", (_why, from, to) => {
    expect(canonicalUrl(from)).toBe(to);
    expect(canonicalUrl(plainer(from))).toBe(plainer(to));
  });

  test.each(apart)("keeps apart: %s", (_why, one, other) => expect(canonicalUrl(one)).not.toBe(canonicalUrl(other)));

  test.each([...same.map(([, from]) => from), ...apart.flatMap(([, ...urls]) => urls)])(
    "comes to the same where the scheme is in capitals: %s",
    (url) => {
      const plain = plainer(url);
      expect(canonicalUrl(plain.replace(/^https?/, (scheme) => scheme.toUpperCase()))).toBe(canonicalUrl(plain));
    },
  );

  test("levels every code: unreserved characters plain, the others in capitals (RFC 3986, 2.3 and 6.2.2)", () => {
    const escapes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, "0")}`);
    const levelled = (code: string): string => {
      const plain = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(plain) ? plain : code.toUpperCase();
    };
    const written = [...escapes, ...escapes.map((code) => code.toUpperCase())];
    expect(written.map((code) => canonicalUrl(`https://example.com/a${code}b`))).toEqual(
      written.map((code) => `https://example.com/a${levelled(code)}b`),
    );
  });

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
    const begin = processorMs();
    for (const url of hostile) expect(canonicalUrl(url)).toMatch(/^https:/);
    expect(processorMs() - begin).toBeLessThan(5_000);
  });
});
