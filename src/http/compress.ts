import zlib, { constants, createZstdCompress, zstdCompressSync } from "node:zlib";
import compress from "@fastify/compress";
import type { App } from "./app-context.ts";

/** Good enough at a speed that does not keep others waiting. */
const QUALITY = { brotli: 4, gzip: 6 };

/** Zstandard with flushes of its own: what says so for gzip would end a frame after every piece. */
const ZSTD = { flush: constants.ZSTD_e_flush };

/**
 * Compresses answers for clients that take it, row by row where they leave so. Server-sent events stay as they are: they
 * are small, and proxies hold compressed ones back. Compressed requests are not taken.
 */
export function compressAnswers(app: App): void {
  app.register(compress, {
    encodings: ["br", "zstd", "gzip"],
    globalDecompression: false,
    customTypes: /^(?:application\/(?:json|xml|x-ndjson|javascript)|text\/(?!event-stream)|image\/svg)/,
    zlib: {
      ...zlib,
      createZstdCompress: () => createZstdCompress(ZSTD),
      zstdCompressSync: (body: Buffer) => zstdCompressSync(body),
    },
    zlibOptions: { level: QUALITY.gzip, flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.brotli },
    },
  });
}
