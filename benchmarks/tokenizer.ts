import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { firstValueFrom } from "rxjs";
import { bundled, FILE } from "../scripts/vendor.ts";
import { tokenizer$ } from "../src/pipelines/budget/tokens.ts";

/* Whether the tokenizer in the repository is what its package gives, and counts as it does. */
const ours = await firstValueFrom(tokenizer$);
const same = readFileSync(FILE, "utf8") === (await bundled());
const texts = [
  "",
  "Otters hold hands.",
  "L’été à Orléans, 12 °C",
  "水獭睡觉时手牵手",
  "<|endoftext|>",
  "🦦".repeat(40),
];
const options = { disallowedSpecial: new Set<string>() };
const alike = texts.filter((text) => ours(text) === countTokens(text, options));
console.log(
  `the file ${same ? "is" : "is not"} what the package gives; ${alike.length} of ${texts.length} texts count alike`,
);
process.exit(same && alike.length === texts.length ? 0 : 1);
