import type { HttpHead } from "../../../upstream/types.ts";
import { cspWeaknesses, frameAncestors, hstsWeaknesses } from "./policies.ts";

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
