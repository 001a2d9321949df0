import type { Recording } from "../../../src/replay/recordings.ts";
import type { Page, World } from "../support.ts";

/*
 * A small shop on the loopback internet, as everybody knows it who is asked in an audit.
 */

/** What the dates are counted from. */
export const NOW = Date.parse("2026-11-22T12:00:00Z");

/** An answer of a name server or a TLS handshake; those with more `items` are taken for names that nobody recorded. */
export const recorded = (url: string, body: object, items = 1): Recording => ({
  category: "",
  id: "",
  name: url,
  meta: { url, method: "GET", status: 200, body: "", expect: { minItems: items } },
  body: () => Buffer.from(JSON.stringify(body)),
});

/** Records of a name, by type. */
const records = (type: string, name: string, values: readonly (string | readonly [string, object])[], items = 1) =>
  recorded(
    `dns://${type.toLowerCase()}/${name}`,
    {
      code: "NOERROR",
      records: values.map((value) => {
        const [text, data] = typeof value === "string" ? [value, {}] : value;
        return { name, type, ttl: 300, value: text, data };
      }),
    },
    items,
  );

export const CERTIFICATE = {
  host: "shop.example",
  port: 443,
  chain: [
    {
      subject: "CN=shop.example",
      subjectCN: "shop.example",
      issuer: "C=US, O=Some CA, CN=Some CA R3",
      issuerCN: "Some CA R3",
      subjectAltNames: ["shop.example", "www.shop.example"],
      validFrom: "2026-10-01T00:00:00.000Z",
      validTo: "2026-12-30T12:00:00.000Z",
      serialNumber: "03A1",
      fingerprint256: "AB:CD",
    },
  ],
  protocol: "TLSv1.3",
  cipher: "TLS_AES_256_GCM_SHA384",
  authorized: true,
  ocspStapled: false,
};

/** What name servers and the host itself say. */
export const NAMES: readonly Recording[] = [
  records("A", "shop.example", ["192.0.2.10", "192.0.2.11"]),
  records("AAAA", "shop.example", []),
  records("MX", "shop.example", [
    ["mx2.mail.example", { priority: 20, exchange: "mx2.mail.example" }],
    ["mx1.mail.example", { priority: 10, exchange: "mx1.mail.example" }],
  ]),
  records("NS", "shop.example", ["ns1.dns.example", "ns2.dns.example"]),
  // More than the others: what stands for every name that is not recorded here must say nothing of them.
  records("TXT", "shop.example", ["v=spf1 ip4:192.0.2.0/24 -all", "verification=abc"], 9),
  records("TXT", "_dmarc.shop.example", ["v=DMARC1; p=reject; rua=mailto:reports@shop.example"]),
  records("CAA", "shop.example", []),
  records("PTR", "10.2.0.192.in-addr.arpa", ["web10.hoster.example"]),
  records("A", "web10.hoster.example", ["192.0.2.10"]),
  recorded("tls://shop.example:443", CERTIFICATE),
];

export const HOME = `<!doctype html><html lang="fr-FR"><head><meta charset="utf-8"><title>Boutique</title>
<meta name="generator" content="WordPress 6.4.2">
<link rel="canonical" href="https://www.shop.example/">
<link rel="alternate" hreflang="fr" href="https://www.shop.example/">
<link rel="alternate" hreflang="en-UK" href="https://www.shop.example/en/">
<meta property="og:title" content="La boutique"><meta property="og:type" content="website">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Shop"}</script>
<script type="application/ld+json">{"@type": oops</script>
</head><body><h1>Bouilloires</h1><h1>Théières</h1><a href="/a">A</a> <a href="/b">B</a> <a href="https://other.example/">C</a></body></html>`;

const HEADERS = {
  "x-frame-options": "SAMEORIGIN",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'",
  server: "nginx/1.18.0",
};

const moved = (location: string): Page => ({ body: "", status: 301, headers: { location } });

const text = (body: string, type = "text/plain"): Page => ({ body, headers: { "content-type": type } });

