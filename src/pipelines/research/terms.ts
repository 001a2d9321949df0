/** Letters of the scripts that put no space between words. */
const UNSPACED = String.raw`[[\p{L}\p{M}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;
const UNSPACED_RUN = new RegExp(`^${UNSPACED}+$`, "v");
const WORD_OR_RUN = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]+(?:\+\+|#)?|${UNSPACED}+`, "gv");
const COMBINING = /[\u0300-\u036f]/g;

/** Without case, diacritics and compatibility forms. */
export const folded = (text: string): string =>
  text.normalize("NFKD").replace(COMBINING, "").toUpperCase().toLowerCase().normalize("NFC");

/** Whether a term is of a script without spaces. */
export const isUnspaced = (term: string): boolean => UNSPACED_RUN.test(term);

/**
 * A text's terms, in order and with repetition: folded words, and the overlapping pairs of letters of unspaced scripts
 * (Chinese, Japanese, Thai …), which match wherever a dictionary would have cut the sentence.
 */
export const terms = (text: string): readonly string[] =>
  (folded(text).match(WORD_OR_RUN) ?? []).flatMap((run) => (isUnspaced(run) ? pairs([...run]) : [run]));

function pairs(letters: readonly string[]): readonly string[] {
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** How often each term occurs. */
export function counted(list: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Words so common that they tell texts apart no better than chance; folded. English, French, German, Spanish, Russian. */
export const COMMON: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at be been before best but by can could did do does for from get had has have
  he her his home how i if in into is it its just like more most new no not of on one online only or other our out over
  page she should so some such than that the their them then there these they this to up us use used using was we were
  what when where which who why will with would you your
  au aux avec ce ces cette comme dans de des du elle en est et etre il ils la le les leur lui mais ne nous on ou par pas
  plus pour qu que quel quelle quels qui sa se ses son sont sur un une vous comment pourquoi quand
  aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat
  ich im in ist kann mehr mit nach nicht noch oder sich sie sind so uber um und von vor war was wenn wer wie wird wir zu
  zum zur warum wann
  al como con cual cuando de del donde el ella en entre es esta este esto fue ha hay la las lo los mas muy no o para
  pero por porque que quien se ser si sin sobre son su sus un una y ya
  а без бы был была были быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как
  какая какие какой когда кто ли мы на не него нет но о об он она они от по при с со так такое то того только у уже
  что чем это этого я почему`
    .split(/\s+/)
    .map(folded),
);
