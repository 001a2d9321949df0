import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { decode, encode, type Packet } from "dns-packet";
import { catchError, lastValueFrom, of, toArray } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { SourceError } from "../../../src/errors.ts";
import { dns } from "../../../src/sources/domain/dns.ts";
import { tlsCertificate } from "../../../src/sources/domain/tls_certificate.ts";
import { whois } from "../../../src/sources/domain/whois.ts";
import type { Item, Notice, ReadContext, SourceDefinition } from "../../../src/sources/source.ts";
import { createDns } from "../../../src/upstream/dns.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import type { Upstream } from "../../../src/upstream/types.ts";
import { createWhois } from "../../../src/upstream/whois.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A source over real doors, the others failing. */
async function read(
  source: SourceDefinition,
  q: string,
  doors: Partial<Upstream>,
  options: Record<string, string> = {},
) {
  const upstream = { ...replayUpstream(() => undefined), ...doors };
  const notices: Notice[] = [];
  const context: ReadContext = {
    source: source.id,
    pages: 1,
    keys: {},
    upstream,
    fetch: upstream.http,
    stream: upstream.httpStream,
    cached: (_name, value$) => value$,
    notice: (notice) => notices.push(notice),
    now: () => Date.UTC(2026, 0, 2),
  };
  let error: SourceError | undefined;
  const items$ = source.open(q, options, context).pipe(
    toArray(),
    catchError((thrown) => {
      if (!(thrown instanceof SourceError)) throw thrown;
      error = thrown;
      return of<Item[]>([]);
    }),
  );
  return { items: await lastValueFrom(items$), error, notices };
}

/** A WHOIS server on loopback that answers by question and keeps what it was asked. */
async function whoisServer(
  answers: Readonly<Record<string, string>>,
): Promise<{ door: Partial<Upstream>; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (line) => {
      const question = line.toString().replace(/\r\n$/, "");
      asked.push(question);
      socket.end(answers[question] ?? "");
    });
  });
  closers.push(() => server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  const guard = createGuard(readConfig({}), () => of(["192.0.2.1"]));
  return { door: { whois: createWhois({ WHOIS_SERVER: `127.0.0.1:${at.port}` }, guard) }, asked };
}

const thin = (registrar: string): string =>
  [
    "   Domain Name: EXAMPLE.COM",
    `   Registrar WHOIS Server: ${registrar}`,
    "   Registrar: Registrar Inc.",
    "   Creation Date: 2001-02-03T04:05:06Z",
    "   Name Server: NS1.DNS.EXAMPLE",
  ].join("\r\n");

describe("whois over WHOIS_SERVER", () => {
  it("follows the root to the registry and a thin registry to the registrar, each asked in its form", async () => {
    const { door, asked } = await whoisServer({
      com: "refer:        whois.verisign-grs.com\n",
      "domain example.com": thin("whois.registrar.example"),
      "example.com": "Domain Name: example.com\nRegistrant Organization: Example AG\nTech Email: a@b.example\n",
    });
    const { items } = await read(whois, "https://www.example.com/", door);
    expect(asked).toEqual(["com", "domain example.com", "example.com"]);
    expect(items).toMatchObject([
      {
        domain: "example.com",
        registrar: "Registrar Inc.",
        registrant: "Example AG",
        whoisServer: "whois.registrar.example",
      },
    ]);
    expect(items[0]?.["raw"]).not.toContain("@");
  });

  it("keeps the registry's answer where the registrar cannot be asked, and says so", async () => {
    const { door } = await whoisServer({
      com: "refer:        whois.verisign-grs.com\n",
      "domain example.com": thin("whois.registrar.example"),
    });
    const { items, notices } = await read(whois, "example.com", door);
    expect(items).toMatchObject([{ registrar: "Registrar Inc.", whoisServer: "whois.verisign-grs.com" }]);
    expect(notices).toMatchObject([{ kind: "note" }]);
  });

  it.each([
    ["de", "whois.denic.de", "-T dn,ace beispiel.de", "Domain: beispiel.de\nStatus: free\n"],
    ["jp", "whois.jprs.jp", "beispiel.jp/e", "No match!!\n"],
    ["dk", "whois.punktum.dk", " --show-handles beispiel.dk", "No entries found for the selected source.\n"],
  ])("asks .%s by %s as that wants it", async (tld, server, question, answer) => {
    const { door, asked } = await whoisServer({ [tld]: `refer: ${server}\n`, [question]: answer });
    const { items } = await read(whois, `beispiel.${tld}`, door);
    expect(asked).toEqual([tld, question]);
    expect(items).toMatchObject([{ domain: `beispiel.${tld}`, available: true, title: `beispiel.${tld}` }]);
  });

  it("refuses a referral to an inner address, without RDAP's second try", async () => {
    const guard = createGuard(readConfig({}), () => of(["10.0.0.1"]));
    const direct = createWhois({}, guard);
    const door: Partial<Upstream> = {
      whois: (server, question) =>
        server === "whois.iana.org" ? of("refer: whois.evil.example\n") : direct(server, question),
    };
    expect((await read(whois, "example.com", door)).error?.kind).toBe("forbidden-target");
  });

  it("refuses what nobody can register", async () => {
    for (const q of ["co.uk", "192.0.2.1", "not a name"])
      expect((await read(whois, q, {})).error?.kind).toBe("bad-query");
  });
});

