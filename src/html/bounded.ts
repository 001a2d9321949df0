import { type Document, DomHandler } from "domhandler";
import { Parser, type ParserOptions } from "htmlparser2";

/** No document that anybody means nests so deep; the parser's time grows with the square of the depth. */
const MAX_DEPTH = 500;
/** Between two looks at the depth. */
const PIECE_CHARS = 1_024;

class Measuring extends DomHandler {
  depth = 0;
  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    super.onopentag(name, attributes);
  }
  override onclosetag(): void {
    this.depth -= 1;
    super.onclosetag();
  }
}

/** A document as a tree, in time linear in its length: one that nests deeper than some five hundred elements is read up to there. */
export function boundedDocument(text: string, options: ParserOptions): Document {
  const handler = new Measuring();
  const parser = new Parser(handler, options);
  for (let at = 0; at < text.length && handler.depth <= MAX_DEPTH; at += PIECE_CHARS)
    parser.write(text.slice(at, at + PIECE_CHARS));
  // Where reading stopped, what stands half in a piece is nothing.
  if (handler.depth <= MAX_DEPTH) parser.end();
  return handler.root;
}
