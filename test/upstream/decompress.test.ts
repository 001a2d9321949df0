import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { from, lastValueFrom, of, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { atMost, decompressed } from "../../src/upstream/decompress.ts";
import { door, loopback, says } from "./loopback.ts";

const text = Array.from({ length: 20_000 }, (_, n) => String((n * 7919) % 1_000_003)).join(" ");
const plain = Buffer.from(text);

async function undo(encoding: string | undefined, ...chunks: Uint8Array[]): Promise<Buffer> {
  const bytes$ = from(chunks).pipe(decompressed({ encoding, host: "h.example" }), toArray());
  return Buffer.concat(await lastValueFrom(bytes$));
}

const ENCODERS = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const;

describe("content-encoding", () => {
  test.each(ENCODERS)("%s by %o is undone", async (encoding, encode) => {
    expect((await undo(encoding, encode(plain))).equals(plain)).toBe(true);
  });

  test.each(ENCODERS)("%s by %o byte by byte at the start", async (encoding, encode) => {
    const packed = encode(plain);
    const chunks = [packed.subarray(0, 1), packed.subarray(1, 2), Buffer.alloc(0), packed.subarray(2)];
    expect((await undo(encoding, ...chunks)).equals(plain)).toBe(true);
  });

  test.each(ENCODERS)("%s by %o of nothing is nothing, and no bytes at all are, too", async (encoding, encode) => {
    expect(await undo(encoding, encode(""))).toEqual(Buffer.alloc(0));
    expect(await undo(encoding)).toEqual(Buffer.alloc(0));
  });

  test.each(ENCODERS.filter(([encoding]) => encoding !== "zstd"))(
    "%s by %o that ends early gives what it held",
    async (encoding, encode) => {
      const packed = encode(plain);
      const whole = await undo(encoding, packed.subarray(0, packed.length >> 1));
      expect(whole.length).toBeGreaterThan(1_000);
      expect(plain.subarray(0, whole.length).equals(whole)).toBe(true);
    },
  );

  test.each(ENCODERS)("%s by %o that ends before it began is broken", async (encoding, encode) => {
    await expect(undo(encoding, encode(plain).subarray(0, 3))).rejects.toMatchObject({ kind: "changed" });
  });

  test.each(["gzip", "br", "zstd", "deflate"])("what is not %s is broken", async (encoding) => {
    const garbage = Buffer.concat([Buffer.from("x\xff\xfe<html>", "latin1"), plain]);
    await expect(undo(encoding, garbage)).rejects.toMatchObject({
      kind: "changed",
      message: `h.example sent a broken ${encoding} stream.`,
    });
  });

  test.each(["gzip", "br", "zstd", "deflate"])(
    "a recording's body that has lost its %s passes as it is",
    async (encoding) => {
      const lost = Buffer.from(`<html>${text}</html>`);
      for (const chunks of [[lost], [lost.subarray(0, 5), lost.subarray(5, 100), lost.subarray(100)]]) {
        const bytes$ = from(chunks).pipe(decompressed({ encoding, host: "h", orPlain: true }), toArray());
        expect(Buffer.concat(await lastValueFrom(bytes$)).equals(lost)).toBe(true);
      }
    },
  );

  test("a recording's body that has kept its encoding is undone all the same", async () => {
    const bytes$ = of(gzipSync(plain)).pipe(decompressed({ encoding: "gzip", host: "h", orPlain: true }), toArray());
    expect(Buffer.concat(await lastValueFrom(bytes$)).equals(plain)).toBe(true);
  });

  test("layers are undone from the last to the first", async () => {
    const packed = brotliCompressSync(gzipSync(plain));
    expect((await undo("GZip , br", packed)).equals(plain)).toBe(true);
    await expect(undo("gzip, gzip, gzip, gzip", packed)).rejects.toMatchObject({ kind: "unsupported-type" });
  });

  test.each([undefined, "", "identity", "none", "UTF-8"])("%s compresses nothing", async (encoding) => {
    expect((await undo(encoding, plain)).equals(plain)).toBe(true);
  });

  test("an unknown encoding is named", async () => {
    await expect(undo("compress", plain)).rejects.toMatchObject({
      kind: "unsupported-type",
      message: expect.stringContaining("compress"),
    });
  });
});

test("atMost counts what passes", async () => {
  const bytes$ = of(Buffer.alloc(3), Buffer.alloc(3));
  expect(await lastValueFrom(bytes$.pipe(atMost(6, "h"), toArray()))).toHaveLength(2);
  await expect(lastValueFrom(bytes$.pipe(atMost(5, "h")))).rejects.toMatchObject({ kind: "too-large" });
});

describe("over the wire", () => {
  test.each(ENCODERS)("%s by %o", async (encoding, encode) => {
    await using server = await loopback(says(encode(plain), { "content-encoding": encoding }));
    await using http = door();
    const answer = await lastValueFrom(http.http({ url: server.url }));
    expect(Buffer.from(answer.body).equals(plain)).toBe(true);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("a %s bomb is stopped", async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(16 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    await using server = await loopback(says(bomb, { "content-encoding": encoding }));
    await using http = door({ MAX_BODY_BYTES: "200000" });
    await expect(lastValueFrom(http.http({ url: server.url }))).rejects.toMatchObject({ kind: "too-large" });
  });
});
