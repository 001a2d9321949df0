import type { Piece } from "./pieces.ts";

interface Block {
  readonly pieces: readonly Piece[];
  readonly top: number;
  readonly bottom: number;
}

const topOf = (piece: Piece): number => ("line" in piece ? piece.line.y - piece.line.size * 0.75 : piece.top);
const bottomOf = (piece: Piece): number => ("line" in piece ? piece.line.y + piece.line.size * 0.2 : piece.bottom);

/**
 * The pieces of a page as they are read. They are drawn so for the most part; a block that is drawn out of turn, with nothing
 * beside it, goes where it stands. What has something beside it (columns) keeps its turn.
 */
export function inReadingOrder(pieces: readonly Piece[]): Piece[] {
  const blocks: Block[] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const [top, bottom] = [topOf(piece), bottomOf(piece)];
    const height = bottom - top;
    if (last && top >= last.bottom - height * 0.5 && top - last.bottom < 3 * height)
      blocks[blocks.length - 1] = {
        pieces: [...last.pieces, piece],
        top: last.top,
        bottom: Math.max(last.bottom, bottom),
      };
    else blocks.push({ pieces: [piece], top, bottom });
  }
  const isFree = blocks.map((block) =>
    blocks.every((other) => other === block || other.bottom <= block.top + 1 || other.top >= block.bottom - 1),
  );
  const placed: Block[] = [];
  blocks.forEach((block, at) => {
    const before = isFree[at] ? placed.findIndex((other) => other.top > block.top) : -1;
    if (before < 0) placed.push(block);
    else placed.splice(before, 0, block);
  });
  return placed.flatMap((block) => block.pieces);
}
