import ipaddr from "ipaddr.js";
import { take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { retryWithCookie } from "../kit/compose/retry-with-cookie.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { CertificateItem } from "./item.ts";

/** What is asked for. */
interface LogQuery {
  readonly wanted: string;
  readonly domain: string;
  readonly expired: boolean;
}

/** crt.sh takes up to a minute over a large domain. */
const PATIENCE = { timeoutMs: 60_000, maxBytes: 20_000_000 };

const Entry = z.object({
  id: z.int().positive(),
  issuer_name: z.string().nullish(),
  common_name: z.string().nullish(),
  name_value: z.string().nullish(),
  serial_number: z.string().nullish(),
  not_before: z.string().nullish(),
  not_after: z.string().nullish(),
  entry_timestamp: z.string().nullish(),
});

/** The names of a certificate's subject hold organisations and e-mail addresses too. */
const isHost = (name: string): boolean =>
  /^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/i.test(name) || ipaddr.isValid(name);

/** The log's entries for a name. */
const log = json({
  request: ({ wanted, expired }: LogQuery) =>
    get(
      "https://crt.sh/",
      { q: wanted, output: "json", exclude: expired ? undefined : "expired", deduplicate: "Y" },
      PATIENCE,
    ),
  judge: ({ status }) =>
    status === 404 ? new SourceError("unreachable", "crt.sh is overloaded (HTTP 404); ask again later.") : undefined,
  body: z.array(Entry),
  items: (entries, { domain }) =>
    entries
      .toSorted((a, b) => (b.entry_timestamp ?? "").localeCompare(a.entry_timestamp ?? ""))
      .map((entry) => ({
        title: entry.common_name ?? domain,
        url: `https://crt.sh/?id=${entry.id}`,
        domain,
        id: entry.id,
        commonName: entry.common_name,
        names: [...new Set(entry.name_value?.split("\n").filter(isHost))],
        issuer: entry.issuer_name,
        serialNumber: entry.serial_number,
        validFrom: isoDate(entry.not_before),
        validTo: isoDate(entry.not_after),
        logged: isoDate(entry.entry_timestamp),
      })),
});

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
    retryWithCookie(({ status }) => [404, 502, 503, 504].includes(status), log)(asked, context).pipe(
      take(context.pages * ROWS),
    ),
});
