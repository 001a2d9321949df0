import { describe, expect, it } from "vitest";
import { definitionOf } from "../../src/pipelines/research/choosing.ts";

describe("a question for a definition", () => {
  it.each(["e-mail", "C++", "Node.js", "AT-AT", "a.b", "x+y-z"])("may ask for %s", (name) => {
    const defines = definitionOf(`What is ${name}?`);
    expect(defines?.test(`${name.toLowerCase()} is a thing.`) ?? false).toBe(/\w$/.test(name));
    expect(defines?.test(`called ${name.toLowerCase()}`)).toBe(true);
  });

  it("may hold any character", () => {
    for (let code = 1; code < 0x3000; code += 1) {
      const character = String.fromCodePoint(code);
      for (const subject of [`a${character}b`, `${character}${character}x`, `x${character}`])
        expect(() => definitionOf(`What is ${subject}?`), subject).not.toThrow();
    }
  });
});
