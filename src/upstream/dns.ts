import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect, isIPv6 } from "node:net";
import { type Answer, type DecodedPacket, decode, encode, RECURSION_DESIRED, TRUNCATED_RESPONSE } from "dns-packet";
import { catchError, defer, map, mergeMap, Observable, throwError, timeout } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import type { Guard } from "./guard.ts";
import { addressOfArpaName } from "./reverse-dns.ts";
import type { DnsAnswer, DnsRecord, DnsRecordType, Upstream } from "./types.ts";

const DNS_PORT = 53;
/** One try, over UDP and, where truncated, TCP. */
const TRY_MS = 5_000;
/** What one UDP answer may hold without being cut up on its way (DNS flag day 2020). */
const UDP_PAYLOAD = 1232;
/** A TCP message's length is 16 bits. */
const MAX_TCP_BYTES = 65_537;

interface Server {
  readonly host: string;
  readonly port: number;
  /** What sentences call it: whoever asks the service need not know its address. */
  readonly called: string;
}

interface Question {
  readonly name: string;
  readonly type: DnsRecordType;
}

/**
 * A stub resolver (RFC 1035): asks `DNS_SERVER`, else the system's name servers, over UDP with a random id and port from
 * a connected socket, over TCP where the answer was truncated, once more (at the next server) where none came. Every
 * answer is a value, also NXDOMAIN, SERVFAIL and REFUSED; records of other types in it (a CNAME on the way) are left
 * out. An internationalised name must come as punycode.
 *
 * Errors: `bad-query` for a name that cannot be asked, `forbidden-target` for one of the inner network, whose addresses
 * and names are not for whoever asks, and for the names of private addresses, `timeout` where nobody answered, `unreachable` where no server
 * could be reached.
 */
export function createDns(
  config: Pick<Config, "DNS_SERVER">,
  guard: Pick<Guard, "checkHost" | "checkAddress">,
  tryMs = TRY_MS,
): Upstream["dns"] {
  return (name, type) =>
    defer(() => {
      const question = { name: checkedName(name), type };
      guard.checkHost(question.name);
      const address = addressOfArpaName(question.name);
      if (address) guard.checkAddress(address);
      const called = config.DNS_SERVER ? "The name server that DNS_SERVER names" : "This machine's name server";
      const servers = (config.DNS_SERVER ? [config.DNS_SERVER] : getServers()).map((written) =>
        serverOf(written, called),
      );
      const first = servers[0];
      if (!first)
        throw new SourceError("unreachable", "This machine has no name server, in /etc/resolv.conf or by DNS_SERVER.");
      return askOnce(first, question, tryMs).pipe(catchError(() => askOnce(servers[1] ?? first, question, tryMs)));
    });
}

function checkedName(written: string): string {
  const name = written.replace(/\.$/, "");
  if (name.length > 253 || !/^[\x21-\x2d\x2f-\x7e]{1,63}(\.[\x21-\x2d\x2f-\x7e]{1,63})*$/.test(name))
    throw new SourceError("bad-query", `“${written.slice(0, 80)}” is not a name that the DNS can be asked for.`);
  return name;
}

/** `1.1.1.1`, `1.1.1.1:5353`, `::1`, `[::1]:5353`. */
function serverOf(written: string, called: string): Server {
  if (isIPv6(written)) return { host: written, port: DNS_PORT, called };
  const colon = written.lastIndexOf(":");
  const host = (colon < 0 ? written : written.slice(0, colon)).replace(/^\[(.*)\]$/, "$1");
  return { host, port: colon < 0 ? DNS_PORT : Number(written.slice(colon + 1)), called };
}

function askOnce(server: Server, question: Question, tryMs: number): Observable<DnsAnswer> {
  return overUdp(server, question).pipe(
    mergeMap((packet) => (packet.flags && packet.flags & TRUNCATED_RESPONSE ? overTcp(server, question) : [packet])),
    map((packet) => answerOf(packet, question.type)),
    timeout({
      first: tryMs,
      with: () =>
        throwError(
          () =>
            new SourceError(
              "timeout",
              `${server.called} did not answer the ${question.type} question for ${question.name}.`,
            ),
        ),
    }),
  );
}

function queryBytes(id: number, { name, type }: Question): Buffer {
  const opt = {
    type: "OPT",
    name: ".",
    udpPayloadSize: UDP_PAYLOAD,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  } as const;
  return encode({
    type: "query",
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type, name, class: "IN" }],
    additionals: [{ ...opt, options: [] }],
  });
}

/** The packet, where it is the answer to the question: same id, same question. Anything else is not for us. */
function matching(bytes: Buffer, id: number, { name, type }: Question): DecodedPacket | undefined {
  let packet: DecodedPacket;
  try {
    packet = decode(bytes);
  } catch {
    return undefined;
  }
  const asked = packet.questions?.[0];
  if (packet.type !== "response" || packet.id !== id) return undefined;
  return asked?.type === type && asked.name.toLowerCase() === name.toLowerCase() ? packet : undefined;
}

