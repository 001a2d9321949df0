interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** A text in pieces, those that are among the words of the question marked. */
export function marked(whole: string, question: string): readonly Piece[] {
  const words = question
    .toLowerCase()
    .split(/[\s"()]+/)
    .filter((word) => word.length > 1 && !word.includes(":"))
    .slice(0, 20);
  if (words.length === 0) return [{ text: whole, hit: false }];
  const wanted = new RegExp(`(${words.map((word) => RegExp.escape(word)).join("|")})`, "giu");
  return whole.split(wanted).map((piece, index) => ({ text: piece, hit: index % 2 === 1 }));
}
