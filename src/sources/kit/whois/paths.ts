/**
 * A statement that is looked for: its key wherever it stands, or `heading/key`; `heading/` is a bare line below it. Of
 * `one heading|another/key` both headings' statements are taken.
 */
export type Path = string;

/** Where the fields of a record stand, the surest place first. */
export const PATHS: Readonly<Record<string, readonly Path[]>> = {
  registrar: [
    "registrar",
    "registrar name",
    "sponsoring registrar",
    "registrar/",
    "registrar/organization",
    "registrar/name",
    "registrar/registrar",
    "authorized agency",
    "registration service provider",
    "registrar handle",
  ],
  registrarUrl: [
    "registrar url",
    "registrar/url",
    "registrar/website",
    "registrar/web",
    "registrar/www",
    "website",
    "referral url",
  ],
  registrarIanaId: ["registrar iana id"],
  registrarAbusePhone: ["registrar abuse contact phone"],
  created: [
    "creation date",
    "created",
    "created on",
    "created date",
    "registered on",
    "registered date",
    "registration time",
    "registration date",
    "registered",
    "record created",
    "domain registration date",
    "domain name commencement date",
    "domain/registered",
    "[created]",
  ],
  updated: [
    "updated date",
    "last-update",
    "last update",
    "last updated",
    "last updated on",
    "last updated date",
    "last modified",
    "modified",
    "modified date",
    "changed",
    "modification date",
  ],
  expires: [
    "registry expiry date",
    "registrar registration expiration date",
    "expiry date",
    "expiration date",
    "expire date",
    "expires on",
    "expires",
    "expire",
    "paid-till",
    "renewal date",
    "expiration time",
    "validity",
    "expiry",
  ],
  dnssec: ["dnssec", "signed", "registrar/dnssec", "signing key"],
  registrant: [
    "registrant organization",
    "registrant organisation",
    "registrant/organization",
    "registrant/organisation",
    "registrant/org",
    "registrant",
    "registrant/",
    "organization",
    "owner",
    "org",
    "holder/name",
    "registrant/name",
    "holder",
    "owner/main contact/name",
    "descr",
  ],
  registrantCountry: ["registrant country", "registrant/country", "registrant country/economy", "holder/country"],
};

/** Where a domain's states stand. */
export const STATUS: readonly Path[] = [
  "domain status",
  "eppstatus",
  "status",
  "state",
  "registration status/",
  "flags/",
  "lock status",
];

/** Where the name servers stand. */
export const NAMESERVERS: readonly Path[] = [
  "name server",
  "nserver",
  "nameserver",
  "name servers/",
  "nameservers/",
  "domain nameservers/",
  "domain servers in listed order/",
  "nameservers",
  "name servers",
  "nameservers/hostname",
  "primary name server|secondary name server/host name",
  "name servers/dns",
  "dns",
];

/** Where the domain itself stands. */
export const DOMAIN: readonly Path[] = ["domain name", "domain", "domain name/", "domain/name"];

/** Handles that name the holder's own object (RPSL: .fr, .br, .at, .cz). */
export const HOLDER_HANDLES: readonly Path[] = ["holder-c", "registrant", "holder", "owner-c"];

/** Where an object about a holder names them. */
export const OBJECT_NAMES = ["org", "organization", "contact", "owner", "name", "personname", "person"];
