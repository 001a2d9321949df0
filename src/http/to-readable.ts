import { Readable } from "node:stream";
import type { Observable, Subscription } from "rxjs";

interface ReadableOptions {
  /** The last piece of a stream that has begun and fails; absent: the connection breaks off, which no client takes for the end. */
  readonly trailingErrorChunk?: ((error: unknown) => string) | undefined;
  /** How long a reader may leave what waits for it untouched before it is given up. */
  readonly stalledMs?: number;
}

/**
 * Pieces of text as a Node stream, once the first piece is there. What fails before that, or before the subscription
 * itself returns, rejects: then nothing has been sent, and the failure can be answered with its status.
 *
 * Destroying the stream unsubscribes. A reader that does not keep up has the pieces wait for it, which is bounded by the
 * answer's own size; one that takes nothing at all for `stalledMs` (default 30 s) is given up.
 */
export function toReadable(
  pieces$: Observable<string>,
  { trailingErrorChunk, stalledMs = 30_000 }: ReadableOptions = {},
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    let stall: NodeJS.Timeout | undefined;
    let subscription: Subscription | undefined;
    const readable = new Readable({
      highWaterMark: 256 * 1024,
      read: () => clearTimeout(stall),
      destroy: (error, done) => {
        clearTimeout(stall);
        subscription?.unsubscribe();
        done(error);
      },
    });
    let returned = false;
    let pieces = 0;
    subscription = pieces$.subscribe({
      next: (piece) => {
        pieces += 1;
        const full = !readable.push(piece);
        clearTimeout(stall);
        if (full)
          stall = setTimeout(() => readable.destroy(new Error("The client takes nothing any more.")), stalledMs);
        if (returned) resolve(readable);
      },
      error: (error) => {
        if (pieces === 0 || !returned) {
          reject(error);
          readable.destroy();
        } else if (trailingErrorChunk) {
          readable.push(trailingErrorChunk(error));
          readable.push(null);
        } else readable.destroy(error);
      },
      complete: () => {
        readable.push(null);
        resolve(readable);
      },
    });
    returned = true;
    if (pieces > 0) resolve(readable);
    if (readable.destroyed) subscription.unsubscribe();
  });
}
