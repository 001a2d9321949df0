import { connect } from "node:net";
import { Observable, throwError, timeout } from "rxjs";
import type { Dependency } from "./stats.ts";

/** A busy event loop sees a connection late. */
const CONNECT_MS = 3_000;

/** The gateway, as something that has to be there: whether its port takes connections. */
export const gatewayDependency = (gateway: string): Dependency => {
  const { hostname, port, protocol } = new URL(gateway);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    name: "gateway",
    check$: new Observable<never>((out) => {
      const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
      socket.once("connect", () => out.complete());
      socket.once("error", (error) => out.error(error));
      return () => socket.destroy();
    }).pipe(
      timeout({
        each: CONNECT_MS,
        with: () => throwError(() => new Error(`no connection within ${CONNECT_MS} ms`)),
      }),
    ),
  };
};
