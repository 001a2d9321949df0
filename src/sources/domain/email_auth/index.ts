import { concatMap, defaultIfEmpty, EMPTY, map, mergeMap, type Observable, of } from "rxjs";
import { getDomain } from "tldts";
import { z } from "zod";
import type { DnsAnswer } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { tolerateFailure } from "../../kit/compose/partial-failures.ts";
import { askDns } from "../../kit/readers/dns.ts";
import { parseDomain, query } from "../../kit/requests/query.ts";
import type { ReadContext } from "../../source.ts";
import { EmailAuthItem, type Finding, type Mechanism, missing } from "./item.ts";
import { bimiIn, dkimIn, dmarcIn, mtaStsIn, tlsRptIn } from "./records.ts";
import { spfIn } from "./spf.ts";

/** A mail domain, and the DKIM selectors to look under. */
interface MailQuery {
  readonly domain: string;
  readonly selectors: readonly string[];
  /** The selectors are the asker's own: one without a key is worth an item. */
  readonly chosen: boolean;
}

/** Selectors cannot be listed: these are the ones that mail services mostly use. */
const SELECTORS =
  "google default selector1 selector2 k1 k2 s1 s2 dkim mail smtp mandrill protonmail fm1 pm zoho everlytickey1 mxvault".split(
    " ",
  );

/** The TXT records of a name; a name that does not exist has none. */
const textsOf = (name: string, context: ReadContext): Observable<readonly string[]> =>
  askDns({ name, type: "TXT" }, context).pipe(
    map(({ records }) => records.filter(({ type }) => type === "TXT").map(({ value }) => value)),
  );

/** A mechanism's finding as an item. */
const found = (domain: string, mechanism: Mechanism, name: string, finding: Finding) => ({
  title: `${mechanism.toUpperCase()} of ${domain}: ${finding.grade}`,
  domain,
  mechanism,
  name,
  ...finding,
});

/** A host of "." says that the domain takes no mail (RFC 7505). */
function mailHosts({ records }: DnsAnswer): Finding {
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
function dmarc(domain: string, context: ReadContext) {
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
function dkim({ domain, selectors, chosen }: MailQuery, context: ReadContext) {
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
  return tolerateFailure(keys, 6, context).pipe(
    defaultIfEmpty(undefined),
    mergeMap((key) => {
      if (key) return of(key);
      context.notice({ kind: "note", text: "No DKIM key under the usual selectors; “selector” asks for another one." });
      return EMPTY;
    }),
  );
}

/** One mechanism whose record stands alone under a name of its own. */
const alone = (domain: string, mechanism: Mechanism, label: string, read: (texts: readonly string[]) => Finding) => {
  const name = `${label}.${domain}`;
  return (context: ReadContext) =>
    textsOf(name, context).pipe(map((texts) => found(domain, mechanism, name, read(texts))));
};

export const emailAuth = defineSource({
  id: "email_auth",
  title: "E-mail authentication records",
  docs: "https://www.rfc-editor.org/rfc/rfc7489",
  evidence: "no-http",
  query: query({
    describe: "a mail domain",
    example: "gmail.com",
    options: z.object({
      selector: z
        .string()
        .regex(/^[\w.-]{1,63}(\s*,\s*[\w.-]{1,63}){0,19}$/, "DKIM selectors, separated by commas")
        .optional()
        .describe("DKIM selectors, comma-separated; default: the usual ones"),
    }),
    parse: (q, { selector }): MailQuery => ({
      domain: parseDomain(q),
      selectors: selector?.split(",").map((one) => one.trim()) ?? SELECTORS,
      chosen: selector !== undefined,
    }),
  }),
  item: EmailAuthItem,
  read: (asked, context) => {
    const { domain } = asked;
    const ask = (name: string) => textsOf(name, context);
    return askDns({ name: domain, type: "MX" }, context).pipe(
      concatMap((answer) => {
        if (answer.code === "NXDOMAIN") {
          context.notice({ kind: "note", text: `${domain} does not exist (NXDOMAIN).` });
          return EMPTY;
        }
        const spf = ask(domain).pipe(
          concatMap((texts) => spfIn(texts, ask)),
          map((finding) => found(domain, "spf", domain, finding)),
        );
        const readings = [
          of(found(domain, "mx", domain, mailHosts(answer))),
          spf,
          dmarc(domain, context),
          dkim(asked, context),
          alone(domain, "bimi", "default._bimi", bimiIn)(context),
          alone(domain, "mta-sts", "_mta-sts", mtaStsIn)(context),
          alone(domain, "tls-rpt", "_smtp._tls", tlsRptIn)(context),
        ];
        return tolerateFailure(readings, 4, context);
      }),
    );
  },
});
