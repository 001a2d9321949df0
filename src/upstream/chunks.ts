import type { MonoTypeOperatorFunction, OperatorFunction } from "rxjs";
import { relay } from "../relay.ts";

/** Chunks smaller than this are copied together. */
const SMALL_BYTES = 4 * 1024;
const FIRST_BLOCK_BYTES = 4 * 1024;
const BLOCK_BYTES = 64 * 1024;

/**
 * Copies small chunks that come in one turn together into blocks of 64 KB at most: a chunk costs some hundred bytes beside its
 * own, so that a body of one-byte chunks would take that many times its size. A chunk that comes alone passes as it is.
 *
 *     bytes: -(abc)--(d)-|
 *     out:   -(abc)---d--|     (one chunk of three bytes)
 */
export const coalesceChunks = (): MonoTypeOperatorFunction<Uint8Array> =>
  relay((out) => {
    let alone: Uint8Array | undefined;
    let block = new Uint8Array();
    let from = 0;
    let to = 0;
    let scheduled = false;

    function flush(): void {
      scheduled = false;
      if (alone) {
        const chunk = alone;
        alone = undefined;
        out.next(chunk);
      }
      if (to === from) return;
      const gathered = block.subarray(from, to);
      from = to;
      out.next(gathered);
    }

    function gather(bytes: Uint8Array): void {
      if (to + bytes.length > block.length) {
        flush();
        block = new Uint8Array(block.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES);
        from = 0;
        to = 0;
      }
      block.set(bytes, to);
      to += bytes.length;
    }

    return {
      next(bytes) {
        if (bytes.length >= SMALL_BYTES) {
          flush();
          out.next(bytes);
          return;
        }
        if (to === from && !alone) alone = bytes;
        else {
          const before = alone;
          alone = undefined;
          if (before) gather(before);
          gather(bytes);
        }
        if (scheduled) return;
        scheduled = true;
        queueMicrotask(flush);
      },
      error(error) {
        flush();
        out.error(error);
      },
      complete() {
        flush();
        out.complete();
      },
    };
  });

/**
 * What is made of all chunks in one, at the end: a lone one as it is, several copied together as they come.
 *
 *     bytes: -a--bc-|
 *     whole: -------(W|)
 */
export const concatChunks = <T>(made: (whole: Buffer) => T): OperatorFunction<Uint8Array, T> =>
  relay((out) => {
    let whole: Uint8Array = new Uint8Array();
    let size = 0;
    let own = true;
    return {
      next(bytes) {
        if (size === 0) {
          whole = bytes;
          own = false;
        } else {
          if (!own || size + bytes.length > whole.length) {
            const grown = new Uint8Array(2 * (size + bytes.length));
            grown.set(whole.subarray(0, size));
            whole = grown;
            own = true;
          }
          whole.set(bytes, size);
        }
        size += bytes.length;
      },
      complete() {
        out.next(made(Buffer.from(whole.buffer, whole.byteOffset, size)));
        out.complete();
      },
    };
  });
