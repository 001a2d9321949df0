import { computed, signal } from "@preact/signals";
import { en, type Words } from "../words/en.ts";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = "tributary-language";
const dictionary = signal<Words>(en);
export const language = signal<Language>("en");
const plural = computed(() => new Intl.PluralRules(language.value));

/** Says a sentence of the page: `{name}` is filled in; of `one|many` what suits `n` is taken. */
export function say(key: keyof Words, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = "", many] = dictionary.value[key].split("|");
  const n = values["n"];
  const chosen = many !== undefined && typeof n === "number" && plural.value.select(n) !== "one" ? many : one;
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(language.value) : (value ?? "");
  });
}

export async function speak(wanted: Language): Promise<void> {
  dictionary.value = wanted === "fr" ? (await import("../words/fr.ts")).fr : en;
  language.value = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem(KEPT, wanted);
}

/** The language that was chosen here before, else the browser's, else English. */
export const preferred = (): Language =>
  [localStorage.getItem(KEPT), ...navigator.languages.map((tag) => tag.slice(0, 2))]
    .flatMap((wanted) => LANGUAGES.filter((known) => known === wanted))
    .at(0) ?? "en";