describe("dns over DNS_SERVER", () => {
  async function nameServer(
    answer: (type: string) => Partial<Packet> | undefined,
    tryMs?: number,
  ): Promise<Partial<Upstream>> {
    const socket = createSocket("udp4");
    closers.push(() => socket.close());
    socket.on("message", (bytes, from) => {
      const { id, questions } = decode(bytes);
      const packet = answer(questions?.[0]?.type ?? "");
      if (packet) socket.send(encode({ type: "response", id, questions, ...packet }), from.port, from.address);
    });
    await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
    const guard = createGuard(readConfig({}), () => of(["192.0.2.1"]));
    return { dns: createDns({ DNS_SERVER: `127.0.0.1:${socket.address().port}` }, guard, tryMs) };
  }
  const name = "example.com";

  it("emits an item a record, with its parts", async () => {
    const door = await nameServer((type) => {
      if (type === "MX")
        return { answers: [{ type, name, ttl: 9, data: { preference: 10, exchange: "mx.example.com" } }] };
      if (type === "TXT") return { answers: [{ type, name, ttl: 9, data: ["v=spf1", " -all"] }] };
      return {};
    });
    const { items } = await read(dns, "Example.com", door);
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(
      expect.objectContaining({ title: "MX mx.example.com", priority: 10, exchange: "mx.example.com", ttl: 9 }),
    );
    expect(items).toContainEqual(expect.objectContaining({ type: "TXT", value: "v=spf1 -all" }));
  });

  it("tells a missing name, failing servers, a refusal and silence apart", async () => {
    expect(await read(dns, name, await nameServer(() => ({ flags: 3 })))).toMatchObject({
      items: [],
      error: undefined,
    });
    expect((await read(dns, name, await nameServer(() => ({ flags: 2 })))).error?.kind).toBe("unreachable");
    expect((await read(dns, name, await nameServer(() => ({ flags: 5 })))).error?.kind).toBe("blocked");
    expect((await read(dns, name, await nameServer(() => undefined, 60), { type: "A" })).error?.kind).toBe("timeout");
  });

  it("gives what it got when only some questions fail, and says so", async () => {
    const door = await nameServer((type) =>
      type === "A" ? { answers: [{ type, name, ttl: 1, data: "192.0.2.1" }] } : { flags: 2 },
    );
    const { items, error, notices } = await read(dns, name, door, { type: "a,txt" });
    expect(items).toMatchObject([{ value: "192.0.2.1" }]);
    expect(error).toBeUndefined();
    expect(notices).toMatchObject([{ kind: "note", text: expect.stringContaining("SERVFAIL") }]);
  });

  it("refuses types that there are not", async () => {
    expect((await read(dns, name, {}, { type: "A,BOGUS" })).error?.kind).toBe("bad-query");
  });
});

describe("tls_certificate", () => {
  it.each([
    ["example.com", "example.com", 443],
    ["https://example.com:8443/a", "example.com", 8443],
    ["imaps://mail.example.com:993", "mail.example.com", 993],
    ["192.0.2.1", "192.0.2.1", 443],
    ["[2001:db8::1]:8443", "2001:db8::1", 8443],
  ])("takes %s for %s:%i", async (q, host, port) => {
    const asked: unknown[] = [];
    const door: Partial<Upstream> = {
      tls: (...target) => {
        asked.push(target);
        throw new SourceError("unreachable", "no");
      },
    };
    await read(tlsCertificate, q, door);
    expect(asked).toEqual([[host, port]]);
  });
});
