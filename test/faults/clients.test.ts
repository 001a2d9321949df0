import { connect, type Socket } from "node:net";
import { firstValueFrom, NEVER, timer } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { eventually } from "../support/until.ts";

const categories = categoriesOf([listing("alpha")], [listing("never", { open: () => NEVER })]);
const servers: App[] = [];
const clients: Socket[] = [];

function server(options: Parameters<typeof serverFor>[2] = {}): App {
  const app = serverFor("http://127.0.0.1:9", categories, options);
  app.register(async (routes: App) => {
    routes.get("/large", async (_request, reply) =>
      reply.type("application/json").send(JSON.stringify({ text: "a".repeat(16_000_000) })),
    );
  });
  servers.push(app);
  return app;
}

/** A client that sends bytes and reads what `reading` says; tells what came and whether it has been hung up on. */
function client(url: string, bytes: string, reading = true) {
  const { port, hostname } = new URL(url);
  const seen = { text: "", closed: false, afterMs: 0 };
  const began = performance.now();
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  clients.push(socket);
  const over = (): void => {
    if (!seen.closed) seen.afterMs = performance.now() - began;
    seen.closed = true;
  };
  socket.on("error", over).on("close", over).on("end", over);
  if (reading)
    socket.on("data", (piece) => {
      seen.text += piece.toString("latin1");
    });
  else socket.pause();
  return { seen, socket };
}

const connections = (app: App): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((app) => app.close()));
});

describe("a client", () => {
  it("that takes nothing of its JSON is given up", async () => {
    const app = server({ stalledMs: 400 });
    client(await listening(app), "GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n", false);
    await expect.poll(() => connections(app)).toBe(1);
    await expect.poll(() => connections(app)).toBe(0);
  });

  it("that takes it slowly is not", async () => {
    const app = server({ stalledMs: 2_000 });
    const { seen, socket } = client(await listening(app), "GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let size = 0;
    socket.on("data", (piece) => {
      size += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    const begin = performance.now();
    expect(await eventually(() => size > 15_900_000)).toBe(true);
    expect(performance.now() - begin).toBeGreaterThan(2_000);
    expect(seen.text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that waits for an answer still being made is not either", async () => {
    const app = server({ stalledMs: 200 });
    const { seen } = client(await listening(app), "GET /search/never?q=a HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await firstValueFrom(timer(700));
    expect(seen.closed).toBe(false);
  });

  it("that does not finish asking is told so when its time is over, not a minute later", async () => {
    const app = server({ requestTimeoutMs: 1_000 });
    const url = await listening(app);
    const slow = [
      client(url, "GET /health HTTP/1.1\r\nhost: localhost\r\nx-half: "),
      client(
        url,
        'POST /extract HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"u',
      ),
    ];
    expect(await eventually(() => slow.every(({ seen }) => seen.closed))).toBe(true);
    for (const { seen } of slow) {
      expect(seen.text).toMatch(/^HTTP\/1\.1 408 /);
      expect(seen.afterMs).toBeLessThan(20_000);
    }
  });

  it("has half a minute for that", () => {
    expect(server().server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 30_000, timeout: 15_000 });
  });

  it.each([
    ["a URL", 414, (long: string) => `GET /search?q=${long}&format=csv HTTP/1.1\r\nhost: localhost\r\n\r\n`],
    [
      "a header",
      431,
      (long: string) => `GET /search?q=a&format=csv HTTP/1.1\r\nhost: localhost\r\nx-long: ${long}\r\n\r\n`,
    ],
    [
      "a URL, in format first",
      414,
      (long: string) => `GET /search?format=csv&q=${long} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    ],
  ])(
    "that sends two megabytes of %s: %d, in the format asked for, with 128 KB of it read",
    async (_what, status, request) => {
      const app = server();
      const { seen } = client(await listening(app), request("a".repeat(2_000_000)));
      expect(await eventually(() => seen.closed)).toBe(true);
      expect(seen.text).toMatch(
        new RegExp(
          `^HTTP/1\\.1 ${status} [^]*\r\n\r\nsuccess,error,code,request_id\nfalse,.*too-large,[\\da-f-]{36}\n$`,
        ),
      );
    },
  );
});
