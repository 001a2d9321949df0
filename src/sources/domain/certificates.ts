import { take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { askedAgain } from "../kit/asked-again.ts";
import { IsoDate } from "../kit/fields.ts";
import { parseDomain, query } from "../kit/query.ts";
import { type LogQuery, log } from "./certificates-log.ts";
import { CertificateItem } from "./item.ts";

const ROWS = 100;

export const certificates = defineSource({
  id: "certificates",
  title: "Certificate transparency (crt.sh)",
  docs: "https://crt.sh/",
  terms: "no key; 60 requests a minute, often overloaded",
  query: query({
    describe: "a domain, or %.domain for all names below it; newest first",
    example: "%.example.com",
    options: z.object({
      expired: z.stringbool().default(false).describe("whether expired certificates are listed too"),
    }),
    parse: (q, { expired }): LogQuery => {
      const below = /^[%*]\.(?=.)/.test(q);
      const domain = parseDomain(below ? q.slice(2) : q);
      return { wanted: below ? `%.${domain}` : domain, domain, expired };
    },
  }),
  item: CertificateItem.extend({
    id: z.int().positive().describe("crt.sh's number"),
    logged: IsoDate.optional().describe("when it was entered into a log"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (asked, context) =>
    askedAgain(({ status }) => [404, 502, 503, 504].includes(status), log)(asked, context).pipe(
      take(context.pages * ROWS),
    ),
});
