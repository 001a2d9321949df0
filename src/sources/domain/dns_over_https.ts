import { z } from "zod";
import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { parseDomain, query } from "../kit/query.ts";
import { type DohQuery, QUERY_TYPES, resolver } from "./dns_over_https-resolver.ts";
import { DnsRecordItem } from "./item.ts";

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
  read: otherwise(resolver("https://cloudflare-dns.com/dns-query"), resolver("https://dns.google/resolve")),
});
