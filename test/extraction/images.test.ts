import { expect, it } from "vitest";
import { baseOf } from "../../src/extraction/address.ts";
import { imagesOf } from "../../src/extraction/images.ts";
import { linksOf } from "../../src/extraction/links.ts";
import { parseTree } from "../../src/extraction/tree.ts";

const url = "https://a.example/dir/page";
const urls = (html: string) => {
  const tree = parseTree(html);
  return imagesOf(tree, baseOf(tree, url)).map((image) => image.url);
};

it.each([
  ["a relative address", '<img src="x.jpg">', "https://a.example/dir/x.jpg"],
  ["a base", '<base href="/other/"><img src="x.jpg">', "https://a.example/other/x.jpg"],
  ["data-src before a placeholder", '<img src="/holder.jpg" data-src="/real.jpg">', "https://a.example/real.jpg"],
  ["data-original", '<img src="data:image/gif;base64,AA" data-original="/real.jpg">', "https://a.example/real.jpg"],
  ["data-lazy", '<img data-lazy="/real.jpg">', "https://a.example/real.jpg"],
  [
    "the widest of srcset",
    '<img src="/s.jpg" srcset="/m.jpg 640w, /l.jpg 1280w, /s.jpg 320w">',
    "https://a.example/l.jpg",
  ],
  ["the densest of srcset", '<img srcset="/one.jpg, /two.jpg 2x">', "https://a.example/two.jpg"],
  [
    "commas in an address",
    '<img srcset="/w_640,q_5/m.jpg 640w, /w_99,q_5/l.jpg 1280w">',
    "https://a.example/w_99,q_5/l.jpg",
  ],
  ["data-srcset", '<img src="/s.gif" data-srcset="/l.jpg 800w">', "https://a.example/l.jpg"],
  [
    "a picture's source",
    '<picture><source srcset="/l.webp 1200w"><img src="/s.jpg"></picture>',
    "https://a.example/l.webp",
  ],
  ["noscript", '<noscript><img src="/n.jpg"></noscript>', "https://a.example/n.jpg"],
])("finds %s", (_, html, expected) => {
  expect(urls(html)).toEqual([expected]);
});

it.each([
  ["pixels", '<img src="/x.gif" width="1" height="1">'],
  ["trackers", '<img src="https://www.facebook.com/tr?id=1"><img src="/img/spacer.gif">'],
  ["data addresses", '<img src="data:image/png;base64,AA">'],
  ["other schemes", '<img src="javascript:x"><img src="file:///etc/x.png"><img src="">'],
])("leaves out %s", (_, html) => {
  expect(urls(html)).toEqual([]);
});

it("names each image once, and says of it only what the page does", () => {
  const tree = parseTree(
    '<img src="/x.jpg" alt=" An  oak " width="640px"><img src="/x.jpg"><img src="/y.jpg" alt="" width="100%">',
  );
  expect(imagesOf(tree, url)).toEqual([
    { url: "https://a.example/x.jpg", alt: "An oak", width: 640 },
    { url: "https://a.example/y.jpg" },
  ]);
});

it("lists links once, without fragments, by their text, their image's or their label", () => {
  const tree =
    parseTree(`<a href="/a#x"></a><a href="/a">First <b>link</b></a><a href="#here">no</a><a href="mailto:a@b.example">no</a>
    <a href="/i"><img alt="An oak"></a><a href="/l" aria-label="Label"></a><area href="/map">`);
  expect(linksOf(tree, url)).toEqual([
    { url: "https://a.example/a", text: "First link" },
    { url: "https://a.example/i", text: "An oak" },
    { url: "https://a.example/l", text: "Label" },
    { url: "https://a.example/map", text: "" },
  ]);
});
