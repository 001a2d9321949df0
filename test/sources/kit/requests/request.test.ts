import { describe, expect, it } from "vitest";
import { nextLink, pagesRemain, rowsRemain } from "../../../../src/sources/kit/requests/further.ts";
import { bearer, get, params, postForm, postJson } from "../../../../src/sources/kit/requests/request.ts";
import { answer } from "../reading.ts";

describe("params", () => {
  it("keeps the order, leaves out what is absent and repeats lists", () => {
    expect(params({ b: 1, a: "x y", none: undefined, no: null, list: [1, "2"], yes: false }).toString()).toBe(
      "b=1&a=x+y&list=1&list=2&yes=false",
    );
  });
});

describe("get, postForm and postJson", () => {
  it("append the parameters to the address, behind those that it has", () => {
    expect(get("https://a.example/?x=1", { q: "é" }).url).toBe("https://a.example/?x=1&q=%C3%A9");
    expect(get("https://a.example/", { q: undefined })).toEqual({ url: "https://a.example/" });
  });

  it("send a form or JSON that may be repeated, with further headers beside the type's", () => {
    expect(postForm("https://a.example/", { q: "a b" }, { headers: { referer: "https://a.example/" } })).toEqual({
      url: "https://a.example/",
      method: "POST",
      idempotent: true,
      body: "q=a+b",
      headers: { "content-type": "application/x-www-form-urlencoded", referer: "https://a.example/" },
    });
    expect(postJson("https://a.example/", { q: ["a"] }, { idempotent: false })).toMatchObject({
      method: "POST",
      idempotent: false,
      body: '{"q":["a"]}',
      headers: { "content-type": "application/json", accept: "application/json" },
    });
  });
});

describe("bearer", () => {
  it("is no header where no token is set", () => {
    expect(bearer("t")).toEqual({ authorization: "Bearer t" });
    expect(bearer("")).toEqual({});
  });
});

describe("rowsRemain and pagesRemain", () => {
  const at = (search: string) => answer("", { url: `https://up.example/${search}` });

  it.each([
    ["", 50, 51, undefined],
    ["", 50, 50, null],
    ["?offset=50", 10, 60, null],
    ["?offset=50", 9, 60, undefined],
    ["?offset=x", 10, undefined, undefined],
  ])("rows: %j with %i rows of %s", (search, here, total, next) =>
    expect(rowsRemain(at(search), "offset", here, total)).toBe(next),
  );

  it.each([
    ["", 10, 11, undefined],
    ["?page=2", 10, 20, null],
    ["?page=2", 10, null, undefined],
  ])("pages: %j of %i rows of %s", (search, size, total, next) =>
    expect(pagesRemain(at(search), size, total)).toBe(next),
  );
});

describe("nextLink", () => {
  const linked = (link: string) => nextLink(answer("", { url: "https://up.example/a?page=1", headers: { link } }));

  it("is the next page's address on the same site", () => {
    expect(linked('</a?page=9>; rel="last", </a?page=2>; rel="next"')).toBe("https://up.example/a?page=2");
    expect(linked("<https://up.example/a?after=x,y>; rel=next")).toBe("https://up.example/a?after=x,y");
  });

  it("is null where there is none, or where it leads away", () => {
    expect(linked('</a?page=9>; rel="prev"')).toBeNull();
    expect(linked('<https://other.example/a>; rel="next"')).toBeNull();
    expect(nextLink(answer(""))).toBeNull();
  });
});
