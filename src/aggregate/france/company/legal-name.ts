import { plainName } from "../../../sources/kit/services/insee-codes.ts";

/** Legal forms, which registers and buyers write or leave out. */
const FORMS = new Set(
  "sa sas sasu sarl eurl sci snc scop scp scs sca selarl selas selasu gie gaec earl sicav eirl ei ste societe cie".split(
    " ",
  ),
);

/** Forms written out, as `plainName` leaves them, and their initials. */
const WRITTEN_OUT =
  /\b(?:societe (?:par actions simplifiee(?: unipersonnelle| a associe unique)?|a responsabilite limitee|anonyme|civile immobiliere|civile|en nom collectif|cooperative(?: et participative)?)|entreprise unipersonnelle a responsabilite limitee|exploitation agricole a responsabilite limitee|groupement agricole d exploitation en commun|groupement d interet economique)\b/g;
/** "S.A.R.L." is SARL. */
const DOTTED = /\b(?:\p{L}\.){2,8}/gu;

/** What stands behind a name in brackets, such as its short name. */
const withoutBrackets = (name: string): string => name.replace(/\([^()]{0,100}\)/g, " ");

/** A legal name as it is compared: whole, without brackets and legal forms at its ends. */
export function legalName(name: string): string {
  const undotted = withoutBrackets(name)
    .replace(DOTTED, (letters) => letters.replaceAll(".", ""))
    .replaceAll("&", " et ");
  const words = plainName(undotted)
    .replace(WRITTEN_OUT, "sa")
    .replace(/\bets\b/g, "etablissements")
    .split(" ");
  // "Moulins et Cie", "Moulins & Cie".
  while (words.length > 1 && (FORMS.has(words.at(-1) ?? "") || words.at(-1) === "et")) words.pop();
  while (words.length > 1 && FORMS.has(words[0] ?? "")) words.shift();
  return words.join(" ");
}

/** Whether a record's texts hold every word that was asked for. */
export function holdsWords(asked: string, texts: readonly (string | null | undefined)[]): boolean {
  const known = new Set(texts.flatMap((text) => plainName(text ?? "").split(" ")));
  const words = plainName(asked)
    .split(" ")
    .filter((word) => !FORMS.has(word));
  return words.every((word) => known.has(word));
}
