import { catchError, EMPTY, expand, last, map, type Observable, of } from "rxjs";
import { toSourceError } from "../../errors.ts";
import { broken, type Finding, judged, missing } from "./email-item.ts";
import { type Outcome, parseSpf, type SpfRecord, spfRecords } from "./spf-record.ts";

/** RFC 7208 §4.6.4 */
const LOOKUPS_ALLOWED = 10;

/** How far the reading of a record and of those that it names has come. */
interface Tally {
  readonly ahead: readonly { readonly name: string; readonly redirect: boolean }[];
  readonly lookups: number;
  readonly all: Outcome | undefined;
  readonly errors: readonly string[];
  readonly doubts: readonly string[];
}

const ahead = ({ includes, redirect }: SpfRecord, onRedirect: boolean) =>
  [
    ...includes.map((name) => ({ name, redirect: false })),
    ...(redirect ? [{ name: redirect, redirect: onRedirect }] : []),
  ].filter(({ name }) => !name.includes("%"));

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
