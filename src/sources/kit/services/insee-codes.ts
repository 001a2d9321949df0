/*
 * INSEE codes of communes and their arrondissements, and names as they are compared.
 */

/** The three communes whose arrondissements have codes of their own, with the first and the last of these. */
const DIVIDED: Readonly<Record<string, readonly [number, number]>> = {
  "75056": [75101, 75120],
  "69123": [69381, 69389],
  "13055": [13201, 13216],
};

const CITIES: Readonly<Record<string, string>> = { paris: "75056", lyon: "69123", marseille: "13055" };

/** A name without case, accents and punctuation; "St" is "Saint". */
export const plainName = (name: string): string =>
  name
    .replace(/œ/gi, "oe")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\bst(e?)\b/g, "saint$1");

/** "Paris 11", "lyon 3e", "Marseille 1er arrondissement" as the arrondissement's INSEE code. */
export function arrondissementIn(q: string): string | undefined {
  const [, city = "", number] =
    /^(paris|lyon|marseille) 0?(\d{1,2}) ?(?:er|e|eme)?(?: arr[a-z]*)?$/.exec(plainName(q)) ?? [];
  const [first, last] = DIVIDED[CITIES[city] ?? ""] ?? [];
  const code = (first ?? 0) + Number(number) - 1;
  return first && last && code >= first && code <= last ? String(code) : undefined;
}

/** Whether a code is that of all Paris, Lyon or Marseille. */
export const isDivided = (insee: string): boolean => insee in DIVIDED;

/** The codes under which statistics by arrondissement hold a commune: its own, or those of its arrondissements. */
export function districtsOf(insee: string): readonly string[] {
  const [first, last] = DIVIDED[insee] ?? [];
  if (!first || !last) return [insee];
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

/** The commune that an arrondissement belongs to; any other code as it is. */
export const wholeOf = (insee: string): string =>
  Object.keys(DIVIDED).find((whole) => districtsOf(whole).includes(insee)) ?? insee;

/** A commune or an arrondissement as INSEE's statistics name their territories: COM-44109, ARM-75111. */
export const territoryOf = (insee: string): string => `${wholeOf(insee) === insee ? "COM" : "ARM"}-${insee}`;

/** The department's code at the head of an INSEE code: three characters overseas, else two. */
export const departmentOf = (insee: string): string => insee.slice(0, insee.startsWith("97") ? 3 : 2);
