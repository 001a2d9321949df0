/** Shorter texts are searched as they are. */
const MIN_INDEXED_CHARS = 2_000;
const INDEX_BITS = 18;

const slotOf = (text: string, at: number): number =>
  (text.charCodeAt(at) * 0x9e3779b1 + text.charCodeAt(at + 1) * 0x85ebca6b + text.charCodeAt(at + 2) * 0xc2b2ae35) >>>
  (32 - INDEX_BITS);

/** A text to be searched for thousands of others: most are told to be absent by their triples of letters. */
export class Target {
  readonly text: string;
  readonly lower: string;
  private triples: Uint8Array | undefined;

  constructor(text: string) {
    this.text = text;
    this.lower = text.toLowerCase();
  }

  /** Whether a text in lower case stands in it. */
  has(literal: string): boolean {
    return this.mayHave(literal) && this.lower.includes(literal);
  }

  hasAny(literals: readonly string[] | undefined): boolean {
    return literals === undefined || literals.some((literal) => this.has(literal));
  }

  private mayHave(literal: string): boolean {
    if (this.lower.length < MIN_INDEXED_CHARS) return true;
    const triples = this.triples ?? this.indexed();
    for (let at = 0; at + 3 <= literal.length; at += 1) if (triples[slotOf(literal, at)] === 0) return false;
    return true;
  }

  private indexed(): Uint8Array {
    const triples = new Uint8Array(2 ** INDEX_BITS);
    for (let at = 0; at + 3 <= this.lower.length; at += 1) triples[slotOf(this.lower, at)] = 1;
    this.triples = triples;
    return triples;
  }
}
