import type { Server } from "node:http";
import { type Server as Acceptor, createServer, type ListenOptions, type Socket } from "node:net";
import { catchError, concat, EMPTY, endWith, ignoreElements, Observable, of, throwError } from "rxjs";

/** Sockets that listen at one port beside the server's own. */
const BESIDE = 63;
/** Where the system spreads connections over several sockets at one port. */
const SPREADS = process.platform === "linux";

/** How a server listens so that further sockets may listen at its port, where the system allows it. */
export interface PortOptions {
  readonly reusePort?: boolean;
}

/**
 * How to listen at a port that nobody else listens at; fails with `EADDRINUSE` where somebody does, for a socket that shares its port
 * would not be told so.
 */
export const portOptions = (host: string, port: number): Observable<PortOptions> =>
  SPREADS
    ? concat(
        port === 0 ? EMPTY : listened({ host, port, exclusive: true }),
        listened({ host, port, reusePort: true }),
      ).pipe(
        ignoreElements(),
        endWith({ reusePort: true }),
        // Some systems that call themselves Linux know no shared ports.
        catchError((error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? throwError(() => error) : of({}))),
      )
    : of({});

/** Listens for a moment. */
const listened = (options: ListenOptions): Observable<never> =>
  new Observable((out) => {
    const probe = createServer();
    probe.once("error", (error) => out.error(error));
    probe.listen(options, () => probe.close(() => out.complete()));
    return () => void probe.close();
  });

/**
 * Accepts connections for a server that listens, with further sockets at its port for as long as it is subscribed. The event
 * loop accepts one connection for each listening socket and turn: with one socket the last of a thousand that come at once
 * waits for a thousand turns, each as long as the work of all others.
 */
export const acceptedBeside = (server: Server, backlog: number, count = BESIDE): Observable<never> =>
  new Observable((out) => {
    const address = server.address();
    if (!SPREADS || typeof address !== "object" || address === null) return;
    const most = server.maxConnections;
    const theirs = new Set<Socket>();
    let all = 0;
    const counted = (socket: Socket): void => {
      all += 1;
      socket.once("close", () => {
        all -= 1;
      });
    };
    // The server itself counts those of its own socket alone.
    const leaveRoom = (): void => {
      server.maxConnections = most - theirs.size;
    };
    const accept = (socket: Socket): void => {
      if (all >= most) return void socket.destroy();
      theirs.add(socket);
      leaveRoom();
      socket.once("close", () => {
        theirs.delete(socket);
        leaveRoom();
      });
      server.emit("connection", socket);
    };
    server.on("connection", counted);
    const acceptors = Array.from({ length: count }, (): Acceptor => {
      // As Node's HTTP server makes its sockets.
      const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, accept);
      // One that cannot listen takes nothing away from the others.
      acceptor.once("error", () => acceptor.close());
      return acceptor.listen({ host: address.address, port: address.port, backlog, reusePort: true });
    });
    out.add(() => {
      for (const acceptor of acceptors) acceptor.close();
    });
  });
