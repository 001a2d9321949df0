import { type MonoTypeOperatorFunction, Observable } from "rxjs";

/** Chunks smaller than this are copied together. */
const SMALL_BYTES = 4 * 1024;
const FIRST_BLOCK_BYTES = 4 * 1024;
const BLOCK_BYTES = 64 * 1024;

/**
 * Copies small chunks together into blocks of 64 KB at most: a chunk costs some hundred bytes beside its own, so that a
 * body of one-byte chunks would take that many times its size. `whole` waits until a block is full or a large chunk
 * comes; otherwise what has been gathered goes on at the end of the turn.
 *
 *     bytes: -(abc)--(d)-|
 *     out:   -(abc)---d--|     (one chunk of three bytes)
 *     whole: ----------(abcd|)
 */
export function inBlocks({ whole = false } = {}): MonoTypeOperatorFunction<Uint8Array> {
  return (bytes$) =>
    new Observable((out) => {
      let block = new Uint8Array();
      let from = 0;
      let to = 0;
      let scheduled = false;

      function flush(): void {
        scheduled = false;
        if (to === from) return;
        const gathered = block.subarray(from, to);
        from = to;
        out.next(gathered);
      }

      return bytes$.subscribe({
        next(bytes) {
          if (bytes.length >= SMALL_BYTES) {
            flush();
            out.next(bytes);
            return;
          }
          if (to + bytes.length > block.length) {
            flush();
            block = new Uint8Array(block.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES);
            from = 0;
            to = 0;
          }
          block.set(bytes, to);
          to += bytes.length;
          if (whole || scheduled) return;
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
      });
    });
}
