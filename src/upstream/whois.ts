import { connect } from "node:net";
import iconv from "iconv-lite";
import { defer, mergeMap, Observable, of, throwError, timeout } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type Guard, lookupThrough } from "./guard.ts";
import type { Upstream } from "./types.ts";

const WHOIS_PORT = 43;
/** From the first look-up to the close of the connection. */
const DEADLINE_MS = 10_000;
/** The longest registries' answers are some 10 KiB. */
const MAX_BYTES = 256 * 1024;

interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The addresses to connect to; empty: the operator's own server, looked up by the system. */
  readonly addresses: readonly string[];
}

/**
 * One WHOIS question over TCP (RFC 3912): the question and CRLF are sent, the answer ends with the connection.
 * `WHOIS_SERVER` answers every question when it is set; any other server is looked up through the guard, for referrals
 * are untrusted. Unsubscribing closes the socket.
 *
 * Errors: `bad-query` (a question with a line break, a server that is no host name), `forbidden-target`, `unreachable`
 * (also for an empty answer), `timeout` after 10 s, `too-large` beyond 256 KiB.
 */
export function createWhois(
  config: Pick<Config, "WHOIS_SERVER">,
  guard: Guard,
  deadlineMs = DEADLINE_MS,
): Upstream["whois"] {
  return (server, question) =>
    defer(() => {
      if (/[\r\n\0]/.test(question) || Buffer.byteLength(question) > 512)
        throw new SourceError("bad-query", "A WHOIS question is one line of at most 512 bytes.");
      return endpointOf(config, guard, server);
    }).pipe(
      mergeMap((endpoint) => exchange(endpoint, question)),
      timeout({
        first: deadlineMs,
        with: () =>
          throwError(() => new SourceError("timeout", `${server} did not answer within ${deadlineMs / 1000} s.`)),
      }),
    );
}

function endpointOf(config: Pick<Config, "WHOIS_SERVER">, guard: Guard, server: string): Observable<Endpoint> {
  if (config.WHOIS_SERVER) {
    const colon = config.WHOIS_SERVER.lastIndexOf(":");
    const host = config.WHOIS_SERVER.slice(0, colon).replace(/^\[(.*)\]$/, "$1");
    return of({ host, port: Number(config.WHOIS_SERVER.slice(colon + 1)), addresses: [] });
  }
  if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(server))
    throw new SourceError("bad-query", "A WHOIS server is named by its host name.");
  return guard.resolve(server).pipe(mergeMap((addresses) => of({ host: server, port: WHOIS_PORT, addresses })));
}

function exchange({ host, port, addresses }: Endpoint, question: string): Observable<string> {
  return new Observable((answer) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const socket = connect({
      host,
      port,
      ...(addresses.length > 0 && { lookup: lookupThrough(() => of(addresses)) }),
    });
    socket.on("connect", () => socket.write(`${question}\r\n`));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        answer.error(new SourceError("too-large", `${host} answered with more than ${MAX_BYTES / 1024} KiB.`));
    });
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      // Some registries reset the connection once everything is said.
      if (cause.code === "ECONNRESET" && bytes > 0) return;
      answer.error(new SourceError("unreachable", `${host} could not be asked: ${reasonOf(cause)}.`, { cause }));
    });
    socket.on("close", () => {
      if (bytes === 0)
        return answer.error(new SourceError("unreachable", `${host} closed the connection without a word.`));
      answer.next(decodeWhois(Buffer.concat(chunks)));
      answer.complete();
    });
    return () => socket.destroy();
  });
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  if (cause.code === "ECONNREFUSED") return "the connection was refused";
  if (cause.code === "ECONNRESET") return "the connection was reset";
  if (cause.code === "ENOTFOUND") return "its name was not found";
  return cause.code ?? cause.message;
}

/**
 * A WHOIS answer's text, for the protocol names no charset: ISO-2022-JP where its escape sequences stand in it (.jp
 * without "/e"), UTF-8 where the bytes are valid UTF-8, else latin1.
 */
export function decodeWhois(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes("\x1b$B") || buffer.includes("\x1b$@")) {
    // iconv-lite has no ISO-2022-JP; the web platform's decoder does.
    return new TextDecoder("iso-2022-jp").decode(buffer);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return iconv.decode(buffer, "latin1");
  }
}
