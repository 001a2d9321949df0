import type { commoncrawl } from "../../../sources/domain/commoncrawl.ts";
import type { dns } from "../../../sources/domain/dns.ts";
import type { dnsOverHttps } from "../../../sources/domain/dns_over_https.ts";
import type { emailAuth } from "../../../sources/domain/email_auth/index.ts";
import type { ipGeolocation } from "../../../sources/domain/ip_geolocation.ts";
import type { rdap } from "../../../sources/domain/rdap/index.ts";
import type { ripestat } from "../../../sources/domain/ripestat.ts";
import type { tlsCertificate } from "../../../sources/domain/tls_certificate.ts";
import type { wayback } from "../../../sources/domain/wayback.ts";
import type { whois } from "../../../sources/domain/whois.ts";
import type { cms } from "../../../sources/page/cms/index.ts";
import type { headings } from "../../../sources/page/headings.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { http_headers } from "../../../sources/page/http_headers/index.ts";
import type { links } from "../../../sources/page/links.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { robots_txt } from "../../../sources/page/robots_txt/index.ts";
import type { sitemap } from "../../../sources/page/sitemap/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import type { hibpBreaches } from "../../../sources/security/hibp_breaches.ts";
import type { safeBrowsing } from "../../../sources/security/safe_browsing.ts";
import type { ssllabs } from "../../../sources/security/ssllabs.ts";
import type { urlhaus } from "../../../sources/security/urlhaus.ts";
import type { virustotal } from "../../../sources/security/virustotal.ts";
import type { ItemOf } from "../../../sources/source.ts";

/* The items that the audit reads. */

export type Technology = ItemOf<typeof cms>;
export type Meta = ItemOf<typeof html_meta>;
export type Heading = ItemOf<typeof headings>;
export type Link = ItemOf<typeof links>;
export type Social = ItemOf<typeof opengraph>;
export type Entity = ItemOf<typeof structured_data>;
export type Robots = ItemOf<typeof robots_txt>;
export type SitemapEntry = ItemOf<typeof sitemap>;
export type Header = ItemOf<typeof http_headers>;
export type Registration = ItemOf<typeof rdap> | ItemOf<typeof whois>;
export type DnsRecord = ItemOf<typeof dns> | ItemOf<typeof dnsOverHttps>;
export type MailFinding = ItemOf<typeof emailAuth>;
export type Place = ItemOf<typeof ipGeolocation>;
export type Network = ItemOf<typeof ripestat>;
export type Certificate = ItemOf<typeof tlsCertificate>;
export type SslTest = ItemOf<typeof ssllabs>;
export type Listing = ItemOf<typeof safeBrowsing>;
export type MalwareHost = ItemOf<typeof urlhaus>;
export type Report = ItemOf<typeof virustotal>;
export type Breach = ItemOf<typeof hibpBreaches>;
export type Capture = ItemOf<typeof wayback> | ItemOf<typeof commoncrawl>;

export type RecordType = "A" | "AAAA" | "MX" | "NS" | "TXT" | "CAA";
/** Records by type; a type that could not be asked is absent. */
export type Records = { readonly [type in RecordType]?: readonly DnsRecord[] | undefined };
