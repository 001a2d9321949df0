import { parse } from "tldts";

/** Parameters that say how a visitor came, never what the page shows; lower case. */
const TRACKING =
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc at_campaign at_medium ck_subscriber_id cmpid
  dclid dm_i epik fb_action_ids fb_action_types fb_ref fb_source fbclid gad_campaignid gad_source gbraid gclid gclsrc
  guccounter guce_referrer guce_referrer_sig hsctatracking igsh igshid irclickid li_fat_id mc_cid mc_eid mibextid
  mkt_tok ml_subscriber ml_subscriber_hash msclkid oly_anon_id oly_enc_id pk_campaign pk_cid pk_content pk_keyword
  pk_kwd pk_medium pk_source rb_clickid ref_src ref_url s_cid s_kwcid spm srsltid trk_contact trk_msg ttclid twclid
  vero_conv vero_id wbraid wickedid xtor yclid ysclid`.split(/\s+/);
const NOISE_PREFIX = /^(?:utm|mtm|hsa|piwik)_/;

/** Parameters that ask for the AMP form of a page, or that AMP viewers add. */
const AMP_PARAMETERS = ["amp", "amp_js_v", "amp_gsa", "usqp"];
const NOISE: ReadonlySet<string> = new Set([...TRACKING, ...AMP_PARAMETERS]);

/** Where a path names things that people name, `amp` among them: there it is no mark of an AMP page. */
const NAMES_IN_PATHS = new Set(
  `bitbucket.org codeberg.org crates.io docker.com facebook.com github.com gitlab.com instagram.com npmjs.com
  packagist.org pypi.org reddit.com rubygems.org wikipedia.org wiktionary.org x.com`.split(/\s+/),
);

const HOST_MARKS = new Set(["www", "m", "mobile", "amp"]);
const INDEX_FILE = /^(index\.(html?|xhtml|shtml|php|aspx?|jsp)|default\.(html?|aspx?))$/i;
const UNRESERVED = /[A-Za-z0-9._~-]/;

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
  const plain = PLAIN.exec(address);
  if (plain) {
    const [, name = "", path, query = ""] = plain;
    const host = hostFor(name);
    if (!host.showsPages) return written(host, "", path || "/", query);
  }
  const url = shownPage(URL.parse(address));
  if (!url || !["https:", "http:"].includes(url.protocol)) return address;
  const port = ["", "80", "443"].includes(url.port) ? "" : `:${url.port}`;
  const route = /^#[!/]/.test(url.hash) && !/^#!?\/?$/.test(url.hash) ? evenEncoding(url.hash) : "";
  return `${written(hostFor(url.hostname.replace(/\.$/, "")), port, url.pathname, url.search)}${route}`;
}

/**
 * Host, path and query of an address that a URL parser would leave as it is (WHATWG URL, 4.4), which most are: a name in lower
 * case, no dot segments, nothing to encode, no fragment but one that says a place within the page.
 */
const PLAIN =
  /^https?:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,})((?:\/(?!\.|%2[eE])[\w\-.~!$&'()*+,;=:@%]*)*)(\?[\w\-.~!$&()*+,;=:@%/?]*)?(?:#(?![!/])[!-~]*)?$/;

const written = (host: Host, port: string, pathname: string, search: string): string => {
  const path = pathOf(pathname, host.namesInPaths);
  return `https://${path === "/" ? host.ofHome : host.ofPages}${port}${path}${queryOf(search)}`;
};

/** A host in its one form, which is another one on a home page. */
interface Host {
  readonly ofHome: string;
  readonly ofPages: string;
  readonly namesInPaths: boolean;
  /** Whether its pages may be windows on others'. */
  readonly showsPages: boolean;
}

const HOST_ALONE = { allowPrivateDomains: true, extractHostname: false };

/** The hosts seen recently, for results keep naming the same: so many at most, then from none. */
const hosts = new Map<string, Host>();
const MOST_HOSTS = 2_000;

function hostFor(name: string): Host {
  const known = hosts.get(name);
  if (known) return known;
  // A part of an address may be a window on the whole page that it was read in, which would be held with it.
  const own = Buffer.from(name).toString();
  const { domain, subdomain } = parse(own, HOST_ALONE);
  const labels = subdomain ? subdomain.split(".") : [];
  const host = {
    ofHome: domain ? hostOf(domain, labels, true) : own,
    ofPages: domain ? hostOf(domain, labels, false) : own,
    namesInPaths: NAMES_IN_PATHS.has(domain ?? own),
    showsPages: VIEWERS.some((viewer) => viewer.host.test(own)),
  };
  if (hosts.size >= MOST_HOSTS) hosts.clear();
  hosts.set(own, host);
  return host;
}

