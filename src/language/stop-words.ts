import { folded } from "./fold.ts";

/** Words so common that they tell texts apart no better than chance, by language (ISO 639-1); folded. */
const WRITTEN: Readonly<Record<string, string>> = {
  en: `a about after all also an and any are as at be been before best but by can could did do does for from get had has
    have he her his how i if in into is it its just like more most new no not of on one online only or other our out over
    page she should so some such than that the their them then there these they this to up us use used using was we were
    what when where which who why will with would you your`,
  fr: `au aux avec ce ces cette comme dans de des du elle en est et etre il ils je la le les leur lui mais ne nous on ou par
    pas plus pour qu que quel quelle quelles quels qui sa se ses son sont sur un une vous comment pourquoi quand combien l d c
    j m n s t y`,
  de: `aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat
    ich im in ist kann man mehr mit nach nicht noch oder sich sie sind so uber um und von vor war was wenn wer wie wird wir
    wo zu zum zur warum wann welche welcher welches`,
  es: `al como con cual cuando de del donde el ella en entre es esta este esto fue ha hay la las lo los mas muy no o para
    pero por porque que quien se ser si sin sobre son su sus un una y ya`,
  it: `a ad al alla alle ai che chi ci come con cosa da dal dalla dei del della delle di dove e ed gli i il in io la le lo ma
    mi nel nella non o per perche piu quale quali quando quanto se si sono su sul sulla tra un una uno`,
  pt: `a ao aos as com como da das de do dos e em entre esta este eu foi ha mais mas na nas no nos o os ou para pela pelo por
    porque qual quais quando que quem se sem ser seu sua sao um uma onde`,
  nl: `aan als bij dat de deze die dit door een en er het hij hoe ik in is je kan maar meer met naar niet nog of om ook op te
    tot uit van voor waar waarom wanneer wat welke wie wij worden wordt ze zijn zo`,
  ru: `а без бы был была были быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как
    какая какие какой когда кто ли мы на не него нет но о об он она они от по при с со так такое то того только у уже что
    чем это этого я почему`,
};

const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WRITTEN).map(([language, words]) => [language, new Set(words.trim().split(/\s+/).map(folded))]),
);

/** The stop words of all languages known here. */
export const COMMON: ReadonlySet<string> = new Set([...STOP_WORDS.values()].flatMap((words) => [...words]));

/**
 * The stop words of a few words' language: the language named (`fr`, `pt-BR`), else the one that most of the words are stop words
 * of; of several such, all. None where no word is one.
 */
export function stopWordsFor(words: readonly string[], language?: string): ReadonlySet<string> {
  const named = language && STOP_WORDS.get(language.slice(0, 2).toLowerCase());
  if (named) return named;
  const counts = [...STOP_WORDS.values()].map((list) => words.filter((word) => list.has(word)).length);
  const most = Math.max(...counts);
  const lists = most === 0 ? [] : [...STOP_WORDS.values()].filter((_, index) => counts[index] === most);
  return new Set(lists.flatMap((list) => [...list]));
}
