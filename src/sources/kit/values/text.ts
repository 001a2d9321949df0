/** A text short enough to be quoted in an error. */
export const clip = (value: string, length = 80): string =>
  value.length > length ? `${value.slice(0, length - 1)}…` : value;

/** The beginning of a longer text as a snippet: on one line, some 300 characters at most. */
export const excerpt = (text: string | null | undefined, length = 300): string | undefined =>
  text
    ? clip(
        text
          .slice(0, length * 4)
          .replace(/\s+/g, " ")
          .trim(),
        length,
      )
    : undefined;

/** Whether every word stands in one of the texts, at a word's beginning and in whatever case; no words stand everywhere. */
export function saysAll(words: string, ...texts: readonly (string | undefined)[]): boolean {
  const said = ` ${spaced(texts.join(" "))}`;
  return spaced(words)
    .split(" ")
    .every((word) => said.includes(` ${word}`));
}

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#.]+/gu, " ")
    .trim();
