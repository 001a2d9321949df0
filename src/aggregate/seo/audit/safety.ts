import { isHostedSite, registeredDomain } from "../../../standards/addresses.ts";
import { agePoints, spamPoints, sslPoints, TRUST_WEIGHTS, type TrustPart, trustOf } from "../../formulas/trust.ts";
import type { Breach, Certificate, Header, Listing, MailFinding, MalwareHost, Report, SslTest } from "./read.ts";

/** What is known of a domain's safety: absent is what no source said. */
export interface Signs {
  readonly host: string;
  readonly domain: string;
  readonly safeBrowsing?: readonly Listing[] | undefined;
  readonly urlhaus?: readonly MalwareHost[] | undefined;
  readonly virustotal?: readonly Report[] | undefined;
  readonly certificate?: Certificate | undefined;
  readonly sslTests?: readonly SslTest[] | undefined;
  readonly mail?: readonly MailFinding[] | undefined;
  readonly headers?: readonly Header[] | undefined;
  readonly ageDays?: number | undefined;
}

/** So many engines of VirusTotal must agree. */
const ENGINES = 2;

const DAYS_A_YEAR = 365.25;

/** What URLhaus lists of the host itself and is not known to be offline. */
const listedHosts = ({ urlhaus, host, domain }: Signs): readonly MalwareHost[] =>
  (urlhaus ?? []).filter(
    (threat) =>
      (isHostedSite(host) ? [host] : [host, domain, `www.${domain}`]).includes(
        (threat.host ?? URL.parse(threat.target)?.hostname ?? "").toLowerCase(),
      ) && threat.status !== "offline",
  );

/** The lists that hold the site to be harmful. */
const listedBy = (signs: Signs): string[] => [
  ...((signs.safeBrowsing ?? []).length > 0 ? ["safe_browsing"] : []),
  ...(listedHosts(signs).length > 0 ? ["urlhaus"] : []),
  ...((signs.virustotal ?? []).some(({ malicious = 0 }) => malicious >= ENGINES) ? ["virustotal"] : []),
];

/** Grades from the best to the worst. */
const GRADES = ["A+", "A", "A-", "B", "C", "D", "E", "F", "T", "M"];

/** The worst grade of the servers that were tested to the end. */
const worstGrade = (tests: readonly SslTest[] | undefined): string | undefined =>
  tests
    ?.flatMap(({ status, grade }) => (status === "READY" && grade !== undefined ? grade : []))
    .toSorted((one, other) => GRADES.indexOf(other) - GRADES.indexOf(one))[0];

interface Part {
  readonly score?: number | undefined;
  readonly detail: string;
  readonly source: string;
}

function lists(signs: Signs): Part {
  const asked = [
    signs.safeBrowsing && "safe_browsing",
    signs.urlhaus && "urlhaus",
    signs.virustotal && "virustotal",
  ].filter((name) => name !== undefined);
  if (asked.length === 0) return { detail: "no list answered", source: "safe_browsing, urlhaus, virustotal" };
  const listed = listedBy(signs);
  const detail = listed.length > 0 ? `listed by ${listed.join(", ")}` : "on none of the lists that answered";
  return { score: listed.length > 0 ? 0 : 100, detail, source: asked.join(", ") };
}

function encryption({ certificate, sslTests }: Signs): Part {
  const grade = worstGrade(sslTests);
  const score = sslPoints({
    grade,
    valid: certificate?.authorized,
    protocol: certificate?.protocol,
    daysLeft: certificate?.daysLeft,
  });
  if (grade !== undefined) return { score, detail: `SSL Labs grade ${grade}`, source: "ssllabs" };
  if (!certificate) return { detail: "neither certificate nor grade is known", source: "tls_certificate, ssllabs" };
  const { authorized, authorizationError, protocol, daysLeft } = certificate;
  const detail = authorized
    ? `certificate valid, ${protocol}, ${daysLeft} days left`
    : `certificate not valid: ${authorizationError ?? "not trusted"}`;
  return { score, detail, source: "tls_certificate" };
}

function mailing({ mail }: Signs): Part {
  if (!mail || mail.length === 0) return { detail: "no e-mail record could be read", source: "email_auth" };
  const of = (mechanism: string) => mail.find((finding) => finding.mechanism === mechanism);
  const [spf, dmarc, mx] = [of("spf"), of("dmarc"), of("mx")];
  const policy = dmarc?.valid ? dmarc.dmarc?.policy : undefined;
  const dkim = mail.some(({ mechanism, valid, dkim: key }) => mechanism === "dkim" && valid && !key?.revoked);
  const takesMail = (mx?.mx ?? []).length > 0;
  const words = [
    spf?.valid ? "SPF valid" : "no valid SPF",
    policy ? `DMARC ${policy}` : "no valid DMARC",
    takesMail ? (dkim ? "DKIM found" : "no DKIM under the usual selectors") : "takes no mail",
  ];
  return {
    score: spamPoints({ spfValid: spf?.valid ?? false, dmarc: policy, mx: takesMail, dkim }),
    detail: words.join(", "),
    source: "email_auth",
  };
}

