import { Parser, type ParserOptions } from "htmlparser2";

/** What a document's tags and texts come to, as they are read. */
interface Tags {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Nobody nests so deep who means it; the parser takes longer with each element that is open. */
const MAX_DEPTH = 500;
const MAX_ATTRIBUTES = 500;
/** Between two looks at the depth. */
const PIECE_CHARS = 1_024;

/**
 * Reads markup tag by tag as it arrives, without a tree, in time linear in its length. What nests deeper than some five
 * hundred elements, or has an element of as many attributes, is read up to there.
 */
export class BoundedMarkup {
  readonly #parser: Parser;
  #depth = 0;
  #attributes = 0;

  constructor({ open, text, close }: Tags, options: ParserOptions) {
    this.#parser = new Parser(
      {
        onopentagname: () => {
          this.#attributes = 0;
        },
        onattribute: () => {
          this.#attributes += 1;
        },
        onopentag: (name, attributes) => {
          this.#depth += 1;
          open(name, attributes);
        },
        ontext: (data) => text?.(data),
        onclosetag: (name) => {
          this.#depth -= 1;
          close?.(name);
        },
      },
      options,
    );
  }

  /** Whether there is no reading on. */
  get #over(): boolean {
    return this.#depth > MAX_DEPTH || this.#attributes > MAX_ATTRIBUTES;
  }

  write(markup: string): void {
    for (let at = 0; at < markup.length && !this.#over; at += PIECE_CHARS)
      this.#parser.write(markup.slice(at, at + PIECE_CHARS));
  }

  end(): void {
    if (!this.#over) this.#parser.end();
  }
}
