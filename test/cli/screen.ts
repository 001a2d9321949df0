import { WriteStream } from "node:tty";

export interface Screen {
  readonly stream: WriteStream;
  readonly written: () => string;
}

/** An output that remembers what is written to it; on request a terminal of 80 columns. */
export function screen({ isTTY = false } = {}): Screen {
  const pieces: string[] = [];
  const own = {
    isTTY: { value: isTTY },
    columns: { value: 80 },
    rows: { value: 24 },
    write: {
      value: (text: string) => {
        pieces.push(text);
        return true;
      },
    },
  };
  const stream: WriteStream = Object.create(WriteStream.prototype, own);
  return { stream, written: () => pieces.join("") };
}
