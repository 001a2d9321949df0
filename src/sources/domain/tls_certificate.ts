import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { tls } from "../kit/readers/tls.ts";
import { parseDomain, parseUrl, query } from "../kit/requests/query.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { CertificateItem } from "./item.ts";

/** `host`, `host:port`, a URL (its port, else 443), or an IP address ("[2001:db8::1]:443"). */
function targetOf(q: string): { host: string; port: number } {
  const url = parseUrl(q.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "https://"));
  const port = Number(url.port || 443);
  if (port < 1) throw new SourceError("bad-query", "The port is a number from 1 to 65535.");
  const literal = /^\[(.+)\]$/.exec(url.hostname)?.[1] ?? /^\d{1,3}(?:\.\d{1,3}){3}$/.exec(url.hostname)?.[0];
  return { host: literal ?? parseDomain(url.hostname), port };
}

const DAY_MS = 86_400_000;

export const tlsCertificate = defineSource({
  id: "tls_certificate",
  title: "TLS certificate of a host",
  docs: "https://nodejs.org/api/tls.html",
  query: query({
    describe: "a host name or host:port",
    example: "example.com:443",
    parse: targetOf,
  }),
  item: CertificateItem.extend({
    host: z.string(),
    port: z.int().min(1).max(65_535),
    subject: z.string().optional().describe("distinguished name in one line"),
    subjectCN: z.string().optional(),
    issuerCN: z.string().optional(),
    subjectAltNames: z.array(z.string()),
    daysLeft: z.int().describe("whole days until it expires; negative when it has expired"),
    fingerprint256: z.string().describe("SHA-256, hexadecimal pairs"),
    keyType: z.string().optional(),
    keyBits: z.int().positive().optional(),
    protocol: z.string().describe("TLS version agreed on"),
    cipher: z.string().describe("IANA name of the cipher suite agreed on"),
    alpn: z.string().optional().describe("application protocol agreed on: h2 or http/1.1"),
    authorized: z.boolean().describe("whether a visitor's browser would trust it for this host"),
    authorizationError: z
      .string()
      .optional()
      .describe(
        "why not, joined by commas: expired, not-yet-valid, self-signed, untrusted-root, incomplete-chain, wrong-host, …",
      ),
    chain: z
      .array(z.object({ subject: z.string().optional(), issuer: z.string().optional(), validTo: IsoDate }))
      .describe("the host's own certificate first"),
    ocspStapled: z.boolean(),
  }),
  read: tls({
    target: (input) => input,
    items: ({ chain, ...report }, _input, context) => {
      const [leaf] = chain;
      if (!leaf) return [];
      const title = leaf.subjectCN ?? leaf.subjectAltNames[0] ?? report.host;
      return [
        {
          ...report,
          ...leaf,
          title,
          ...(/[a-z]/.test(report.host) && !report.host.includes(":") && { domain: report.host }),
          commonName: leaf.subjectCN,
          names: leaf.subjectAltNames,
          daysLeft: Math.floor((Date.parse(leaf.validTo) - context.now()) / DAY_MS),
          chain: chain.map(({ subject, issuer, validTo }) => ({ subject, issuer, validTo })),
        },
      ];
    },
  }),
});
