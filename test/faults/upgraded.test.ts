import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serveOneAtATime } from "../../src/pipelining.ts";
import { until } from "../support/until.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const UPGRADE = "GET /events HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";

/** A server of one request at a time; `taken` is what came over upgraded connections, which it echoes. */
async function serving({ upgrades = true } = {}) {
  const seen = { taken: "" };
  const server: Server = createServer((request, response) => response.end(`answer of ${request.url}`));
  serveOneAtATime(server);
  if (upgrades)
    server.on("upgrade", (_request, socket, head) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n");
      if (head.length > 0) socket.unshift(head);
      socket.on("data", (bytes: Buffer) => {
        seen.taken += bytes;
        socket.write(bytes);
      });
    });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets: Socket[] = [];
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return {
    seen,
    client() {
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      const came = { text: "" };
      socket.on("data", (bytes: Buffer) => {
        came.text += bytes;
      });
      socket.on("error", () => {});
      return { socket, came };
    },
  };
}

describe("an upgraded connection", () => {
  it("breaks no other connection by what is said over it: their parser may have been its own", async () => {
    const { client, seen } = await serving();
    const upgraded = client();
    upgraded.socket.write(UPGRADE);
    await until(() => upgraded.came.text.includes("101"), "it is upgraded");
    // Its parser is the first in Node's pool of those that are free.
    const other = client();
    other.socket.write("GET /other HTTP/1.1\r\nhost: local");
    await once(other.socket, "connect");
    upgraded.socket.write("no HTTP at all");
    await until(() => upgraded.came.text.endsWith("no HTTP at all"), "it is echoed");
    other.socket.write("host\r\n\r\n");
    await until(() => other.came.text.includes("\r\n\r\n"), "the other is answered");
    expect(other.came.text).toMatch(/^HTTP\/1\.1 200 [\s\S]*answer of \/other$/);
    expect(seen.taken).toBe("no HTTP at all");
  });

  it("has what came in one packet with its head, and what came after it, in order", async () => {
    const { client, seen } = await serving();
    const { socket, came } = client();
    socket.write(`${UPGRADE}first, `);
    await until(() => came.text.endsWith("first, "), "the first is echoed");
    socket.write("second");
    await until(() => came.text.endsWith("second"), "the second is echoed");
    expect(seen.taken).toBe("first, second");
  });

  it("is none where nobody serves upgrades: the request is answered as any other", async () => {
    const { client } = await serving({ upgrades: false });
    const { socket, came } = client();
    socket.write(UPGRADE);
    await until(() => came.text.includes("answer of"), "it is answered");
    expect(came.text).toMatch(/^HTTP\/1\.1 200 /);
  });
});
