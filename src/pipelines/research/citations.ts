const MARK = /\[(\d{1,4})\]/g;
/** What models write for `[1][2]`: `[1, 2]`, `[ 1 ]`, `［1］`, `【1】`, `【1†source】`, `[^1]`, with digits of other scripts. */
const OTHER_MARKS =
  /[[［【〔]\s{0,4}\^?\s{0,4}([0-9０-９٠-٩۰-۹]{1,4}(?:\s{0,4}[,;，；、]\s{0,4}[0-9０-９٠-٩۰-۹]{1,4}){0,30})\s{0,4}(?:†[^\]］】〕]{0,40})?[\]］】〕]/g;
/** A mark that has only begun to arrive. */
const BEGUN =
  /\s?(?:[[［【〔][\d,;†^\s]{0,45}|【[^】]{0,45}|!?\[[^\][]{0,200}\](?:\([^()\s]{0,500})?|<[^<>]{0,500}|&[#\w]{0,32}|(?:\b[a-z][a-z\d+.-]{0,20}:?)?[/\\]{1,2}\S{0,500}|\bwww\.\S{0,500}|\b(?:javascript|vbscript|data):?\S{0,500}|\bhttps?:?)$/i;

const ASCII_ZEROS = [0xff10, 0x0660, 0x06f0];

/** Digits of other scripts as ours. */
const asciiDigits = (text: string): string =>
  text.replace(/[０-９٠-٩۰-۹]/g, (sign) => {
    const zero = ASCII_ZEROS.find((first) => sign.charCodeAt(0) >= first && sign.charCodeAt(0) < first + 10);
    return zero === undefined ? sign : String(sign.charCodeAt(0) - zero);
  });

/** The numbers that a text cites, each once, in order. */
export const citedIn = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(MARK)].map(([, number]) => Number(number))),
];

/** A text whose citations all name one of so many results: others are taken out, other ways of writing them made `[n]`. */
export function existingCitations(text: string, results: number): string {
  return text
    .replace(OTHER_MARKS, (_, numbers: string) =>
      asciiDigits(numbers)
        .split(/[,;，；、]/)
        .reduce((marks, number) => `${marks}[${number.trim()}]`, ""),
    )
    .replace(/ ?\[(\d{1,4})\]/g, (mark, number: string) =>
      Number(number) >= 1 && Number(number) <= results ? mark : "",
    );
}

/** What can be shown of a text that is still arriving: without the mark or address at its end that is not whole yet. */
export const withoutBegunMark = (text: string): string => text.slice(0, -800) + text.slice(-800).replace(BEGUN, "");
