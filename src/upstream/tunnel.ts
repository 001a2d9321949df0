import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { Observable, type Subscription } from "rxjs";
import { SourceError } from "../errors.ts";
import { wireFailure } from "./failures.ts";
import { credentialsOf, proxyAuthorization } from "./proxies.ts";

/** What a tunnel leads to: a name, or an address without brackets. */
export interface TunnelEnd {
  readonly host: string;
  readonly port: number;
}

/** Connects to the proxy itself and gives the socket back at once, connected or not. */
export type ConnectProxy = (
  proxy: URL,
  done: (error: Error | null, socket: Socket | null) => void,
) => Socket | undefined;

/** No answer of a proxy before the tunnel is longer. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** What is said to the proxy, and how long its answer is, once enough of it is there to tell. */
interface Step {
  readonly say: Uint8Array | string;
  readonly whole: (received: Buffer) => number | undefined;
}

type Talk = Generator<Step, void, Buffer>;

/**
 * A socket that leads through the proxy to `end`: by CONNECT (RFC 9110 §9.3.6) through an http or https proxy, by SOCKS 5
 * (RFC 1928, RFC 1929) through a `socks5:` or `socks5h:` one. Emits it once; unsubscribing before that closes it.
 * Errors: `unreachable` where the proxy cannot be reached or refuses, `timeout` as the connection's.
 */
export function tunnel(proxy: URL, end: TunnelEnd, connect: ConnectProxy): Observable<Socket> {
  return new Observable((opened) => {
    let talking: Subscription | undefined;
    let over = false;
    const fail = (error: unknown): void => opened.error(wireFailure(`The proxy ${proxy.host}`, error));
    const begun = connect(proxy, (error, socket) => {
      if (error || !socket) return fail(error);
      const talk = proxy.protocol.startsWith("socks") ? socks5(proxy, end) : connectRequest(proxy, end);
      talking = spoken(socket, talk).subscribe({
        error: fail,
        complete() {
          over = true;
          opened.next(socket);
          opened.complete();
        },
      });
    });
    return () => {
      talking?.unsubscribe();
      if (!over) begun?.destroy();
    };
  });
}

/** Holds a talk over a socket; completes when it is over, with what came beyond it back in the socket. */
function spoken(socket: Socket, talk: Talk): Observable<never> {
  return new Observable((done) => {
    let received = Buffer.alloc(0);
    let step = talk.next();
    if (!step.done) socket.write(step.value.say);

    function hear(): void {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read())
        received = Buffer.concat([received, chunk]);
      try {
        while (!step.done) {
          const length = step.value.whole(received);
          if (length === undefined || received.length < length) {
            if (received.length > MAX_ANSWER_BYTES) throw new Error("it answered with something else");
            return;
          }
          const answer = received.subarray(0, length);
          received = received.subarray(length);
          step = talk.next(answer);
          if (!step.done) socket.write(step.value.say);
        }
      } catch (error) {
        done.error(error);
        return;
      }
      if (received.length > 0) socket.unshift(received);
      done.complete();
    }
    const broken = (error?: unknown): void =>
      done.error(error instanceof Error ? error : new Error("it closed the connection"));
    socket.on("readable", hear).on("error", broken).on("close", broken);
    return () => socket.off("readable", hear).off("error", broken).off("close", broken);
  });
}

const refused = (proxy: URL, end: TunnelEnd, why: string): SourceError =>
  new SourceError("unreachable", `The proxy ${proxy.host} does not lead to ${end.host}:${end.port}: ${why}.`);

function* connectRequest(proxy: URL, end: TunnelEnd): Talk {
  const authority = `${isIP(end.host) === 6 ? `[${end.host}]` : end.host}:${end.port}`;
  const headers = Object.entries(proxyAuthorization(proxy)).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = yield {
    say: `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${headers.join("")}\r\n`,
    whole: (received) => {
      const at = received.indexOf("\r\n\r\n");
      return at < 0 ? undefined : at + 4;
    },
  };
  const [, status = ""] = /^HTTP\/1\.\d (\d{3})\b/.exec(answer.toString("latin1")) ?? [];
  if (status.startsWith("2")) return;
  throw refused(proxy, end, status === "407" ? "it asks for credentials (407)" : `it answered ${status || "no HTTP"}`);
}

/** Reply codes by their number (RFC 1928 §6). */
const REPLIES: Readonly<Record<number, string>> = {
  2: "its rules do not allow it",
  3: "the network is unreachable",
  4: "the host is unreachable",
  5: "the connection was refused",
  6: "the way is too long",
  8: "it knows no such addresses",
};

function* socks5(proxy: URL, end: TunnelEnd): Talk {
  const known = credentialsOf(proxy);
  const [version, method] = yield { say: Uint8Array.from(known ? [5, 2, 0, 2] : [5, 1, 0]), whole: () => 2 };
  if (version !== 5) throw refused(proxy, end, "it speaks no SOCKS 5");
  if (method === 2 && known) {
    const [user, pass] = [Buffer.from(known.user), Buffer.from(known.pass)];
    const credentials = Buffer.concat([Uint8Array.from([1, user.length]), user, Uint8Array.from([pass.length]), pass]);
    const [, denied] = yield { say: credentials, whole: () => 2 };
    if (denied !== 0) throw refused(proxy, end, "it does not take the credentials");
  } else if (method !== 0) throw refused(proxy, end, "it asks for credentials");
  const request = Buffer.concat([
    Uint8Array.from([5, 1, 0]),
    addressBytes(end.host),
    Uint8Array.from([end.port >> 8, end.port & 0xff]),
  ]);
  const [, reply = 1] = yield { say: request, whole: replyLength };
  if (reply !== 0) throw refused(proxy, end, REPLIES[reply] ?? `it answered ${reply}`);
}

const NAME = 3;

function addressBytes(host: string): Uint8Array {
  if (isIP(host) === 0) {
    const name = Buffer.from(host, "latin1");
    return Buffer.concat([Uint8Array.from([NAME, name.length]), name]);
  }
  return Uint8Array.from([isIP(host) === 4 ? 1 : 4, ...ipaddr.parse(host).toByteArray()]);
}

/** Four bytes, the address that the proxy connects from, two bytes of its port. */
function replyLength([, , , kind, first]: Buffer): number | undefined {
  if (kind === undefined || first === undefined) return undefined;
  return 6 + (kind === 1 ? 4 : kind === NAME ? 1 + first : 16);
}
