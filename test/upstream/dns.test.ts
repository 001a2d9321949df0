import { createSocket, type RemoteInfo } from "node:dgram";
import { createServer, type Server } from "node:net";
import { type Answer, type DecodedPacket, decode, encode, type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import { EMPTY, firstValueFrom } from "rxjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SourceError } from "../../src/errors.ts";
import { createDns } from "../../src/upstream/dns.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import type { DnsRecordType } from "../../src/upstream/types.ts";
import { until } from "../support/until.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Respond = (packet: Partial<Packet>, id?: number) => void;
type Reply = (query: DecodedPacket, respond: Respond, from: RemoteInfo) => void;

/** A name server over UDP on loopback. */
async function serve(reply: Reply): Promise<string> {
  const socket = createSocket("udp4");
  closers.push(() => socket.close());
  socket.on("message", (bytes, from) => {
    const query = decode(bytes);
    const respond = (packet: Partial<Packet>, id = query.id): void =>
      socket.send(encode({ type: "response", id, questions: query.questions, ...packet }), from.port, from.address);
    reply(query, respond, from);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  return `127.0.0.1:${socket.address().port}`;
}

const guard = createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, () => EMPTY);
const ask = (DNS_SERVER: string, type: DnsRecordType, name = "example.com") =>
  firstValueFrom(createDns({ DNS_SERVER }, guard)(name, type));
const failure = (answer: Promise<unknown>): Promise<SourceError> =>
  answer.then(
    () => expect.fail("it answered"),
    (error) => error,
  );
const answering = (...answers: Answer[]): Promise<string> => serve((_query, respond) => respond({ answers }));

describe("createDns", () => {
  const name = "example.com";
  const cases: readonly [DnsRecordType, Answer, string, object][] = [
    ["A", { type: "A", name, ttl: 60, data: "192.0.2.1" }, "192.0.2.1", { address: "192.0.2.1" }],
    ["AAAA", { type: "AAAA", name, ttl: 60, data: "2001:db8::1" }, "2001:db8::1", { address: "2001:db8::1" }],
    [
      "MX",
      { type: "MX", name, ttl: 60, data: { preference: 5, exchange: "MX.example.com" } },
      "mx.example.com",
      { priority: 5 },
    ],
    ["NS", { type: "NS", name, ttl: 60, data: "ns1.example.net" }, "ns1.example.net", { host: "ns1.example.net" }],
    ["TXT", { type: "TXT", name, ttl: 60, data: ["v=spf1 ", "-all"] }, "v=spf1 -all", { text: "v=spf1 -all" }],
    [
      "CAA",
      { type: "CAA", name, ttl: 60, data: { flags: 128, tag: "issue", value: "letsencrypt.org" } },
      "issue letsencrypt.org",
      { flags: 128, tag: "issue" },
    ],
    [
      "SOA",
      {
        type: "SOA",
        name,
        ttl: 60,
        data: {
          mname: "ns1.example.net",
          rname: "admin.example.net",
          serial: 7,
          refresh: 1,
          retry: 2,
          expire: 3,
          minimum: 4,
        },
      },
      "ns1.example.net admin.example.net 7 1 2 3 4",
      { nsname: "ns1.example.net", serial: 7, minttl: 4 },
    ],
    [
      "CNAME",
      { type: "CNAME", name, ttl: 60, data: "www.example.net" },
      "www.example.net",
      { host: "www.example.net" },
    ],
    [
      "SRV",
      { type: "SRV", name, ttl: 60, data: { priority: 1, weight: 2, port: 5060, target: "sip.example.com" } },
      "1 2 5060 sip.example.com",
      { port: 5060 },
    ],
    ["PTR", { type: "PTR", name, ttl: 60, data: "host.example.com" }, "host.example.com", { host: "host.example.com" }],
    [
      "DS",
      {
        type: "DS",
        name,
        ttl: 60,
        data: { keyTag: 9, algorithm: 13, digestType: 2, digest: Buffer.from("abcd", "hex") },
      },
      "9 13 2 ABCD",
      { keyTag: 9, digest: "ABCD" },
    ],
  ];
  it.each(cases)("reads %s records", async (type, answer, value, data) => {
    const { code, records } = await ask(await answering(answer), type);
    expect(code).toBe("NOERROR");
    expect(records).toEqual([{ name, type, ttl: 60, value, data: expect.objectContaining(data) }]);
  });

  it("leaves the CNAME on the way out", async () => {
    const at = await answering(
      { type: "CNAME", name, ttl: 60, data: "edge.example.net" },
      { type: "A", name: "edge.example.net", ttl: 20, data: "192.0.2.7" },
    );
    expect((await ask(at, "A")).records.map(({ name: owner, value }) => [owner, value])).toEqual([
      ["edge.example.net", "192.0.2.7"],
    ]);
  });

  it("tells NXDOMAIN, SERVFAIL, REFUSED and an empty answer apart", async () => {
    const coded = (rcode: number): Promise<string> => serve((_query, respond) => respond({ flags: rcode }));
    for (const [rcode, code] of [
      [0, "NOERROR"],
      [2, "SERVFAIL"],
      [3, "NXDOMAIN"],
      [5, "REFUSED"],
      [4, "OTHER"],
    ] as const)
      expect(await ask(await coded(rcode), "A")).toEqual({ code, records: [] });
  });

  it("asks once more, then says that nobody answered", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    closers.push(() => vi.useRealTimers());
    let asked = 0;
    const counting = (count: number) => until(() => asked === count, `asked ${count} times`);
    const silent = await serve(() => {
      asked += 1;
    });
    const nobody = failure(ask(silent, "A"));
    for (const count of [1, 2]) {
      await counting(count);
      vi.advanceTimersByTime(5_000);
    }
    expect((await nobody).kind).toBe("timeout");
    expect(asked).toBe(2);
    asked = 0;
    const second = await serve((_query, respond) => {
      asked += 1;
      if (asked === 2) respond({});
    });
    const late = ask(second, "A");
    await counting(1);
    vi.advanceTimersByTime(5_000);
    expect((await late).code).toBe("NOERROR");
  });

  it("listens to no answer with another id or question, and to none from elsewhere", async () => {
    const elsewhere = createSocket("udp4");
    closers.push(() => elsewhere.close());
    const at = await serve((query, respond, from) => {
      const forged = { type: "response", id: query.id, questions: query.questions } as const;
      const answers: Answer[] = [{ type: "A", name, ttl: 1, data: "203.0.113.2" }];
      elsewhere.send(encode({ ...forged, answers }), from.port, from.address);
      respond({ answers: [{ type: "A", name, ttl: 1, data: "203.0.113.1" }] }, ((query.id ?? 0) + 1) & 0xffff);
      respond({ questions: [{ type: "A", name: "evil.test", class: "IN" }], answers: [] });
      // Sent a turn later, so that the forgeries are there first.
      setImmediate(() => respond({ answers: [{ type: "A", name, ttl: 1, data: "192.0.2.1" }] }));
    });
    expect((await ask(at, "A")).records.map(({ value }) => value)).toEqual(["192.0.2.1"]);
  });

  it("asks over TCP where the answer was cut short", async () => {
    const at = await serve((_query, respond) => respond({ flags: TRUNCATED_RESPONSE }));
    const server: Server = createServer((socket) => {
      socket.once("data", (bytes) => {
        const query = decode(bytes.subarray(2));
        const text = "x".repeat(200);
        const packet = encode({
          type: "response",
          id: query.id,
          questions: query.questions,
          answers: Array.from({ length: 20 }, () => ({ type: "TXT", name, ttl: 1, data: [text] }) as const),
        });
        const length = Buffer.alloc(2);
        length.writeUInt16BE(packet.length);
        socket.write(length);
        socket.end(packet);
      });
    });
    closers.push(() => server.close());
    await new Promise<void>((listening) => server.listen(Number(at.split(":")[1]), "127.0.0.1", listening));
    expect((await ask(at, "TXT")).records).toHaveLength(20);
  });

  it("refuses names that cannot be asked", async () => {
    for (const bad of ["", "a..b", "exämple.com", `${"a".repeat(64)}.com`, "a b.com"])
      expect((await failure(ask("127.0.0.1:9", "A", bad))).kind).toBe("bad-query");
  });

  it("says that no server is there, over UDP and TCP", async () => {
    const at = await serve((_query, respond) => respond({ flags: TRUNCATED_RESPONSE }));
    expect((await failure(ask(at, "A"))).kind).toBe("unreachable");
  });
});

describe("createDns, with a server that cannot be connected to", () => {
  const handles = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "UDPWrap").length;

  it.each(["nowhere.invalid:53", "127.0.0.1:0"])("fails and leaves no socket: %s", async (at) => {
    await expect.poll(handles).toBe(0);
    await expect(ask(at, "A")).rejects.toThrow();
    await expect.poll(handles).toBe(0);
  });

  it("says that a name server without an address is not there", async () => {
    expect(await failure(ask("nowhere.invalid:53", "A"))).toMatchObject({
      kind: "unreachable",
      message: "The name server that DNS_SERVER names could not be reached.",
    });
  });
});

describe("createDns, unsubscribed", () => {
  it("closes its socket, at whatever moment", async () => {
    let heard = 0;
    const at = await serve(() => {
      heard += 1;
    });
    const handles = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "UDPWrap").length;
    createDns({ DNS_SERVER: at }, guard)("example.com", "A").subscribe().unsubscribe();
    const waiting = createDns({ DNS_SERVER: at }, guard)("example.com", "A").subscribe();
    await expect.poll(() => heard).toBe(1);
    const open = handles();
    waiting.unsubscribe();
    await expect.poll(handles).toBe(open - 1);
  });
});
