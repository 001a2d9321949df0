import type { HttpHead } from "../../../upstream/types.ts";

/*
 * The security headers of OWASP's Secure Headers Project (https://owasp.org/www-project-secure-headers/), each judged and
 * weighed. The weights are our own, in the order of what a header keeps away; they add up to 100.
 */

type Status = "good" | "weak" | "missing" | "leak";

/** One header's finding. */
export interface Finding {
  readonly header: string;
  readonly value?: string | undefined;
  readonly status: Status;
  readonly severity: "high" | "medium" | "low" | "none";
  /** Why it is not good, a sentence each. */
  readonly reasons: readonly string[];
  readonly advice: string;
  /** Points lost of a hundred. */
  readonly lost: number;
}

type Headers = HttpHead["headers"];

interface Check {
  readonly header: string;
  readonly weight: number;
  readonly severity: "high" | "medium" | "low";
  readonly advice: string;
  /** What is weak about a value that is there; nothing: it is good. */
  readonly weaknesses: (value: string, headers: Headers) => readonly string[];
  /** Where another header does the same: its value. */
  readonly standIn?: (headers: Headers) => string | undefined;
}

/** `Strict-Transport-Security` (RFC 6797), taken apart. */
export function hstsOf(value: string) {
  const maxAge = /(?:^|;)\s{0,9}max-age\s{0,9}=\s{0,9}"?(\d{1,12})/i.exec(value)?.[1];
  return {
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    includeSubDomains: /(?:^|;)\s{0,9}includeSubDomains\b/i.test(value),
    preload: /(?:^|;)\s{0,9}preload\b/i.test(value),
  };
}

const YEAR_SECONDS = 31_536_000;

function hstsWeaknesses(value: string): string[] {
  const { maxAge, includeSubDomains } = hstsOf(value);
  return [
    ...(maxAge === undefined ? ["It has no max-age and does nothing."] : []),
    ...(maxAge !== undefined && maxAge < YEAR_SECONDS ? [`max-age is ${maxAge} s, less than a year.`] : []),
    ...(includeSubDomains ? [] : ["It leaves subdomains out."]),
  ];
}

/** A policy's directives by name; the first of a name counts. Several policies (joined by commas) are read as one. */
function directivesOf(value: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const directive of value.slice(0, 50_000).split(/[;,]/)) {
    const [name, ...values] = directive.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase()))
      directives.set(
        name.toLowerCase(),
        values.map((word) => word.toLowerCase()),
      );
  }
  return directives;
}

