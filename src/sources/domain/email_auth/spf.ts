import ipaddr from "ipaddr.js";
import { catchError, EMPTY, expand, last, map, type Observable, of } from "rxjs";
import { toSourceError } from "../../../errors.ts";
import { clip } from "../../kit/values/text.ts";
import { broken, type Finding, judged, missing } from "./item.ts";

/** RFC 7208 §4.6.4 */
const LOOKUPS_ALLOWED = 10;

const QUALIFIERS = { "+": "pass", "?": "neutral", "~": "softfail", "-": "fail" } as const;

/** What a mechanism that matches says of a sender. */
type Outcome = (typeof QUALIFIERS)[keyof typeof QUALIFIERS];

/** How far the reading of a record and of those that it names has come. */
interface Tally {
  readonly ahead: readonly { readonly name: string; readonly redirect: boolean }[];
  readonly lookups: number;
  readonly all: Outcome | undefined;
  readonly errors: readonly string[];
  readonly doubts: readonly string[];
}

/** An SPF record, read. */
interface SpfRecord {
  readonly terms: readonly string[];
  readonly includes: readonly string[];
  readonly redirect: string | undefined;
  readonly all: Outcome | undefined;
  /** DNS lookups that its own terms cost. */
  readonly lookups: number;
  readonly ptr: boolean;
  readonly errors: readonly string[];
}

const ahead = ({ includes, redirect }: SpfRecord, onRedirect: boolean) =>
  [
    ...includes.map((name) => ({ name, redirect: false })),
    ...(redirect ? [{ name: redirect, redirect: onRedirect }] : []),
  ].filter(({ name }) => !name.includes("%"));

/** RFC 7208 §4.5: exactly the texts that begin with `v=spf1` are SPF records. */
const spfRecords = (texts: readonly string[]): string[] => texts.filter((text) => /^v=spf1(\s|$)/i.test(text));

const qualifierOf = (sign: string | undefined): Outcome =>
  sign === "?" || sign === "~" || sign === "-" ? QUALIFIERS[sign] : "pass";

const isNetwork = (written: string, kind: "ipv4" | "ipv6"): boolean => {
  const address = written.replace(/\/\d{1,3}$/, "");
  return ipaddr.isValid(address) && ipaddr.parse(address).kind() === kind && !/\/\D/.test(written);
};

/** A record's terms (RFC 7208 §5, §6); what stands after `all` is never reached, and `redirect` counts without it only. */
function parseSpf(record: string): SpfRecord {
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

/** One named record read: its lookups are added, and what it names in turn is put ahead. */
function read(tally: Tally, texts: readonly string[]): Tally {
  const [next, ...rest] = tally.ahead;
  if (!next) return tally;
  const [record, second] = spfRecords(texts);
  if (!record || second) {
    const why = second ? "has two SPF records" : "has no SPF record";
    return { ...tally, ahead: rest, errors: [...tally.errors, `${next.name}, which is named, ${why}.`] };
  }
  const parsed = parseSpf(record);
  return {
    ...tally,
    ahead: [...rest, ...ahead(parsed, next.redirect)],
    lookups: tally.lookups + parsed.lookups,
    all: next.redirect ? parsed.all : tally.all,
    errors: [...tally.errors, ...parsed.errors.map((error) => `${next.name}: ${error}`)],
  };
}

function findingOf(record: string, parsed: SpfRecord, { lookups, all, errors, doubts }: Tally): Finding {
  const { terms, includes, redirect } = parsed;
  const spf = { mechanisms: [...terms], all, includes: [...includes], redirect, dnsLookups: lookups };
  const fatal =
    lookups > LOOKUPS_ALLOWED
      ? [...errors, `It needs more than ${LOOKUPS_ALLOWED} DNS lookups (permerror): receivers ignore it.`]
      : errors;
  if (fatal.length > 0) return { ...broken(record, ...fatal, ...doubts), spf };
  const weaknesses = [
    all === undefined ? "Nothing is said of all other senders (no all)." : undefined,
    all === "pass" ? "Every sender on the internet is let through (+all)." : undefined,
    all === "neutral" ? "Other senders are left undecided (?all)." : undefined,
    all === "softfail" ? "Other senders are marked as doubtful only (~all)." : undefined,
    parsed.ptr ? "ptr is slow and not to be used (RFC 7208 §5.5)." : undefined,
  ].filter((weakness) => weakness !== undefined);
  return judged(record, [...weaknesses, ...doubts], { spf });
}

/**
 * The SPF record among a domain's texts, judged together with the records that it includes: these are asked one after
 * another until none is left, or until there are more lookups than receivers make.
 */
export function spfIn(
  texts: readonly string[],
  ask: (name: string) => Observable<readonly string[]>,
): Observable<Finding> {
  const [record, second] = spfRecords(texts);
  if (!record) return of(missing("SPF record"));
  if (second) return of(broken(record, "There are two SPF records (permerror): receivers ignore both."));
  const parsed = parseSpf(record);
  const start: Tally = {
    ahead: ahead(parsed, true),
    lookups: parsed.lookups,
    all: parsed.all,
    errors: parsed.errors,
    doubts: [],
  };
  return of(start).pipe(
    expand((tally) => {
      const [next] = tally.ahead;
      if (!next || tally.lookups > LOOKUPS_ALLOWED) return EMPTY;
      return ask(next.name).pipe(
        map((answer) => read(tally, answer)),
        catchError((error) => {
          const doubt = `${next.name}, which is named, could not be read: ${toSourceError(error).message}`;
          return of({ ...tally, ahead: tally.ahead.slice(1), doubts: [...tally.doubts, doubt] });
        }),
      );
    }),
    last(),
    map((tally) => findingOf(record, parsed, tally)),
  );
}
