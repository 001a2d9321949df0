import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { firstValueFrom } from "rxjs";
import { expect, it } from "vitest";
import { bundled, FILE } from "../../scripts/vendor.ts";
import { tokenizer$ } from "../../src/pipelines/budget/tokens.ts";

it("the tokenizer in the repository is what its package gives", async () => {
  expect(readFileSync(FILE, "utf8") === (await bundled())).toBe(true);
});

it.each(["", "Otters hold hands.", "L’été à Orléans, 12 °C", "水獭睡觉时手牵手", "<|endoftext|>", "🦦".repeat(40)])(
  "counts as the package does: %j",
  async (text) => {
    const count = await firstValueFrom(tokenizer$);
    expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set<string>() }));
  },
);
