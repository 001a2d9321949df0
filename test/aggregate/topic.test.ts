import { describe, expect, test } from "vitest";
import { fitsTag, holding, tagOf } from "../../src/aggregate/social/sentiment/topic.ts";

describe("a post holds a topic", () => {
  test.each([
    ["electric cars", "Why an electric car is good", []],
    ["electric cars", "Look at this", ["ElectricCars"]],
    ["electric cars", "I love #electriccars", []],
    ["C++", "C++ modules are good", []],
    ["AT&T", "AT&T is good again", []],
    ["swift", "Swift 6 is out", []],
    ["東京", "今日の東京は寒い", []],
  ])("%s: %s %j", (topic, text, tags) => expect(holding(topic)(text, tags)).toBe(true));

  test.each([
    ["electric cars", "My horrible cold", []],
    ["C++", "Vitamin C is awful", ["c"]],
    ["swift", "Swiftly done", []],
    ["java", "JavaScript fatigue", []],
    ["go", "Waiting for Godot", []],
  ])("not %s: %s %j", (topic, text, tags) => expect(holding(topic)(text, tags)).toBe(false));

  test("signs fit in no tag", () => {
    expect(fitsTag("C++")).toBe(false);
    expect(tagOf("AT&T")).toBeUndefined();
    expect(tagOf("électric cars")).toBe("électriccars");
  });
});
