import ipaddr from "ipaddr.js";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";

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

/** What is asked for. */
export interface LogQuery {
  readonly wanted: string;
  readonly domain: string;
  readonly expired: boolean;
}

/** The log's entries for a name. */
export const log = json({
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
