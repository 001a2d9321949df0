import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** The common item of everything that is known of a domain name, host, address or network. */
export const DomainItem = BaseItem.extend({
  domain: z.string().optional().describe("domain or host name, lower-case ASCII, without the root's dot"),
});

/** A domain's registration: WHOIS and RDAP say the same in different words. */
export const RegistrationItem = DomainItem.extend({
  available: z.boolean().optional().describe("true where the registry says that the name is not registered"),
  registrar: z.string().optional(),
  registrarUrl: HttpUrl.optional(),
  registrarIanaId: z.string().optional().describe("the registrar's number in IANA's registry"),
  registrarAbusePhone: z.string().optional(),
  created: IsoDate.optional(),
  updated: IsoDate.optional(),
  expires: IsoDate.optional(),
  status: z.array(z.string()).optional().describe("EPP status codes, or the registry's own words"),
  nameservers: z.array(z.string()).optional().describe("lower case, without addresses"),
  dnssec: z.boolean().optional().describe("whether the delegation is signed"),
  registrant: z.string().optional().describe("the holder's organisation, where the registry shows it"),
  registrantCountry: z.string().optional().describe("mostly ISO 3166-1 alpha-2, as the registry writes it"),
});

/** One DNS record, whoever resolved it. */
export const DnsRecordItem = DomainItem.extend({
  type: z.string().describe("record type, such as A or MX"),
  name: z.string().describe("the record's owner, without the root's dot"),
  ttl: Count.optional().describe("seconds"),
});

/** An address or network: who holds it and where it is. */
export const NetworkItem = DomainItem.extend({
  ip: z.string().optional(),
  prefix: z.string().optional().describe("CIDR"),
  asn: z.int().nonnegative().optional().describe("autonomous system number"),
  holder: z.string().optional(),
  country: z.string().optional(),
});

/** A certificate, seen on a host or in a transparency log. */
export const CertificateItem = DomainItem.extend({
  commonName: z.string().optional().describe("the subject's common name"),
  names: z.array(z.string()).optional().describe("the host names and addresses it is valid for"),
  issuer: z.string().optional().describe("distinguished name in one line"),
  serialNumber: z.string().optional().describe("hexadecimal"),
  validFrom: IsoDate.optional(),
  validTo: IsoDate.optional(),
});

/** A page as an archive took it. */
export const CaptureItem = DomainItem.extend({
  original: HttpUrl.optional().describe("the page's own address"),
  timestamp: IsoDate.optional().describe("when it was taken"),
  mime: z.string().optional(),
  statusCode: z.int().min(100).max(999).optional(),
  digest: z.string().optional().describe("of the content: the same digest is the same content"),
  length: Count.optional().describe("bytes in the archive"),
});