export const PAGES: Readonly<Record<string, Page>> = {
  "https://shop.example/": moved("https://www.shop.example/"),
  "http://www.shop.example/": moved("https://www.shop.example/"),
  "https://www.shop.example/": { body: HOME, headers: HEADERS },
  "https://www.shop.example/robots.txt": text(
    "User-agent: *\nDisallow: /cart\nUser-agent: GPTBot\nDisallow: /\nSitemap: https://www.shop.example/map.xml\n",
  ),
  "https://www.shop.example/map.xml": text(
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://www.shop.example/</loc><lastmod>2026-11-01</lastmod></url>
<url><loc>https://www.shop.example/a</loc><lastmod>2026-11-20</lastmod></url>
<url><loc>https://www.shop.example/b</loc></url></urlset>`,
    "application/xml",
  ),
};

const json =
  (body: object): (() => Page) =>
  () => ({ body });

/** As RDAP answers, with what a test wants otherwise. */
export const registered = (more: object = {}) => ({
  objectClassName: "domain",
  ldhName: "SHOP.EXAMPLE",
  status: ["active"],
  events: [
    { eventAction: "registration", eventDate: "2024-05-22T12:00:00Z" },
    { eventAction: "expiration", eventDate: "2027-05-22T12:00:00Z" },
  ],
  entities: [{ roles: ["registrar"], vcardArray: ["vcard", [["fn", {}, "text", "Example Registrar"]]] }],
  nameservers: [{ ldhName: "NS1.DNS.EXAMPLE" }, { ldhName: "NS2.DNS.EXAMPLE" }],
  secureDNS: { delegationSigned: false },
  ...more,
});

const MEASURED = {
  lighthouseResult: {
    finalDisplayedUrl: "https://www.shop.example/",
    fetchTime: "2026-11-22T11:59:00.000Z",
    configSettings: { formFactor: "mobile" },
    categories: { performance: { score: 0.41 } },
    audits: {
      "largest-contentful-paint": { title: "LCP", numericValue: 4500 },
      "cumulative-layout-shift": { title: "CLS", numericValue: 0.2 },
    },
  },
};

export const HOSTS: NonNullable<World["hosts"]> = {
  "data.iana.org": json({ services: [[["example"], ["https://rdap.registry.example/"]]] }),
  "rdap.registry.example": () => ({ body: registered(), headers: { "content-type": "application/rdap+json" } }),
  "www.googleapis.com": json(MEASURED),
  "ip-api.com": json({
    status: "success",
    query: "192.0.2.10",
    country: "Portugal",
    countryCode: "PT",
    city: "Lisbon",
    isp: "Tejo Net",
    as: "AS64500 Tejo Net SA",
    asname: "TEJO",
    hosting: true,
  }),
  "stat.ripe.net": json({
    status: "ok",
    data: { resource: "192.0.2.0/24", announced: true, asns: [{ asn: 64500, holder: "TEJO Tejo Net SA" }] },
  }),
  "urlhaus.abuse.ch": json({
    "1": [
      { url: "http://notshop.example/x", url_status: "online" },
      { url: "http://shop.example/old", url_status: "offline" },
    ],
  }),
  "api.ssllabs.com": json({
    host: "shop.example",
    status: "READY",
    endpoints: [
      { ipAddress: "192.0.2.10", grade: "A" },
      { ipAddress: "192.0.2.11", grade: "B" },
    ],
  }),
  "haveibeenpwned.com": json([
    { Name: "Shop", Title: "Shop", Domain: "shop.example", BreachDate: "2025-03-01", PwnCount: 1200 },
  ]),
  "tranco-list.eu": json({ ranks: [{ date: "2026-11-20", rank: 50_000 }] }),
  "crt.sh": json([
    { id: 1, common_name: "shop.example", name_value: "shop.example", entry_timestamp: "2026-10-01T01:02:03" },
    { id: 2, common_name: "shop.example", name_value: "shop.example", entry_timestamp: "2026-07-01T01:02:03" },
  ]),
  "web.archive.org": json([
    ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"],
    ["k", "20260110101500", "https://shop.example/", "text/html", "200", "D1", "100"],
    ["k", "20260903101500", "https://shop.example/", "text/html", "200", "D2", "100"],
  ]),
  "index.commoncrawl.org": (url) =>
    url.pathname === "/collinfo.json"
      ? { body: [{ id: "CC-MAIN-2026-43", "cdx-api": "https://index.commoncrawl.org/CC-MAIN-2026-43-index" }] }
      : text(`${JSON.stringify({ url: "https://shop.example/", timestamp: "20261014101500", status: "200" })}\n`),
};

export const SHOP: World = { pages: PAGES, hosts: HOSTS, recordings: NAMES, now: () => NOW };
