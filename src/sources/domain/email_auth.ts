import { concatMap, EMPTY, map, of } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { askDns } from "../kit/dns.ts";
import { noted } from "../kit/noted.ts";
import { parseDomain, query } from "../kit/query.ts";
import { alone, dkim, dmarc, found, mailHosts, textsOf } from "./email_auth-mechanisms.ts";
import { type MailQuery, SELECTORS } from "./email_auth-query.ts";
import { EmailAuthItem } from "./email-item.ts";
import { bimiIn, mtaStsIn, tlsRptIn } from "./email-records.ts";
import { spfIn } from "./spf.ts";

export const emailAuth = defineSource({
  id: "email_auth",
  title: "E-mail authentication records",
  docs: "https://www.rfc-editor.org/rfc/rfc7489",
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
        return noted(readings, 4, context);
      }),
    );
  },
});
