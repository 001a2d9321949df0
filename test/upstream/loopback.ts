import { createSocket } from "node:dgram";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import dnsPacket from "dns-packet";
import { Observable } from "rxjs";
import { type Config, readConfig } from "../../src/config.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import { createHttp, type HttpParts } from "../../src/upstream/http.ts";
import { createResolver } from "../../src/upstream/resolve.ts";
import type { Upstream } from "../../src/upstream/types.ts";

/** A web server on loopback for one test, with the sockets that are open to it. */
export interface Loopback extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
  /** Connections accepted so far. */
  connections(): number;
  readonly server: Server;
}

export async function loopback(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sockets,
    connections: () => connections,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const says =
  (body: string | Uint8Array, headers: Record<string, string | string[]> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

type Http = Pick<Upstream, "http" | "httpStream"> & Pick<ReturnType<typeof createHttp>, "stats"> & AsyncDisposable;

/** The door's HTTP under an environment, closed at the end of the test. */
export function door(environment: Record<string, string> = {}, parts: Partial<HttpParts> = {}): Http {
  const config: Config = readConfig({ UPSTREAM_TIMEOUT_MS: "5000", ...environment });
  const resolve = parts.resolve ?? createResolver(config);
  const http = createHttp(config, { resolve, guard: createGuard(config, resolve), random: () => 0, ...parts });
  return { ...http, [Symbol.asyncDispose]: () => http.close() };
}

/**
 * A name server on loopback; `answer` gives the IPv4 addresses of a name for the n-th question about it, undefined for
 * none, `silence` for no answer at all.
 */
export function nameServer(
  answer: (name: string, nth: number) => readonly string[] | "silence" | undefined,
): Observable<{ readonly endpoint: string; asked(name: string): number }> {
  return new Observable((servers) => {
    const asked = new Map<string, number>();
    // Room for hundreds of questions at once: what finds none is dropped.
    const socket = createSocket({ type: "udp4", recvBufferSize: 1024 * 1024 });
    socket.on("message", (message, peer) => {
      const query = dnsPacket.decode(message);
      const question = query.questions?.[0];
      if (!question) return;
      const isA = question.type === "A";
      const nth = (asked.get(question.name) ?? 0) + (isA ? 1 : 0);
      asked.set(question.name, nth);
      const found = answer(question.name, nth);
      if (found === "silence") return;
      const packet = dnsPacket.encode({
        type: "response",
        id: query.id ?? 0,
        flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (found ? 0 : 3),
        questions: [question],
        answers: isA ? (found ?? []).map((data) => ({ type: "A", name: question.name, ttl: 0, data })) : [],
      });
      socket.send(packet, peer.port, peer.address);
    });
    socket.bind(0, "127.0.0.1", () => {
      servers.next({ endpoint: `127.0.0.1:${socket.address().port}`, asked: (name) => asked.get(name) ?? 0 });
    });
    return () => socket.close();
  });
}
