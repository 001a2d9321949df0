import type { LookupFunction, Socket } from "node:net";
import type { Subscription } from "rxjs";
import { buildConnector } from "undici";
import { lookupThrough } from "./guard.ts";
import type { ResolveAddresses } from "./resolve.ts";

export type Connect = (options: buildConnector.Options, done: buildConnector.Callback) => Socket | undefined;

/** Opens sockets whose look-up leaves with them. */
export function connecting(resolve: ResolveAddresses, timeoutMs: number): Connect {
  /** What a connection looks up, before it is returned. */
  const lookups: Subscription[] = [];
  const lookingUp = lookupThrough(resolve);
  const lookup: LookupFunction = (...asked) => void lookups.push(lookingUp(...asked));
  const connect = buildConnector({ lookup, timeout: timeoutMs });
  return (options, done) => {
    // The connector gives its socket back at once, which the types leave out.
    const socket: unknown = connect(options, done);
    const ours = lookups.splice(0);
    if (!isSocket(socket)) return undefined;
    socket.once("close", () => {
      for (const looked of ours) looked.unsubscribe();
    });
    return socket;
  };
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === "object" && value !== null && "destroy" in value && "remoteAddress" in value;