function cspWeaknesses(value: string): string[] {
  const directives = directivesOf(value);
  const scripts = directives.get("script-src") ?? directives.get("default-src");
  const strict = scripts?.some((word) => /^'(nonce-|sha(256|384|512)-|strict-dynamic)/.test(word)) ?? false;
  return [
    ...(scripts ? [] : ["It says nothing of scripts (no script-src, no default-src)."]),
    ...(scripts?.includes("'unsafe-inline'") && !strict ? ["It allows inline scripts ('unsafe-inline')."] : []),
    ...(scripts?.includes("'unsafe-eval'") ? ["It allows eval ('unsafe-eval')."] : []),
    ...(scripts?.some((word) => /^(\*|https?:|data:)$/.test(word)) && !strict
      ? ["It allows scripts of any host."]
      : []),
  ];
}

/** Who may frame the page, as the policy says it. */
export const frameAncestors = (headers: Headers): string | undefined => {
  const ancestors = directivesOf(headers["content-security-policy"] ?? "").get("frame-ancestors");
  return ancestors && `frame-ancestors ${ancestors.join(" ")}`;
};

const UNSAFE_REFERRER = /(^|,\s*)(unsafe-url|no-referrer-when-downgrade|origin-when-cross-origin|origin)\s*$/i;

const CHECKS: readonly Check[] = [
  {
    header: "strict-transport-security",
    weight: 25,
    severity: "high",
    advice: "Send max-age=31536000; includeSubDomains, with preload once the whole domain is on https.",
    weaknesses: hstsWeaknesses,
  },
  {
    header: "content-security-policy",
    weight: 25,
    severity: "high",
    advice: "Name the hosts that scripts may come from, without 'unsafe-inline' and 'unsafe-eval'.",
    weaknesses: cspWeaknesses,
  },
  {
    header: "x-frame-options",
    weight: 15,
    severity: "medium",
    advice: "Send DENY or SAMEORIGIN, or frame-ancestors in the Content-Security-Policy.",
    weaknesses: (value) => (/^(deny|sameorigin)$/i.test(value.trim()) ? [] : ["It is neither DENY nor SAMEORIGIN."]),
    standIn: (headers) => {
      const ancestors = frameAncestors(headers);
      return ancestors?.includes("*") ? undefined : ancestors;
    },
  },
  {
    header: "x-content-type-options",
    weight: 10,
    severity: "medium",
    advice: "Send nosniff.",
    weaknesses: (value) => (/^nosniff$/i.test(value.trim()) ? [] : ["It is not nosniff."]),
  },
  {
    header: "referrer-policy",
    weight: 10,
    severity: "medium",
    advice: "Send strict-origin-when-cross-origin, or stricter.",
    weaknesses: (value) =>
      UNSAFE_REFERRER.test(value) ? ["It tells other sites more than the origin, or also without https."] : [],
  },
  {
    header: "permissions-policy",
    weight: 5,
    severity: "low",
    advice: "Switch off what the page does not use: camera=(), microphone=(), geolocation=().",
    weaknesses: (value) => (/=\s*\*/.test(value) ? ["It allows a feature to every origin."] : []),
    standIn: (headers) => headers["feature-policy"] && `feature-policy: ${headers["feature-policy"]}`,
  },
  ...(["cross-origin-opener-policy", "cross-origin-embedder-policy", "cross-origin-resource-policy"] as const).map(
    (header, index): Check => ({
      header,
      weight: [2, 1, 2][index] ?? 1,
      severity: "low",
      advice: `Send ${["same-origin", "require-corp", "same-origin or same-site"][index]}, where the page needs nothing of other origins.`,
      weaknesses: (value) => (/unsafe-none|^cross-origin$/i.test(value.trim()) ? ["It isolates nothing."] : []),
    }),
  ),
];

/** Headers that tell what the server runs. */
const LEAKS = [
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "via",
  "x-runtime",
  "x-generator",
] as const;
const LEAK_POINTS = 5;

function checked({ header, weight, severity, advice, weaknesses, standIn }: Check, headers: Headers): Finding {
  const value = headers[header];
  const other = value === undefined ? standIn?.(headers) : undefined;
  if (other !== undefined)
    return { header, value: other, status: "good", severity: "none", reasons: [], advice, lost: 0 };
  if (value === undefined) {
    const reported = header === "content-security-policy" && headers["content-security-policy-report-only"];
    const reasons = [reported ? "There is only a policy that reports and forbids nothing." : "It is not sent."];
    return { header, status: "missing", severity, reasons, advice, lost: weight };
  }
  const reasons = weaknesses(value, headers);
  if (reasons.length === 0) return { header, value, status: "good", severity: "none", reasons, advice, lost: 0 };
  return {
    header,
    value,
    status: "weak",
    severity: severity === "high" ? "medium" : "low",
    reasons,
    advice,
    lost: weight / 2,
  };
}

/** A server's bare name tells little; its version, and the other headers, help who looks for holes. */
function leak(header: string, value: string): Finding {
  const tells = header !== "server" || /\d/.test(value);
  return tells
    ? {
        header,
        value,
        status: "leak",
        severity: "low",
        reasons: ["It tells what the server runs."],
        advice: "Do not send it, or without version.",
        lost: 0,
      }
    : {
        header,
        value,
        status: "good",
        severity: "none",
        reasons: [],
        advice: "Without a version it tells little.",
        lost: 0,
      };
}

/** Obsolete: browsers' filters of that name made holes of their own. */
function xssFilter(value: string): Finding {
  const off = /^0/.test(value.trim());
  return {
    header: "x-xss-protection",
    value,
    status: off ? "good" : "weak",
    severity: off ? "none" : "low",
    reasons: off ? [] : ["It is obsolete, and where it works it makes holes of its own."],
    advice: "Do not send it, or send 0.",
    lost: 0,
  };
}

/** Every header's finding, in the order of their weight. */
export function findingsOf(headers: Headers): Finding[] {
  const filter = headers["x-xss-protection"];
  return [
    ...CHECKS.map((check) => checked(check, headers)),
    ...(filter === undefined ? [] : [xssFilter(filter)]),
    ...LEAKS.flatMap((header) => (headers[header] ? [leak(header, headers[header])] : [])),
  ];
}

/** The bounds of MDN's HTTP Observatory, A+ from 95 on. */
const GRADES: readonly (readonly [number, string])[] = [
  [95, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
];

/** Points of a hundred, and the grade that they make; `faults` are the way's: no https, a downgrade. */
export function gradeOf(
  findings: readonly Finding[],
  faults: number,
): { readonly score: number; readonly grade: string } {
  const leaks = findings.some(({ status }) => status === "leak") ? LEAK_POINTS : 0;
  const lost = findings.reduce((sum, finding) => sum + finding.lost, leaks + faults);
  const score = Math.max(0, Math.min(100, Math.round(100 - lost)));
  return { score, grade: GRADES.find(([bound]) => score >= bound)?.[1] ?? "F" };
}
