import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { webUrl } from "../kit/values/links.ts";
import { captureNumber, captureTime, hostOf } from "./captures.ts";
import { CaptureItem } from "./item.ts";

const Moment = z
  .string()
  .regex(/^\d{4,14}$/, "digits such as 20240131")
  .optional();

/** The times that are asked for. */
const Options = z.object({
  from: Moment.describe("not before: 4 to 14 digits, e.g. 20240131"),
  to: Moment.describe("not after, likewise"),
  timestamp: Moment.describe("only the capture nearest to that time"),
});

/** What is asked for. */
type CaptureQuery = { readonly text: string } & z.output<typeof Options>;

const Snapshot = z.object({
  available: z.boolean(),
  url: z.string(),
  timestamp: z.string(),
  status: z.string().nullish(),
});

function itemOf(address: string, timestamp: string | undefined, original: string | undefined) {
  const at = captureTime(timestamp);
  return {
    title: [original, at?.slice(0, 10)].filter(Boolean).join(" at "),
    url: `https://web.archive.org/web/${timestamp}/${original}`,
    domain: hostOf(original ?? "") ?? hostOf(address),
    original: webUrl(original),
    timestamp: at,
  };
}

/** The capture nearest to a time. */
const nearest = json({
  request: ({ text: address, timestamp }: CaptureQuery) =>
    get("https://archive.org/wayback/available", { url: address, timestamp }),
  body: z.object({ archived_snapshots: z.object({ closest: Snapshot.nullish() }) }),
  items: ({ archived_snapshots: { closest } }, { text: address }) => {
    if (!closest?.available) return [];
    const original = /\/web\/\d{14}\/(.+)$/s.exec(closest.url)?.[1] ?? address;
    return [{ ...itemOf(address, closest.timestamp, original), statusCode: captureNumber(closest.status) }];
  },
});

const COLUMNS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"];

/** An exact address is asked for its newest captures; a pattern is gone through in the index's own order. */
const isPattern = (address: string): boolean => address.includes("*");

const ROWS = 50;

/** A site may be left out at its owner's wish: that says nothing of the next site. */
const judge: Judge = (response) =>
  response.status === 403 && /AdministrativeAccessControl|Blocked Site/.test(decodeText(response).slice(0, 1_000))
    ? new SourceError("not-found", "The Wayback Machine shows nothing of that site (Blocked Site Error).")
    : undefined;

const Rows = z.array(z.array(z.string()));

/** Rows as records by the header's names; after an empty row stands the key to go on with. */
function recordsOf([header = [], ...rows]: z.output<typeof Rows>): { records: Record<string, string>[]; key?: string } {
  const end = rows.findIndex((row) => row.length === 0);
  const records = (end < 0 ? rows : rows.slice(0, end)).map((row) =>
    Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""])),
  );
  const key = end < 0 ? undefined : rows[end + 1]?.[0];
  return { records, ...(key !== undefined && { key }) };
}

/** One second before, in digits: the moment from which older captures are asked. */
function before(digits: string | undefined): string | null {
  const time = Date.parse(captureTime(digits) ?? "");
  return Number.isNaN(time) ? null : new Date(time - 1000).toISOString().replace(/\D/g, "").slice(0, 14);
}

/** The index of captures. */
const index = json({
  pages: ({ text: address, from, to, cursor }: CaptureQuery & PageRequest) =>
    get("https://web.archive.org/cdx/search/cdx", {
      url: address,
      output: "json",
      fl: COLUMNS.join(","),
      collapse: "digest",
      from,
      ...(isPattern(address)
        ? { limit: ROWS, showResumeKey: true, to, resumeKey: cursor }
        : { limit: -ROWS, to: cursor ?? to }),
    }),
  judge,
  body: Rows,
  items: (rows, { text: address }) => {
    const items = recordsOf(rows).records.map((row) => ({
      ...itemOf(address, row["timestamp"], row["original"]),
      mime: row["mimetype"],
      statusCode: captureNumber(row["statuscode"]),
      digest: row["digest"],
      length: captureNumber(row["length"]),
    }));
    return isPattern(address) ? items : items.reverse();
  },
  next: (rows, { text: address }) => {
    const { records, key } = recordsOf(rows);
    // The key comes as it stands in an address, where it is written once more.
    if (isPattern(address)) return key ? (new URLSearchParams(`key=${key}`).get("key") ?? null) : null;
    return records.length < ROWS ? null : before(records[0]?.["timestamp"]);
  },
});

export const wayback = defineSource({
  id: "wayback",
  title: "Wayback Machine snapshots",
  docs: "https://archive.org/developers/wayback-cdx-server.html",
  terms: "no key; some 60 requests a minute",
  query: text("a URL (newest capture first), a host, or a prefix that ends in *", "commoncrawl.org/*", Options),
  item: CaptureItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ timestamp }: CaptureQuery) => timestamp !== undefined, nearest, index),
});
