/** How often a phrase stands in a text, both as keys of words, each word counted once. */
export function occurrences(text: readonly string[], phrase: readonly string[]): number {
  const [first] = phrase;
  if (first === undefined) return 0;
  let count = 0;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at)) {
    const stands = phrase.every((key, index) => text[at + index] === key);
    if (stands) count += 1;
    at += stands ? phrase.length : 1;
  }
  return count;
}
