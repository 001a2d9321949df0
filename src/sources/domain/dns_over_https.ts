import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { DnsRecordItem } from "./item.ts";

/** https://www.iana.org/assignments/dns-parameters: the types that may be asked for, by number. */
const TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  DNSKEY: 48,
  HTTPS: 65,
  CAA: 257,
} as const;

/** The types that may be asked for. */
const QUERY_TYPES = Object.keys(TYPES);

/** What is asked for. */
interface DohQuery {
  readonly domain: string;
  readonly type: string;
}

const Answer = z.object({
  Status: z.int(),
  AD: z.boolean().nullish(),
  Comment: z.union([z.string(), z.array(z.string())]).nullish(),
  Answer: z.array(z.object({ name: z.string(), type: z.int(), TTL: Count, data: z.string() })).nullish(),
});

/** RFC 1035 §4.1.1 */
const CODES: Readonly<Record<number, string>> = { 1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED" };

const NAME_OF = new Map<number, string>(Object.entries(TYPES).map(([name, number]) => [number, name]));

/** `"first part" "second part"` as one text (RFC 1035 §5.1); what is not quoted stays. */
function unquoted(data: string): string {
  const parts = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, part = ""]) => part.replace(/\\(["\\])/g, "$1"));
  return parts.length > 0 ? parts.join("") : data;
}

const bare = (name: string): string => name.replace(/\.$/, "") || ".";

function partsOf(type: string, data: string) {
  if (type === "TXT") return { data: unquoted(data), value: unquoted(data) };
  const mx = type === "MX" ? /^(\d{1,5})\s+(\S+)$/.exec(data) : null;
  if (mx?.[2]) return { data, value: bare(mx[2]), priority: Number(mx[1]), exchange: bare(mx[2]) };
  return { data, value: type === "NS" || type === "CNAME" || type === "PTR" ? bare(data) : data };
}

/** A resolver that answers in JSON, by its address. */
const resolver = (address: string) =>
  json({
    request: ({ domain, type }: DohQuery) =>
      get(address, { name: domain, type }, { headers: { accept: "application/dns-json" } }),
    body: Answer,
    items: ({ Status, AD, Answer: records, Comment }, { domain, type }, _response, context) => {
      if (Status !== 0 && Status !== 3) {
        const why = [Comment ?? []].flat().join(" ");
        throw new SourceError(
          "unreachable",
          `The resolver answered ${CODES[Status] ?? `code ${Status}`} to the ${type} question for ${domain}. ${why}`.trim(),
        );
      }
      if (Status === 3) context.notice({ kind: "note", text: `${domain} does not exist (NXDOMAIN).` });
      return (records ?? []).map((record) => {
        const name = NAME_OF.get(record.type) ?? `TYPE${record.type}`;
        const parts = partsOf(name, record.data);
        return {
          title: `${name} ${parts.data}`,
          domain,
          type: name,
          name: bare(record.name),
          ttl: record.TTL,
          ...parts,
          dnssec: AD,
        };
      });
    },
  });

export const dnsOverHttps = defineSource({
  id: "dns_over_https",
  title: "DNS over HTTPS",
  docs: "https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/",
  terms: "no key; Cloudflare's resolver, Google's where that fails",
  query: query({
    describe: "a host name",
    example: "gmail.com",
    options: z.object({
      type: z
        .string()
        .transform((written) => written.trim().toUpperCase())
        .pipe(z.enum(QUERY_TYPES, `one of ${QUERY_TYPES.join(", ")}`))
        .default("A")
        .describe("record type: A, AAAA, MX, TXT, …"),
    }),
    parse: (q, { type }): DohQuery => ({ domain: parseDomain(q), type }),
  }),
  item: DnsRecordItem.extend({
    data: z.string().describe("as the resolver writes it; texts unquoted and joined"),
    value: z.string().describe("the address, host or text alone; other types as in data"),
    priority: Count.optional().describe("MX preference: the lowest is asked first"),
    exchange: z.string().optional().describe("MX: the mail host"),
    dnssec: z.boolean().optional().describe("whether the resolver found the answer's signatures good"),
  }),
  read: fallback(resolver("https://cloudflare-dns.com/dns-query"), resolver("https://dns.google/resolve")),
});
