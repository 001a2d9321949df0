import { connect } from "node:net";
import { Observable, throwError, timeout } from "rxjs";
import type { Dependency } from "./stats.ts";

/** A busy event loop sees a connection late. */
const CONNECT_MS = 3_000;

/** The gateway, as something that has to be there. */
export const gatewayDependency = (gateway: string): Dependency => ({
  name: "gateway",
  check$: takesConnections(gateway),
});

const PORTS: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };
const SOCKS_PORT = 1080;

/** Completes where the address's port takes connections, and fails with the reason where it does not; sends nothing. */
export const takesConnections = (address: string): Observable<never> => {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Observable<never>((out) => {
    const socket = connect({ host, port: Number(port) || (PORTS[protocol] ?? SOCKS_PORT) });
    socket.once("connect", () => out.complete());
    socket.once("error", (error) => out.error(error));
    return () => socket.destroy();
  }).pipe(
    timeout({
      each: CONNECT_MS,
      with: () => throwError(() => new Error(`no connection within ${CONNECT_MS} ms`)),
    }),
  );
};
