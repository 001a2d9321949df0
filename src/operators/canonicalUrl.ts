import { parse } from "tldts";

/** Parameters that say how a visitor came, never what the page shows; lower case. */
const TRACKING = new Set(
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc at_campaign at_medium ck_subscriber_id cmpid
  dclid dm_i epik fb_action_ids fb_action_types fb_ref fb_source fbclid gad_campaignid gad_source gbraid gclid gclsrc
  guccounter guce_referrer guce_referrer_sig hsctatracking igsh igshid irclickid li_fat_id mc_cid mc_eid mibextid
  mkt_tok ml_subscriber ml_subscriber_hash msclkid oly_anon_id oly_enc_id pk_campaign pk_cid pk_content pk_keyword
  pk_kwd pk_medium pk_source rb_clickid ref_src ref_url s_cid s_kwcid spm srsltid trk_contact trk_msg ttclid twclid
  vero_conv vero_id wbraid wickedid xtor yclid ysclid`.split(/\s+/),
);
const TRACKING_PREFIXES = ["utm_", "mtm_", "hsa_", "piwik_"];

/** Parameters that ask for the AMP form of a page, or that AMP viewers add. */
const AMP_PARAMETERS = new Set(["amp", "amp_js_v", "amp_gsa", "usqp"]);

/** Where a path names things that people name, `amp` among them: there it is no mark of an AMP page. */
const NAMES_IN_PATHS = new Set(
  `bitbucket.org codeberg.org crates.io docker.com facebook.com github.com gitlab.com instagram.com npmjs.com
  packagist.org pypi.org reddit.com rubygems.org wikipedia.org wiktionary.org x.com`.split(/\s+/),
);

const HOST_MARKS = new Set(["www", "m", "mobile", "amp"]);
const INDEX_FILE = /^(index\.(html?|xhtml|shtml|php|aspx?|jsp)|default\.(html?|aspx?))$/i;
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/**
 * The one form of all addresses of a page: a key to compare pages by, not an address to fetch. Idempotent.
 *
 * What is levelled: `http` and `https`; user name, default port, the host's case, final dot and IDN form (punycode);
 * the marks `www.`, `m.`, `mobile.`, `amp.` and Wikipedia's inner `.m.` before a registrable domain (`mobile.` stays on a
 * home page: telephone shops live there); the AMP forms `/amp`, `/amp/…`, `.amp.html`, `?amp=1`, `?outputType=amp`, Google's viewer and
 * the AMP caches; index files, the trailing slash, session ids in the path; percent-encoding (RFC 3986, 6.2.2); tracking
 * parameters; the order of parameters (repeated ones keep theirs), empty values, `+` for a space.
 *
 * The fragment goes, but for `#!…` and `#/…`, by which single-page applications tell their pages apart.
 *
 * What is no http(s) URL comes back unchanged.
 */
export function canonicalUrl(address: string): string {
  const url = shownPage(URL.parse(address));
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  const bare = url.hostname.replace(/\.$/, "");
  const { domain, subdomain } = partsOf(bare);
  const path = pathOf(url.pathname, NAMES_IN_PATHS.has(domain ?? ""));
  const host = domain && subdomain ? hostOf(domain, subdomain.split("."), path === "/") : bare;
  const port = ["", "80", "443"].includes(url.port) ? "" : `:${url.port}`;
  const route = /^#[!/]/.test(url.hash) && !/^#!?\/?$/.test(url.hash) ? evenEncoding(url.hash) : "";
  return `https://${host}${port}${path}${queryOf(url.search)}${route}`;
}

type Parts = ReturnType<typeof parse>;
const HOST_ALONE = { allowPrivateDomains: true, extractHostname: false };

/** The hosts of late, for results keep naming the same; so many at most. */
const MAX_HOSTS = 2_000;
const hosts = new Map<string, Parts>();

function partsOf(host: string): Parts {
  const known = hosts.get(host);
  if (known) return known;
  const parts = parse(host, HOST_ALONE);
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(host, parts);
  return parts;
}

/** Viewers may show viewers; nobody nests them deeper than this. */
const MAX_VIEWERS = 3;

/** The page that Google's AMP viewer or an AMP cache shows (`/amp/s/host/path`, `/c/s/host/path`), else the URL itself. */
function shownPage(url: URL | null, viewers = 0): URL | null {
  if (!url || viewers === MAX_VIEWERS) return url;
  // Their names say what they are: all others are spared the patterns.
  if (!/google|amp/.test(url.hostname)) return url;
  const shown = VIEWERS.find(({ host }) => host.test(url.hostname))?.path.exec(url.pathname)?.[1];
  const page = shown ? URL.parse(`https://${shown}${url.search}`) : null;
  return page ? shownPage(page, viewers + 1) : url;
}

const VIEWERS = [
  { host: /^(www\.)?google\.[a-z.]{2,6}$/, path: /^\/amp\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)$/ },
  { host: /\.(cdn\.ampproject\.org|bing-amp\.com)$/, path: /^\/[a-z]\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)$/ },
];

function hostOf(domain: string, labels: readonly string[], home: boolean): string {
  const marks = labels.findIndex((label) => !HOST_MARKS.has(label) || (label === "mobile" && home));
  const own = marks === -1 ? [] : labels.slice(marks);
  if (own.length > 1 && own.at(-1) === "m") own.pop();
  return [...own, domain].join(".");
}

function pathOf(pathname: string, namesInPaths: boolean): string {
  const plain = pathname.includes(";") ? pathname.replace(/;jsessionid=[^/]*/gi, "") : pathname;
  const segments = evenEncoding(plain).split("/").slice(1);
  for (let length = -1; length !== segments.length; ) {
    length = segments.length;
    const last = segments.at(-1) ?? "";
    const amp = !namesInPaths && segments.length > 1;
    if (last === "" || INDEX_FILE.test(last) || (amp && last === "amp")) segments.pop();
    else if (amp && segments[0] === "amp") segments.shift();
  }
  const path = `/${segments.join("/")}`;
  return namesInPaths || !path.includes(".amp") ? path : path.replace(/\.amp(\.html?)?$/, "$1");
}

function queryOf(search: string): string {
  if (search === "") return "";
  const parameters: { readonly pair: string; readonly name: string }[] = [];
  for (const written of search.slice(1).split("&")) {
    const even = evenEncoding(written.replaceAll("+", "%20"));
    const equals = even.indexOf("=");
    const name = equals === -1 ? even : even.slice(0, equals);
    const pair = equals === even.length - 1 ? name : even;
    if (pair !== "" && !isNoise(pair, name.toLowerCase())) parameters.push({ pair, name });
  }
  parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return parameters.length === 0 ? "" : `?${parameters.map(({ pair }) => pair).join("&")}`;
}

const isNoise = (pair: string, name: string): boolean =>
  TRACKING.has(name) ||
  AMP_PARAMETERS.has(name) ||
  TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
  (name === "outputtype" && pair.toLowerCase() === "outputtype=amp");

/** Percent-encoding made even: unreserved characters plain, the rest in upper case (RFC 3986, 6.2.2.1 and 6.2.2.2). */
const evenEncoding = (text: string): string => (text.includes("%") ? evened(text) : text);

const evened = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const plain = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(plain) ? plain : code.toUpperCase();
  });
