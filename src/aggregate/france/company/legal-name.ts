import { plainName } from "../../../sources/kit/services/insee-codes.ts";

/** Legal forms, which registers and buyers write or leave out. */
const FORMS = new Set(
  "sa sas sasu sarl eurl sci snc scop scp scs sca selarl selas selasu gie gaec earl sicav eirl ei ste societe cie".split(
    " ",
  ),
);

/** What stands behind a name in brackets, such as its short name. */
const withoutBrackets = (name: string): string => name.replace(/\([^()]{0,100}\)/g, " ");

/** A legal name as it is compared: whole, without brackets and legal forms at its ends. */
export function legalName(name: string): string {
  const words = plainName(withoutBrackets(name)).split(" ");
  while (words.length > 1 && FORMS.has(words.at(-1) ?? "")) words.pop();
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
