import { concatMap, defaultIfEmpty, EMPTY, map, mergeMap, type Observable, of } from "rxjs";
import { getDomain } from "tldts";
import type { DnsAnswer } from "../../upstream/types.ts";
import { askDns } from "../kit/dns.ts";
import { noted } from "../kit/noted.ts";
import type { ReadContext } from "../source.ts";
import type { MailQuery } from "./email_auth-query.ts";
import { type Finding, type Mechanism, missing } from "./email-item.ts";
import { dkimIn, dmarcIn } from "./email-records.ts";

/** The TXT records of a name; a name that does not exist has none. */
export const textsOf = (name: string, context: ReadContext): Observable<readonly string[]> =>
  askDns({ name, type: "TXT" }, context).pipe(
    map(({ records }) => records.filter(({ type }) => type === "TXT").map(({ value }) => value)),
  );

/** A mechanism's finding as an item. */
export const found = (domain: string, mechanism: Mechanism, name: string, finding: Finding) => ({
  title: `${mechanism.toUpperCase()} of ${domain}: ${finding.grade}`,
  domain,
  mechanism,
  name,
  ...finding,
});

/** A host of "." says that the domain takes no mail (RFC 7505). */
export function mailHosts({ records }: DnsAnswer): Finding {
  const mx = records
    .filter(({ type }) => type === "MX")
    .map(({ data, value }) => ({
      priority: Number(data["priority"] ?? 0),
      exchange: String(data["exchange"] ?? value).replace(/(?<=.)\.$/, ""),
    }))
    .toSorted((a, b) => a.priority - b.priority);
  if (mx.length === 0) return missing("mail host (MX record)");
  const record = mx.map(({ priority, exchange }) => `${priority} ${exchange}`).join(", ");
  const refuses = mx.every(({ exchange }) => exchange === "." || exchange === "");
  return { record, valid: true, grade: "strong", problems: [], mx: refuses ? [] : mx };
}

/** A domain without a record of its own is under its organisational domain's (RFC 7489 §6.6.3). */
export function dmarc(domain: string, context: ReadContext) {
  const name = `_dmarc.${domain}`;
  return textsOf(name, context).pipe(
    concatMap((texts) => {
      const own = dmarcIn(texts, undefined);
      const parent = getDomain(domain);
      if (own || !parent || parent === domain) return of(own);
      return textsOf(`_dmarc.${parent}`, context).pipe(map((above) => dmarcIn(above, parent)));
    }),
    map((finding) => found(domain, "dmarc", name, finding ?? missing("DMARC record"))),
  );
}

/** The domain's DKIM keys; a remark where there is none. */
export function dkim({ domain, selectors, chosen }: MailQuery, context: ReadContext) {
  const keys = selectors.map((selector) => {
    const name = `${selector}._domainkey.${domain}`;
    return textsOf(name, context).pipe(
      mergeMap((texts) => {
        const none = chosen ? { ...missing("DKIM key"), dkim: { selector } } : undefined;
        const finding = dkimIn(texts, selector) ?? none;
        return finding ? of(found(domain, "dkim", name, finding)) : EMPTY;
      }),
    );
  });
  return noted(keys, 6, context).pipe(
    defaultIfEmpty(undefined),
    mergeMap((key) => {
      if (key) return of(key);
      context.notice({ kind: "note", text: "No DKIM key under the usual selectors; “selector” asks for another one." });
      return EMPTY;
    }),
  );
}

/** One mechanism whose record stands alone under a name of its own. */
export const alone = (
  domain: string,
  mechanism: Mechanism,
  label: string,
  read: (texts: readonly string[]) => Finding,
) => {
  const name = `${label}.${domain}`;
  return (context: ReadContext) =>
    textsOf(name, context).pipe(map((texts) => found(domain, mechanism, name, read(texts))));
};
