import { defineCategory } from "../define.ts";
import { certificates } from "./certificates.ts";
import { commoncrawl } from "./commoncrawl.ts";
import { dns } from "./dns.ts";
import { dnsOverHttps } from "./dns_over_https.ts";
import { domainRank } from "./domain_rank.ts";
import { emailAuth } from "./email_auth/index.ts";
import { ipGeolocation } from "./ip_geolocation.ts";
import { rdap } from "./rdap/index.ts";
import { reverseDns } from "./reverse_dns.ts";
import { ripestat } from "./ripestat.ts";
import { tlsCertificate } from "./tls_certificate.ts";
import { wayback } from "./wayback.ts";
import { whois } from "./whois.ts";

const MINUTE = 60_000;

export const domain = defineCategory("domain", "Domains", 30 * MINUTE, [
  whois,
  rdap,
  dns,
  dnsOverHttps,
  emailAuth,
  tlsCertificate,
  certificates,
  ipGeolocation,
  ripestat,
  reverseDns,
  wayback,
  commoncrawl,
  domainRank,
]);
