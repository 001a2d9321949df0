/** How often a phrase stands in a text, both as keys of words, each word counted once. */
export function occurrences(text: readonly string[], phrase: readonly string[]): number {
  const [first] = phrase;
  let count = 0;
  for (let at = 0; first !== undefined && at + phrase.length <= text.length; at += 1)
    if (text[at] === first && phrase.every((key, index) => text[at + index] === key)) {
      count += 1;
      at += phrase.length - 1;
    }
  return count;
}
