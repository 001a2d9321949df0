import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { eventually } from "../support/until.ts";

const categories = categoriesOf([listing("alpha")]);
const servers: App[] = [];
const clients: Socket[] = [];

/** A server with a route that takes a while, and another that takes a body; counts what is at work at once. */
function server(environment: Readonly<Record<string, string>> = {}) {
  const app = serverFor("http://127.0.0.1:9", categories, { environment });
  const seen = { now: 0, most: 0, order: [] as string[] };
  const atWork = async <T>(name: string, answer: T): Promise<T> => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    seen.order.push(name);
    await new Promise((done) => setTimeout(done, 2));
    seen.now -= 1;
    return answer;
  };
  app.register(async (routes: App) => {
    routes.get("/slow/:n", (request) => atWork(request.url, "an answer"));
    routes.post("/body", ({ body }) => atWork(`body ${JSON.stringify(body).length}`, "taken"));
  });
  servers.push(app);
  return { app, seen };
}

function client(url: string) {
  const { port, hostname } = new URL(url);
  const seen = { text: "", closed: false };
  const socket = connect(Number(port), hostname);
  clients.push(socket);
  socket.on("error", () => {});
  socket.on("close", () => {
    seen.closed = true;
  });
  socket.on("data", (piece) => {
    seen.text += piece.toString("latin1");
  });
  const answers = (): number => seen.text.split("HTTP/1.1 200").length - 1;
  return { socket, seen, answers };
}

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const give = (body: string): string =>
  `POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((app) => app.close()));
});

describe("pipelined requests", () => {
  it("are at work one at a time, and all answered in their order", async () => {
    const { app, seen } = server();
    const { socket, answers } = client(await listening(app));
    const paths = Array.from({ length: 400 }, (_, n) => `/slow/${n}`);
    socket.write(paths.map(ask).join(""));
    expect(await eventually(() => answers() === 400)).toBe(true);
    expect(seen.most).toBe(1);
    expect(seen.order).toEqual(paths);
  });

  it("do so however the bytes are cut", async () => {
    const { app, seen } = server();
    const { socket, answers } = client(await listening(app));
    socket.setNoDelay(true);
    const paths = Array.from({ length: 60 }, (_, n) => `/slow/${n}`);
    const bytes = paths.map(ask).join("");
    for (let at = 0; at < bytes.length; at += 37) {
      socket.write(bytes.slice(at, at + 37));
      await new Promise(setImmediate);
    }
    expect(await eventually(() => answers() === 60)).toBe(true);
    expect(seen).toMatchObject({ most: 1, order: paths });
  });

  it("with bodies between them do so too", async () => {
    const { app, seen } = server();
    const { socket, answers } = client(await listening(app));
    const blanks = JSON.stringify({ text: "a" }).replace("{", `{${"\r\n\r\n".repeat(2_000)}`);
    socket.write([give('{"a":1}'), ask("/slow/1"), give(blanks), give('{"a":2}'), ask("/slow/2")].join("").repeat(3));
    expect(await eventually(() => answers() === 15)).toBe(true);
    expect(seen.most).toBe(1);
    expect(seen.order.slice(0, 5)).toEqual(["body 7", "/slow/1", "body 12", "body 7", "/slow/2"]);
  });

  it("are not read beyond what is held while one is at work", async () => {
    const { app } = server();
    app.register(async (routes: App) => {
      routes.get("/never", () => new Promise(() => {}));
    });
    const { socket } = client(await listening(app));
    socket.write(ask("/never"));
    const chunk = Buffer.from(ask("/slow/1").repeat(20_000));
    let sent = 0;
    const more = (): void => {
      while (sent < 200_000_000 && socket.write(chunk)) sent += chunk.length;
    };
    socket.on("drain", more);
    more();
    let before = -1;
    await eventually(() => {
      const settled = before === socket.bytesWritten - socket.writableLength;
      before = socket.bytesWritten - socket.writableLength;
      return settled;
    });
    // What the kernel holds on both sides of loopback, and one packet.
    expect(before).toBeLessThan(20_000_000);
  });

  it("end with the client that hangs up", async () => {
    const { app, seen } = server();
    const { socket, answers } = client(await listening(app));
    socket.write(Array.from({ length: 300 }, (_, n) => ask(`/slow/${n}`)).join(""));
    expect(await eventually(() => answers() > 3)).toBe(true);
    socket.destroy();
    const soon = seen.order.length;
    await new Promise((done) => setTimeout(done, 100));
    expect(seen.order.length).toBeLessThan(soon + 3);
  });

  it("do not get a connection beyond the most that there may be", async () => {
    const { app } = server({ MAX_CONNECTIONS: "2" });
    const url = await listening(app);
    const kept = [client(url), client(url)];
    for (const { socket } of kept) socket.write(ask("/slow/1"));
    expect(await eventually(() => kept.every(({ answers }) => answers() === 1))).toBe(true);
    const further = client(url);
    expect(await eventually(() => further.seen.closed)).toBe(true);
    expect(further.seen.text).toBe("");
    expect(kept.some(({ seen }) => seen.closed)).toBe(false);
  });
});

describe("fixed answers", () => {
  it.each(["/openapi.json", "/parsers", "/parsers?format=csv", "/docs/json"])(
    "%s is one buffer for all who ask, the first burst among them",
    async (path) => {
      const { app } = server();
      const sent: unknown[] = [];
      app.addHook("onSend", async (_request, _reply, payload) => void sent.push(payload));
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject(path)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      expect(sent[0]).toBeInstanceOf(Buffer);
      expect(new Set(sent).size).toBe(1);
    },
  );
});
