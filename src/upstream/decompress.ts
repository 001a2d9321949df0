import type { Transform } from "node:stream";
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";
import { type MonoTypeOperatorFunction, Observable, type OperatorFunction, throwError } from "rxjs";
import { SourceError } from "../errors.ts";
import { relay } from "../relay.ts";

/** What we ask for and can undo. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** More layers than this are an attack. */
const MAX_LAYERS = 3;

/** Words that servers put into `content-encoding` though they compress nothing: they are read over, as browsers do. */
const NO_ENCODING = /^(?:identity|none|binary|utf-?8|iso-8859-\d+|windows-\d+|)$/;

export interface Decompression {
  /** The `content-encoding` header. */
  readonly encoding: string | undefined;
  /** Named in errors. */
  readonly host: string;
  /** The bytes pass as they are where they turn out not to be encoded: a recording's head may name an encoding that its body has lost. */
  readonly orPlain?: boolean;
  /** Called with true when more input has piled up than the decoder can take, with false when it has caught up. */
  readonly pause?: (paused: boolean) => void;
  /** Called with each decoder when it opens: what pauses them holds the plain bytes back. */
  readonly opened?: (decoder: Transform) => void;
}

/**
 * Undoes content-encoding (RFC 9110 §8.4: gzip, deflate with or without its zlib wrapper, br, zstd), layer by layer. A
 * stream that merely ends early gives what it held; broken data is `changed`, an unknown encoding `unsupported-type`.
 */
export function decompressed({
  encoding,
  host,
  pause,
  opened,
  orPlain,
}: Decompression): OperatorFunction<Uint8Array, Uint8Array> {
  const layers = (encoding ?? "")
    .toLowerCase()
    .split(",", 20)
    .map((layer) => layer.trim())
    .filter((layer) => !NO_ENCODING.test(layer))
    .reverse();
  const unknown = layers.find((layer) => !DECODERS.has(layer));
  if (unknown !== undefined || layers.length > MAX_LAYERS) {
    const error = new SourceError(
      "unsupported-type",
      unknown === undefined
        ? `${host} compressed its answer ${layers.length} times over.`
        : `${host} compressed its answer in a way we cannot undo (${unknown.slice(0, 40)}).`,
    );
    return () => throwError(() => error);
  }
  return (bytes$) =>
    layers.reduce(
      (inner$, name, index) =>
        inner$.pipe(
          through({
            name,
            host,
            ...(orPlain && { orPlain }),
            ...(opened && { opened }),
            ...(index === 0 && pause && { pause }),
          }),
        ),
      bytes$,
    );
}

interface Decoder {
  /** Gives, at the end, what it has of a stream that ends early: a flush there instead of a finish. */
  readonly open: (first: Uint8Array) => Transform;
  /** The whole of a small stream; throws where it ends early. */
  readonly whole: (bytes: Uint8Array) => Uint8Array;
}

const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const GZIP: Decoder = { open: () => createGunzip(lenient), whole: (bytes) => gunzipSync(bytes) };

/** The low four bits of a zlib wrapper's first byte are 8 (RFC 1950); servers that send no wrapper are as common. */
const isWrapped = (first: Uint8Array): boolean => ((first[0] ?? 0) & 0x0f) === 8;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  [
    "deflate",
    {
      open: (first) => (isWrapped(first) ? createInflate(lenient) : createInflateRaw(lenient)),
      whole: (bytes) => (isWrapped(bytes) ? inflateSync(bytes) : inflateRawSync(bytes)),
    },
  ],
  [
    "br",
    {
      open: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      whole: (bytes) => brotliDecompressSync(bytes),
    },
  ],
  [
    "zstd",
    {
      open: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
      whole: (bytes) => zstdDecompressSync(bytes),
    },
  ],
]);

/** A compressed nothing is no longer than this in any of the encodings. */
const EMPTY_BYTES = 64;

/** Whether bytes that decoded to nothing are a whole, empty stream rather than the stump of one. */
function isEmptyStream(decoder: Decoder, bytes: Uint8Array): boolean {
  try {
    return bytes.length <= EMPTY_BYTES && decoder.whole(bytes).length === 0;
  } catch {
    return false;
  }
}

interface Layer extends Pick<Decompression, "host" | "pause" | "opened" | "orPlain"> {
  readonly name: string;
}

function through({ name, host, pause, opened: tell, orPlain }: Layer): OperatorFunction<Uint8Array, Uint8Array> {
  return (bytes$) =>
    new Observable((plain) => {
      const kind = DECODERS.get(name) ?? GZIP;
      let decoder: Transform | undefined;
      let head: Uint8Array = new Uint8Array();
      let gave = false;
      let ended = false;
      /** What came in before anything came out, where it may have to pass as it is; undefined once that is settled. */
      let held: Uint8Array[] | undefined = orPlain ? [] : undefined;
      let raw = false;

      function broken(cause?: unknown): void {
        if (!held) {
          plain.error(new SourceError("changed", `${host} sent a broken ${name} stream.`, { cause }));
          return;
        }
        raw = true;
        pause?.(false);
        for (const bytes of held) plain.next(bytes);
        held = undefined;
        if (ended) plain.complete();
      }

      function open(first: Uint8Array): Transform {
        const opened = kind.open(first);
        opened.on("data", (chunk: Uint8Array) => {
          gave = true;
          held = undefined;
          plain.next(chunk);
        });
        opened.on("drain", () => pause?.(false));
        opened.on("error", broken);
        tell?.(opened);
        opened.on("end", () => (gave || isEmptyStream(kind, head) ? plain.complete() : broken()));
        return opened;
      }

      const subscription = bytes$.subscribe({
        next(bytes) {
          if (bytes.length === 0) return;
          if (raw) {
            plain.next(bytes);
            return;
          }
          held?.push(bytes);
          if (head.length <= EMPTY_BYTES) head = Buffer.concat([head, bytes.subarray(0, EMPTY_BYTES + 1)]);
          decoder ??= open(bytes);
          if (!decoder.write(bytes)) pause?.(true);
        },
        error: (error) => plain.error(error),
        complete() {
          ended = true;
          if (decoder && !raw) decoder.end();
          else plain.complete();
        },
      });
      return () => {
        subscription.unsubscribe();
        decoder?.destroy();
      };
    });
}

/** Errors with `too-large` as soon as more than `maxBytes` have passed. */
export const atMost = (maxBytes: number, host: string): MonoTypeOperatorFunction<Uint8Array> =>
  relay((passed) => {
    let size = 0;
    return {
      next(bytes) {
        size += bytes.length;
        if (size > maxBytes) throw tooLarge(maxBytes, host);
        passed.next(bytes);
      },
    };
  });

export const tooLarge = (maxBytes: number, host: string): SourceError =>
  new SourceError("too-large", `${host} sent more than the ${maxBytes} bytes that we read.`);
