import { stopwords as ar } from "@orama/stopwords/arabic";
import { stopwords as bg } from "@orama/stopwords/bulgarian";
import { stopwords as da } from "@orama/stopwords/danish";
import { stopwords as nl } from "@orama/stopwords/dutch";
import { stopwords as en } from "@orama/stopwords/english";
import { stopwords as fi } from "@orama/stopwords/finnish";
import { stopwords as fr } from "@orama/stopwords/french";
import { stopwords as de } from "@orama/stopwords/german";
import { stopwords as el } from "@orama/stopwords/greek";
import { stopwords as hu } from "@orama/stopwords/hungarian";
import { stopwords as id } from "@orama/stopwords/indonesian";
import { stopwords as it } from "@orama/stopwords/italian";
import { stopwords as no } from "@orama/stopwords/norwegian";
import { stopwords as pt } from "@orama/stopwords/portuguese";
import { stopwords as ro } from "@orama/stopwords/romanian";
import { stopwords as ru } from "@orama/stopwords/russian";
import { stopwords as es } from "@orama/stopwords/spanish";
import { stopwords as sv } from "@orama/stopwords/swedish";
import { stopwords as tr } from "@orama/stopwords/turkish";
import { stopwords as uk } from "@orama/stopwords/ukrainian";
import { terms } from "./terms.ts";

/** The function words of a language (ISO 639-1) as they are written, for texts: no word of them is ever a topic. */
export const STOP_LISTS: Readonly<Record<string, readonly string[]>> = {
  ar,
  bg,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  hu,
  id,
  it,
  nb: no,
  nl,
  no,
  pt,
  ro,
  ru,
  sv,
  tr,
  uk,
};

/** Whether the function words of a language are known here. */
export const knowsStopTermsOf = (language: string): boolean =>
  Object.hasOwn(STOP_LISTS, language.slice(0, 2).toLowerCase());

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
  if (knowsStopTermsOf(name)) sets.set(name, set);
  return set;
}
