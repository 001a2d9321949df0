/**
 * Keyword density in percent: 100 × count × words in the phrase / words of the text. Undefined for a text without words.
 */
export const density = (count: number, wordsInPhrase: number, wordsOfText: number): number | undefined =>
  wordsOfText > 0 ? (100 * count * wordsInPhrase) / wordsOfText : undefined;
