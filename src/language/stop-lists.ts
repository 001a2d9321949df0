import { stopwords as nl } from "@orama/stopwords/dutch";
import { stopwords as en } from "@orama/stopwords/english";
import { stopwords as fr } from "@orama/stopwords/french";
import { stopwords as de } from "@orama/stopwords/german";
import { stopwords as it } from "@orama/stopwords/italian";
import { stopwords as pt } from "@orama/stopwords/portuguese";
import { stopwords as ru } from "@orama/stopwords/russian";
import { stopwords as es } from "@orama/stopwords/spanish";
import { terms } from "./terms.ts";

/** The function words of a language (ISO 639-1) as they are written, for texts: no word of them is ever a topic. */
export const STOP_LISTS: Readonly<Record<string, readonly string[]>> = { de, en, es, fr, it, nl, pt, ru };

/** Function words that the lists have not. */
const MORE: Readonly<Record<string, string>> = {
  en: "also just even ever may us upon per via yet many much one",
  fr: `plus comme tout tous toute toutes très aussi si où donc car ni alors sous entre chez vers avant après depuis dont lors
    afin ainsi peut peuvent être cela ça comment pourquoi quand quoi autre autres`,
};

const sets = new Map<string, ReadonlySet<string>>();

/**
 * A language's stop words as terms: folded, and cut where a text's words are cut (`don't` is `don` and `t`). None of a language
 * that is not known here.
 */
export function stopTermsOf(language: string): ReadonlySet<string> {
  const name = language.slice(0, 2).toLowerCase();
  const before = sets.get(name);
  if (before) return before;
  const set = new Set(terms([...(STOP_LISTS[name] ?? []), MORE[name] ?? ""].join(" ")));
  if (Object.hasOwn(STOP_LISTS, name)) sets.set(name, set);
  return set;
}