/** Viewers may show viewers; nobody nests them deeper than this. */
const MAX_VIEWERS = 3;

/** The page that Google's AMP viewer or an AMP cache shows (`/amp/s/host/path`, `/c/s/host/path`), else the URL itself. */
function shownPage(url: URL | null, viewers = 0): URL | null {
  if (!url || viewers === MAX_VIEWERS) return url;
  const shown = VIEWERS.find(({ host }) => host.test(url.hostname))?.path.exec(url.pathname)?.[1];
  const page = shown ? URL.parse(`https://${shown}${url.search}`) : null;
  return page ? shownPage(page, viewers + 1) : url;
}

const VIEWERS = [
  { host: /^(www\.)?google\.[a-z.]{2,6}$/, path: /^\/amp\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)/ },
  { host: /\.(cdn\.ampproject\.org|bing-amp\.com)$/, path: /^\/[a-z]\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)/ },
];

function hostOf(domain: string, labels: readonly string[], home: boolean): string {
  const marks = labels.findIndex((label) => !HOST_MARKS.has(label) || (label === "mobile" && home));
  const own = marks === -1 ? [] : labels.slice(marks);
  if (own.at(-1) === "m") own.pop();
  return [...own, domain].join(".");
}

/** What there may be to level in a path besides its encoding: most have nothing. */
const UNEVEN_PATH = /\/$|;jsessionid=|[/.]amp|index\.|default\./i;

function pathOf(pathname: string, namesInPaths: boolean): string {
  const even = evenEncoding(pathname);
  if (!UNEVEN_PATH.test(even)) return even;
  const segments = even
    .replace(/;jsessionid=[^/]*/gi, "")
    .split("/")
    .slice(1);
  for (let length = -1; length !== segments.length; ) {
    length = segments.length;
    const last = segments.at(-1) ?? "";
    const amp = !namesInPaths && segments.length > 1;
    if (last === "" || INDEX_FILE.test(last) || (amp && last === "amp")) segments.pop();
    else if (amp && segments[0] === "amp") segments.shift();
  }
  const path = `/${segments.join("/")}`;
  return namesInPaths ? path : path.replace(/\.amp(\.html?)?$/, "$1");
}

function queryOf(search: string): string {
  if (search === "") return "";
  const spaced = search.includes("+") ? search.replaceAll("+", "%20") : search;
  const even = evenEncoding(spaced);
  const pairs: string[] = [];
  for (let from = 1; from < even.length; ) {
    const and = even.indexOf("&", from);
    const end = and === -1 ? even.length : and;
    const written = even.slice(from, end);
    from = end + 1;
    const pair = written.indexOf("=") === written.length - 1 ? written.slice(0, -1) : written;
    if (pair !== "" && !isNoise(pair)) pairs.push(pair);
  }
  if (pairs.length > 1) pairs.sort(compareNames);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function nameOf(pair: string): string {
  const equals = pair.indexOf("=");
  return equals === -1 ? pair : pair.slice(0, equals);
}

function compareNames(one: string, other: string): number {
  const [a, b] = [nameOf(one), nameOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function isNoise(pair: string): boolean {
  const name = nameOf(pair).toLowerCase();
  return NOISE.has(name) || NOISE_PREFIX.test(name) || (name === "outputtype" && /=amp$/i.test(pair));
}

/** A code with a letter in lower case, or of an unreserved character: most that are met have neither. */
const UNEVEN = /%(?:[\dA-F][a-f]|[a-f][\da-fA-F]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE]|2[DE])/;
const UNEVENS = new RegExp(UNEVEN, "g");

/** Percent-encoding made even: unreserved characters plain, the rest in upper case (RFC 3986, 6.2.2.1 and 6.2.2.2). */
const evenEncoding = (text: string): string =>
  UNEVEN.test(text)
    ? text.replaceAll(UNEVENS, (code) => {
        const plain = String.fromCharCode(Number.parseInt(code.slice(1), 16));
        return UNRESERVED.test(plain) ? plain : code.toUpperCase();
      })
    : text;