function sent({ headers }: Signs): Part {
  const summary = headers?.[0]?.summary;
  if (summary && summary.httpStatus >= 400)
    return {
      detail: `the page answered HTTP ${summary.httpStatus}: its error page is not graded`,
      source: "http_headers",
    };
  return summary
    ? { score: summary.score, detail: `grade ${summary.grade}`, source: "http_headers" }
    : { detail: "the headers could not be read", source: "http_headers" };
}

function aged({ ageDays, host }: Signs): Part {
  if (isHostedSite(host))
    return { detail: `a site on ${registeredDomain(host)}, whose age is not its own`, source: "rdap" };
  if (ageDays === undefined) return { detail: "the date of registration is not told", source: "rdap" };
  const years = ageDays / DAYS_A_YEAR;
  return { score: agePoints(years), detail: `registered ${years.toFixed(1)} years ago`, source: "rdap" };
}

/** How far the site is to be trusted, and why. */
export function trustSection(signs: Signs, breaches: readonly Breach[] | undefined) {
  const parts: readonly (readonly [TrustPart, Part])[] = [
    ["safe_browsing", lists(signs)],
    ["ssl", encryption(signs)],
    ["spam", mailing(signs)],
    ["headers", sent(signs)],
    ["age", aged(signs)],
  ];
  const trust = trustOf(Object.fromEntries(parts.map(([name, { score }]) => [name, score])));
  return {
    ...trust,
    // Registers alone do not make sure of a site that was not seen.
    confidence: signs.headers === undefined ? ("low" as const) : trust.confidence,
    parts: parts.map(([name, { score, detail, source }]) => ({
      name,
      score: score === undefined ? undefined : Math.round(score),
      weight: TRUST_WEIGHTS[name],
      detail,
      source,
    })),
    listed_by: listedBy(signs),
    breaches: (breaches ?? []).map(({ title, breachDate, accounts }) => ({ title, date: breachDate, accounts })),
  };
}

/** What the logs' search lists at most. */
const MOST_LOGGED = 100;

/** The host's certificate and grade; absent where neither is known. */
export function sslOf(
  certificate: Certificate | undefined,
  sslTests: readonly SslTest[] | undefined,
  logged: number | undefined,
) {
  const grade = worstGrade(sslTests);
  if (!certificate && grade === undefined && logged === undefined) return undefined;
  return {
    valid: certificate?.authorized,
    issuer: certificate?.issuerCN ?? certificate?.issuer,
    valid_from: certificate?.validFrom,
    valid_to: certificate?.validTo,
    days_left: certificate?.daysLeft,
    protocol: certificate?.protocol,
    names: certificate?.subjectAltNames ?? [],
    grade,
    certificates_logged: logged,
    certificates_lower_bound: logged === MOST_LOGGED || undefined,
  };
}

/** The headers that keep attacks away. */
export function headersOf(headers: readonly Header[]) {
  const summary = headers[0]?.summary;
  if (!summary || summary.httpStatus >= 400) return undefined;
  const of = (name: string) => headers.find(({ header }) => header === name);
  const [hsts, csp, frames] = [of("strict-transport-security"), of("content-security-policy"), of("x-frame-options")];
  const own = new Set([hsts, csp, frames]);
  return {
    grade: summary.grade,
    score: summary.score,
    hsts: {
      present: hsts?.present ?? false,
      max_age: summary.hsts?.maxAge,
      include_subdomains: summary.hsts?.includeSubDomains,
      preload: summary.hsts?.preload,
      status: hsts?.status ?? "missing",
    },
    csp: {
      present: csp?.present ?? false,
      status: csp?.status ?? "missing",
      weaknesses: csp?.status === "weak" ? csp.reasons : [],
    },
    x_frame_options: {
      present: frames?.present ?? false,
      value: frames?.present ? frames.value : undefined,
      status: frames?.status ?? "missing",
      by_csp: frames !== undefined && !frames.present && frames.status === "good",
    },
    others: headers
      .filter((header) => !own.has(header) && header.status !== "leak" && header.header !== "server")
      .map(({ header, value, status }) => ({ header, value, status })),
    leaks: headers.flatMap(({ header, value, status }) => (status === "leak" ? `${header}: ${value}` : [])),
    https_redirect: summary.httpsRedirect,
  };
}
