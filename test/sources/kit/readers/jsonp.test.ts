import { describe, expect, it } from "vitest";
import { jsonp } from "../../../../src/sources/kit/readers/json.ts";

describe("jsonp", () => {
  it.each([
    ['cb({"a":1});', '{"a":1}'],
    ['/**/ jQuery11_2.x( {"a":")"} )\n', '{"a":")"}'],
    ['suggest.apply(["a",["b"]],[])', '["a",["b"]]'],
    ['{"a":1}', '{"a":1}'],
    ["[1,2]", "[1,2]"],
    ["cb(not json)", "cb(not json)"],
    ["cb()", "cb()"],
    ["<html>(x)</html>", "<html>(x)</html>"],
    ["", ""],
  ])("%j holds %j", (body, json) => expect(jsonp(body)).toBe(json));
});
