import ipaddr from "ipaddr.js";
import { clip } from "../kit/query.ts";

const QUALIFIERS = { "+": "pass", "?": "neutral", "~": "softfail", "-": "fail" } as const;

/** What a mechanism that matches says of a sender. */
export type Outcome = (typeof QUALIFIERS)[keyof typeof QUALIFIERS];

const qualifierOf = (sign: string | undefined): Outcome =>
  sign === "?" || sign === "~" || sign === "-" ? QUALIFIERS[sign] : "pass";

/** An SPF record, read. */
export interface SpfRecord {
  readonly terms: readonly string[];
  readonly includes: readonly string[];
  readonly redirect: string | undefined;
  readonly all: Outcome | undefined;
  /** DNS lookups that its own terms cost. */
  readonly lookups: number;
  readonly ptr: boolean;
  readonly errors: readonly string[];
}

const isNetwork = (written: string, kind: "ipv4" | "ipv6"): boolean => {
  const address = written.replace(/\/\d{1,3}$/, "");
  return ipaddr.isValid(address) && ipaddr.parse(address).kind() === kind && !/\/\D/.test(written);
};

/** RFC 7208 §4.5: exactly the texts that begin with `v=spf1` are SPF records. */
export const spfRecords = (texts: readonly string[]): string[] => texts.filter((text) => /^v=spf1(\s|$)/i.test(text));

/** A record's terms (RFC 7208 §5, §6); what stands after `all` is never reached, and `redirect` counts without it only. */
export function parseSpf(record: string): SpfRecord {
  const terms = record.trim().split(/\s+/).slice(1);
  const includes: string[] = [];
  const errors: string[] = [];
  let redirect: string | undefined;
  let all: Outcome | undefined;
  let lookups = 0;
  let ptr = false;
  for (const term of terms) {
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(term);
    if (modifier) {
      if (modifier[1]?.toLowerCase() === "redirect") redirect = modifier[2];
      continue;
    }
    const [, sign, written = "", rest = ""] =
      /^([+?~-])?(all|include|a|mx|ptr|ip4|ip6|exists)(?=[:/]|$)(.*)$/i.exec(term) ?? [];
    const name = written.toLowerCase();
    const target = rest.replace(/^:/, "");
    const needsTarget = name === "include" || name === "exists" || name === "ip4" || name === "ip6";
    if (!name || (needsTarget && !target)) errors.push(`“${clip(term, 60)}” is no SPF term.`);
    if (all !== undefined) continue;
    if (name === "all") all = qualifierOf(sign);
    if (name === "include" && target) includes.push(target);
    if ((name === "ip4" && !isNetwork(target, "ipv4")) || (name === "ip6" && !isNetwork(target, "ipv6")))
      errors.push(`“${clip(term, 60)}” holds no address of its kind.`);
    if (name === "ptr") ptr = true;
    if (["include", "a", "mx", "ptr", "exists"].includes(name)) lookups += 1;
  }
  const followed = all === undefined ? redirect : undefined;
  return { terms, includes, redirect: followed, all, lookups: lookups + (followed ? 1 : 0), ptr, errors };
}