const unreachable = (server: Server, cause: unknown): SourceError =>
  new SourceError("unreachable", `${server.called} could not be reached.`, { cause });

function overUdp(server: Server, question: Question): Observable<DecodedPacket> {
  return new Observable((answer) => {
    const id = randomInt(0x10000);
    const socket = createSocket(isIPv6(server.host) ? "udp6" : "udp4");
    socket.on("error", (cause) => answer.error(unreachable(server, cause)));
    socket.on("message", (bytes) => {
      const packet = matching(bytes, id, question);
      if (!packet) return;
      answer.next(packet);
      answer.complete();
    });
    answer.add(() => socket.close());
    // A callback of `connect` is called with its failure too; the event is not.
    socket.once("connect", () => socket.send(queryBytes(id, question)));
    // Connected, so that the system drops whatever comes from another address or port.
    socket.connect(server.port, server.host);
  });
}

function overTcp(server: Server, question: Question): Observable<DecodedPacket> {
  return new Observable((answer) => {
    const id = randomInt(0x10000);
    let received = Buffer.alloc(0);
    const socket = connect({ host: server.host, port: server.port });
    socket.on("connect", () => {
      const query = queryBytes(id, question);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > MAX_TCP_BYTES) return answer.error(unreachable(server, "more than one message"));
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const packet = matching(received.subarray(2, 2 + received.readUInt16BE(0)), id, question);
      if (!packet) return answer.error(unreachable(server, "an answer to another question"));
      answer.next(packet);
      answer.complete();
    });
    socket.on("error", (cause) => answer.error(unreachable(server, cause)));
    socket.on("close", () => answer.error(unreachable(server, "closed before an answer")));
    return () => socket.destroy();
  });
}

/** Response codes by their number (RFC 1035 §4.1.1). */
const CODES: Readonly<Record<number, DnsAnswer["code"]>> = { 0: "NOERROR", 2: "SERVFAIL", 3: "NXDOMAIN", 5: "REFUSED" };

function answerOf(packet: DecodedPacket, type: DnsRecordType): DnsAnswer {
  return {
    code: CODES[(packet.flags ?? 0) & 0xf] ?? "OTHER",
    records: (packet.answers ?? [])
      .filter((answer) => answer.type === type)
      .flatMap((answer) => recordOf(answer) ?? []),
  };
}

/** A name as it is compared and shown: lower case, without the root's dot (but the root itself is "."). */
const shown = (name: string): string => name.toLowerCase().replace(/(.)\.$/, "$1") || ".";

function recordOf(answer: Answer): DnsRecord | undefined {
  const made = (type: DnsRecordType, value: string, data: DnsRecord["data"]): DnsRecord => ({
    name: shown(answer.name),
    type,
    ttl: "ttl" in answer ? (answer.ttl ?? 0) : 0,
    value,
    data,
  });
  switch (answer.type) {
    case "A":
    case "AAAA":
      return made(answer.type, answer.data, { address: answer.data });
    case "NS":
    case "CNAME":
    case "PTR":
      return made(answer.type, shown(answer.data), { host: shown(answer.data) });
    case "MX": {
      const exchange = shown(answer.data.exchange);
      return made("MX", exchange, { priority: answer.data.preference ?? 0, exchange });
    }
    case "TXT": {
      const parts = Array.isArray(answer.data) ? answer.data : [answer.data];
      const text = parts.map((part) => part.toString("utf8")).join("");
      return made("TXT", text, { text });
    }
    case "CAA": {
      const { tag, value, flags = 0 } = answer.data;
      return made("CAA", `${tag} ${value}`, { flags, tag, value });
    }
    case "SOA": {
      const { mname, rname, serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0 } = answer.data;
      const [nsname, hostmaster] = [shown(mname), shown(rname)];
      const value = [nsname, hostmaster, serial, refresh, retry, expire, minimum].join(" ");
      return made("SOA", value, { nsname, hostmaster, serial, refresh, retry, expire, minttl: minimum });
    }
    case "SRV": {
      const { priority = 0, weight = 0, port } = answer.data;
      const target = shown(answer.data.target);
      return made("SRV", `${priority} ${weight} ${port} ${target}`, { priority, weight, port, target });
    }
    case "DS": {
      const { keyTag, algorithm, digestType } = answer.data;
      const digest = answer.data.digest.toString("hex").toUpperCase();
      return made("DS", `${keyTag} ${algorithm} ${digestType} ${digest}`, { keyTag, algorithm, digestType, digest });
    }
    default:
      return undefined;
  }
}
