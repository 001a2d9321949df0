import type { MailFinding, Network, Place, Records, Registration, Technology } from "./read.ts";

const DAY_MS = 86_400_000;

/** Whole days until a date, negative from its moment on; absent where it is not known. */
function daysTo(date: string | undefined, now: number): number | undefined {
  const then = Date.parse(date ?? "");
  return Number.isNaN(then) ? undefined : Math.floor((then - now) / DAY_MS);
}

/** Whole days since a date. */
function daysSince(date: string | undefined, now: number): number | undefined {
  const then = Date.parse(date ?? "");
  return Number.isNaN(then) ? undefined : Math.max(0, Math.floor((now - then) / DAY_MS));
}

const first = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one && one.length > 0 ? one : (other ?? []);

/** A registration, with what only another register tells; absent where nobody has the name. */
export function registrationOf(main: Registration, more: Registration | undefined, domain: string, now: number) {
  if (main.available) return undefined;
  const [created, expires] = [main.created ?? more?.created, main.expires ?? more?.expires];
  return {
    domain: main.domain ?? domain,
    created,
    age_days: daysSince(created, now),
    expires,
    days_to_expiry: daysTo(expires, now),
    registrar: main.registrar ?? more?.registrar,
    status: [...first(main.status, more?.status)],
    nameservers: [...first(main.nameservers, more?.nameservers)],
    dnssec: main.dnssec ?? more?.dnssec,
    source: main.source,
  };
}

/** Whether a registration tells all that WHOIS might add. */
export const isWhole = ({ available, created, expires }: Registration): boolean =>
  available === true || (created !== undefined && expires !== undefined);

/** A mechanism's record as published. */
const recordOf = (mail: readonly MailFinding[] | undefined, mechanism: string) =>
  mail?.find((finding) => finding.mechanism === mechanism)?.record;

/** The records of the host and its domain, and what they say of e-mail; absent where neither is known. */
export function dnsOf(records: Records, mail: readonly MailFinding[] | undefined) {
  const values = (type: keyof Records) => records[type]?.map(({ value }) => value);
  const found = {
    a: values("A"),
    aaaa: values("AAAA"),
    mx: records.MX?.map(({ exchange, value, priority = 0 }) => ({ exchange: exchange ?? value, priority })).toSorted(
      (one, other) => one.priority - other.priority,
    ),
    ns: values("NS"),
    txt: values("TXT"),
    caa: values("CAA"),
    spf: recordOf(mail, "spf"),
    dmarc: recordOf(mail, "dmarc"),
    email_problems: mail
      ?.filter(({ mechanism }) => ["mx", "spf", "dmarc", "dkim"].includes(mechanism))
      .flatMap(({ mechanism, problems }) => problems.map((problem) => `${mechanism.toUpperCase()}: ${problem}`)),
  };
  return Object.values(found).some((value) => value !== undefined) ? found : undefined;
}

/** The first address that the name leads to, the older kind first. */
export const addressIn = ({ A = [], AAAA = [] }: Records): string | undefined => [...A, ...AAAA][0]?.value;

/** Who serves the address, and where. */
export const hostingOf = (
  ip: string,
  [place, network, reverse]: readonly [Place | undefined, Network | undefined, string | undefined],
  technologies: readonly Technology[] | undefined,
) => ({
  ip,
  country: place?.country,
  city: place?.city,
  asn: place?.asn ?? network?.asn,
  as_name: place?.asName ?? place?.holder ?? network?.holder,
  isp: place?.isp,
  prefix: network?.prefix,
  reverse: reverse ?? place?.reverse,
  is_hosting: place?.hosting,
  cdn: technologies?.find(({ categories }) => categories.includes("CDN"))?.title,
});
