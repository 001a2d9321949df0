import { createServer, type Server, type Socket } from "node:net";
import { firstValueFrom, of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { SourceError } from "../../src/errors.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import { createWhois, decodeWhois } from "../../src/upstream/whois.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A WHOIS server on loopback; the outcome is its `host:port`. */
async function serve(answer: (socket: Socket, question: string) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (line) => answer(socket, line.toString("latin1")));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  return `127.0.0.1:${at.port}`;
}

const guard = createGuard(readConfig({}), (host) => of(host === "whois.inner.test" ? ["10.1.2.3"] : ["192.0.2.1"]));
const ask = (WHOIS_SERVER: string | undefined, question: string, deadlineMs?: number, server = "whois.nic.test") =>
  createWhois({ WHOIS_SERVER }, guard, deadlineMs)(server, question);
const failure = (asking: ReturnType<typeof ask>): Promise<SourceError> =>
  firstValueFrom(asking).then(
    () => expect.fail("it answered"),
    (error) => error,
  );

describe("createWhois", () => {
  it("sends the question as one line to WHOIS_SERVER and reads to the end", async () => {
    const at = await serve((socket, question) => {
      socket.write(`asked: ${JSON.stringify(question)}\n`);
      socket.end("domain: example.de\n");
    });
    expect(await firstValueFrom(ask(at, "-T dn,ace example.de"))).toBe(
      'asked: "-T dn,ace example.de\\r\\n"\ndomain: example.de\n',
    );
  });

  it("refuses a server that may not be reached, and what is no question or host", async () => {
    expect((await failure(ask(undefined, "a.test", 1_000, "whois.inner.test"))).kind).toBe("forbidden-target");
    expect((await failure(ask(undefined, "a.test", 1_000, "127.0.0.1"))).kind).toBe("forbidden-target");
    expect((await failure(ask(undefined, "a.test\r\nb.test"))).kind).toBe("bad-query");
    expect((await failure(ask(undefined, "a.test", 1_000, "whois.nic.test:25/x"))).kind).toBe("bad-query");
  });

  it("closes the socket when unsubscribed", async () => {
    const closed = new Promise<void>((done) => {
      void serve((socket) => {
        socket.once("close", () => done());
        asking?.unsubscribe();
      }).then((at) => {
        asking = ask(at, "a.test").subscribe();
      });
    });
    let asking: { unsubscribe(): void } | undefined;
    await closed;
  });

  it("fails in its own words where nobody listens, nothing is said, too much is said or it takes too long", async () => {
    const gone = await serve(() => undefined);
    const closed = new Promise((done) => servers.splice(0)[0]?.close(done));
    await closed;
    expect((await failure(ask(gone, "a.test"))).kind).toBe("unreachable");
    expect((await failure(ask(await serve((socket) => socket.end()), "a.test"))).kind).toBe("unreachable");
    const long = await serve((socket) => socket.end(Buffer.alloc(300 * 1024, "a")));
    expect((await failure(ask(long, "a.test"))).kind).toBe("too-large");
    const slow = await serve((socket) => socket.write("domain:"));
    expect((await failure(ask(slow, "a.test", 50))).kind).toBe("timeout");
  });
});

describe("decodeWhois", () => {
  it("reads UTF-8, latin1 and ISO-2022-JP", () => {
    expect(decodeWhois(Buffer.from("Müller"))).toBe("Müller");
    expect(decodeWhois(Buffer.from("M\xfcller", "latin1"))).toBe("Müller");
    expect(decodeWhois(Buffer.from("[\x1b$BEPO?<T\x1b(B] A", "latin1"))).toBe("[登録者] A");
  });
});
