import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { DnsRecord, DnsRecordType } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { dns as dnsReader } from "../kit/readers/dns.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { Count } from "../kit/values/fields.ts";
import { DnsRecordItem } from "./item.ts";

/** What is asked unless `type` says otherwise. */
const USUAL: readonly DnsRecordType[] = ["A", "AAAA", "MX", "NS", "TXT", "CAA", "SOA", "CNAME"];

const ALL: readonly DnsRecordType[] = [...USUAL, "SRV", "DS", "PTR"];

const isType = (written: string): written is DnsRecordType => (ALL as readonly string[]).includes(written);

/** The record types that are asked for; throws `bad-query` for one that is unknown. */
function typesIn(written: string | undefined): readonly DnsRecordType[] {
  if (!written?.trim()) return USUAL;
  return written.split(",").map((word) => {
    const type = word.trim().toUpperCase();
    if (!isType(type)) throw new SourceError("bad-query", `type: “${type.slice(0, 20)}” is none of ${ALL.join(", ")}.`);
    return type;
  });
}

/** The parts of an MX, SOA, SRV or CAA record that have fields of their own. */
function parts({ type, data }: DnsRecord): Readonly<Record<string, string | number>> {
  return type === "MX" || type === "SOA" || type === "SRV" || type === "CAA" ? data : {};
}

export const dns = defineSource({
  id: "dns",
  title: "DNS records",
  docs: "https://www.rfc-editor.org/rfc/rfc1035",
  evidence: "no-http",
  query: query({
    describe: "a host name",
    example: "example.com",
    options: z.object({
      type: z
        .string()
        .optional()
        .describe("record types, comma-separated (default A, AAAA, MX, NS, TXT, CAA, SOA, CNAME)"),
    }),
    parse: (q, { type }) => ({ domain: parseDomain(q), types: typesIn(type) }),
  }),
  item: DnsRecordItem.extend({
    value: z.string().describe("the address, host or joined text; of SOA, SRV and DS all parts in their order"),
    priority: Count.optional().describe("MX preference or SRV priority: the lowest is asked first"),
    exchange: z.string().optional().describe("MX: the mail host"),
    nsname: z.string().optional().describe("SOA: the primary name server"),
    hostmaster: z.string().optional().describe("SOA: the mailbox in charge, the first dot standing for @"),
    serial: Count.optional().describe("SOA"),
    refresh: Count.optional().describe("SOA, seconds"),
    retry: Count.optional().describe("SOA, seconds"),
    expire: Count.optional().describe("SOA, seconds"),
    minttl: Count.optional().describe("SOA: for how long a missing name is remembered, seconds"),
    weight: Count.optional().describe("SRV"),
    port: Count.optional().describe("SRV"),
    target: z.string().optional().describe("SRV: the host"),
    flags: Count.optional().describe("CAA: 128 is critical"),
    tag: z.string().optional().describe("CAA: issue, issuewild, iodef, …"),
  }),
  read: dnsReader({
    questions: ({ domain, types }) => types.map((type) => ({ name: domain, type })),
    items: ({ code, records }, _question, { domain }, context) => {
      if (code === "NXDOMAIN") context.notice({ kind: "note", text: `${domain} does not exist (NXDOMAIN).` });
      return records.map((record) => ({
        ...parts(record),
        title: `${record.type} ${record.value}`,
        domain,
        type: record.type,
        name: record.name,
        ttl: record.ttl,
        value: record.value,
      }));
    },
  }),
});
