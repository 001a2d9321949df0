const SUPERSCRIPTS: ReadonlyMap<string, string> = new Map(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"));
const SUBSCRIPTS: ReadonlyMap<string, string> = new Map(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"));

function zip(plain: string, small: string): [string, string][] {
  const signs = [...small];
  return [...plain].map((character, at) => [character, signs[at] ?? character]);
}

const MAX_CHARS = 12;

/** A raised or lowered text in Unicode's own characters; undefined where one of it has none there. */
export function raised(text: string, how: "sub" | "sup"): string | undefined {
  const bare = text.trim();
  const signs = how === "sup" ? SUPERSCRIPTS : SUBSCRIPTS;
  if (!bare || bare.length > MAX_CHARS || !/\d/.test(bare)) return undefined;
  const characters = [...bare].map((character) => signs.get(character));
  return characters.every((character) => character !== undefined) ? characters.join("") : undefined;
}
