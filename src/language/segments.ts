/**
 * Cuts texts by Unicode's rules for words or sentences (UAX 29). What they are in each language is loaded with the first
 * text, for that takes its time.
 */
export function segmentsBy(granularity: "word" | "sentence"): (text: string) => Iterable<Intl.SegmentData> {
  let segmenter: Intl.Segmenter | undefined;
  return (text) => {
    segmenter ??= new Intl.Segmenter("en", { granularity });
    return segmenter.segment(text);
  };
}
