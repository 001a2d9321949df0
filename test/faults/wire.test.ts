import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { catchError, firstValueFrom, lastValueFrom, map, mergeMap, of, range, reduce, timer, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import type { SourceError } from "../../src/errors.ts";
import { caughtOnSockets } from "../../src/upstream/backpressure.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { door } from "../upstream/loopback.ts";

interface RawServer extends AsyncDisposable {
  readonly url: string;
}

/** A server that answers every request with whatever `answer` writes on the bare socket. */
async function raw(answer: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", () => answer(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Text that gzip makes little of, so that its packed form is long too. */
const noise = (bytes: number): Buffer => {
  const text = Buffer.alloc(bytes);
  let seed = 1;
  for (let at = 0; at < bytes; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text[at] = 32 + ((seed >>> 16) % 95);
  }
  return text;
};

const head = (...lines: readonly string[]): string => [...lines, "", ""].join("\r\n");

describe("an answer that ends with its connection is read whole, and the process lives:", () => {
  const page = noise(200_000);
  const packed = gzipSync(page);

  test.each([
    [
      "packed, connection: close",
      head("HTTP/1.1 200 OK", "connection: close", "content-encoding: gzip", `content-length: ${packed.length}`),
    ],
    ["packed, up to the end of the connection", head("HTTP/1.1 200 OK", "content-encoding: gzip")],
    ["packed, HTTP/1.0", head("HTTP/1.0 200 OK", "content-encoding: gzip")],
  ])("%s", async (_what, start) => {
    await using server = await raw((socket) => {
      socket.write(start);
      socket.write(packed, () => setTimeout(() => socket.end(), 1));
    });
    await using http = door();
    const sizes$ = range(12).pipe(
      mergeMap(() => http.http({ url: server.url }), 6),
      map(({ body }) => Buffer.from(body).equals(page)),
      reduce((whole, same) => whole + Number(same), 0),
    );
    expect(await lastValueFrom(sizes$)).toBe(12);
  });

  test.each(["connection: close", "content-length: 0\r\nconnection: close"])("a 404 of nothing (%j)", async (line) => {
    await using server = await raw((socket) => socket.end(head("HTTP/1.1 404 Not Found", line)));
    await using http = door();
    const statuses$ = range(12).pipe(
      mergeMap(() => http.httpStream({ url: server.url }), 6),
      mergeMap(({ status, body }) =>
        body.pipe(
          reduce((size, chunk) => size + chunk.length, 0),
          map((size) => [status, size]),
        ),
      ),
      reduce((all, one) => all.add(String(one)), new Set<string>()),
    );
    expect([...(await lastValueFrom(statuses$))]).toEqual(["404,0"]);
  });

  test("a 404 that nobody reads", async () => {
    await using server = await raw((socket) => {
      socket.write(head("HTTP/1.1 404 Not Found", "connection: close"), () => setTimeout(() => socket.end(), 1));
    });
    await using http = door();
    const statuses$ = range(20).pipe(
      mergeMap(() => http.httpStream({ url: server.url }), 6),
      map(({ status }) => status),
      reduce((all, status) => all.add(status), new Set<number>()),
    );
    expect([...(await lastValueFrom(statuses$))]).toEqual([404]);
    await firstValueFrom(timer(50));
  });

  test("read late", BY_THE_CLOCK, async () => {
    await using server = await raw((socket) => {
      socket.write(head("HTTP/1.1 200 OK", "connection: close"));
      socket.end(page);
    });
    await using http = door();
    const sizes$ = range(20).pipe(
      mergeMap(() => http.httpStream({ url: server.url }), 6),
      mergeMap(({ body }) =>
        timer(60).pipe(mergeMap(() => body.pipe(reduce((size, chunk) => size + chunk.length, 0)))),
      ),
      reduce((all, size) => all.add(size), new Set<number>()),
    );
    expect([...(await lastValueFrom(sizes$))]).toEqual([page.length]);
  });

  test(
    "or is a failure, never a short answer, where the connection is reset while it waits",
    BY_THE_CLOCK,
    async () => {
      await using server = await raw((socket) => {
        socket.write(head("HTTP/1.1 200 OK", "connection: close"));
        setTimeout(() => socket.write(noise(50_000)), 20);
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
      await using http = door();
      const read$ = range(10).pipe(
        mergeMap(() => http.httpStream({ url: server.url, idempotent: false }), 5),
        mergeMap(({ body }) =>
          timer(100).pipe(
            mergeMap(() => body),
            reduce((size, chunk) => size + chunk.length, 0),
            catchError((error: SourceError) => of(error.kind)),
          ),
        ),
        toArray(),
      );
      const ends = await firstValueFrom(read$);
      expect(ends).toHaveLength(10);
      expect(ends.filter((end) => end !== "unreachable" && end !== 50_000)).toEqual([]);
    },
  );
});

test("what throws while a socket is read fails its request, is counted, and the next request is answered", async () => {
  await using server = await raw((socket) => socket.end(`${head("HTTP/1.1 200 OK", "content-length: 2")}ok`));
  await using http = door();
  const before = caughtOnSockets();
  const sabotage = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    socket.prependListener("readable", () => {
      throw new Error("a broken parser");
    });
  };
  subscribe("undici:client:sendHeaders", sabotage);
  try {
    await expect(firstValueFrom(http.http({ url: server.url }))).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("a broken parser"),
    });
  } finally {
    unsubscribe("undici:client:sendHeaders", sabotage);
  }
  expect(caughtOnSockets()).toBe(before + 1);
  expect(await firstValueFrom(http.http({ url: server.url }))).toMatchObject({ status: 200 });
});

test("an answer that is not taken makes its server wait", BY_THE_CLOCK, async () => {
  let written = 0;
  await using server = await raw((socket) => {
    socket.write(head("HTTP/1.1 200 OK", "connection: close"));
    const block = Buffer.alloc(64 * 1024);
    const more = (): void => {
      while (written < 40_000_000) {
        written += block.length;
        if (!socket.write(block)) {
          socket.once("drain", more);
          return;
        }
      }
      socket.end();
    };
    more();
  });
  await using http = door();
  const [sizes, early] = await firstValueFrom(
    http.httpStream({ url: server.url, maxBytes: 50_000_000 }).pipe(
      mergeMap(({ body }) =>
        timer(200).pipe(
          map(() => written),
          mergeMap((soFar) =>
            body.pipe(
              reduce((size, chunk) => size + chunk.length, 0),
              map((size) => [size, soFar] as const),
            ),
          ),
        ),
      ),
    ),
  );
  expect(sizes).toBe(written);
  expect(early).toBeLessThan(20_000_000);
});

test("a body in chunks of one byte takes no more memory than its bytes", async () => {
  const chunks = 1_000_000;
  const block = Buffer.from("1\r\nx\r\n".repeat(10_000));
  await using server = await raw((socket) => {
    socket.write(head("HTTP/1.1 200 OK", "transfer-encoding: chunked"));
    for (let sent = 0; sent < chunks; sent += 10_000) socket.write(block);
    socket.end("0\r\n\r\n");
  });
  await using http = door();
  const pieces$ = http.httpStream({ url: server.url }).pipe(
    mergeMap(({ body }) => body),
    toArray(),
  );
  const pieces = await firstValueFrom(pieces$);
  expect(pieces.reduce((size, piece) => size + piece.length, 0)).toBe(chunks);
  expect(pieces.length).toBeLessThan(chunks / 1_000);
  const blocks = new Set(pieces.map(({ buffer }) => buffer));
  expect([...blocks].reduce((size, { byteLength }) => size + byteLength, 0)).toBeLessThan(2 * chunks);
});
