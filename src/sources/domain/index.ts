import { defineCategory } from "../define.ts";
import { dns } from "./dns.ts";
import { rdap } from "./rdap.ts";
import { tlsCertificate } from "./tls_certificate.ts";
import { whois } from "./whois.ts";

const MINUTE = 60_000;

export const domain = defineCategory("domain", "Domains", 30 * MINUTE, [whois, rdap, dns, tlsCertificate]);
