import { filter, take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { branch, whenKey } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get, postForm } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { isNewest, ThreatItem } from "./item.ts";

interface ThreatQuery {
  readonly words: string;
  readonly url?: string;
  readonly host?: string;
}

const FIVE_MINUTES_MS = 300_000;

const KEY_NEEDED = "abuse.ch wants a key: set ABUSECH_AUTH_KEY, free at https://auth.abuse.ch.";

const judge: Judge = (response) =>
  response.status === 401 || response.status === 403
    ? new SourceError(
        "missing-key",
        `${KEY_NEEDED} (${quotedSaying(upstreamMessage(response) ?? `HTTP ${response.status}`)})`,
      )
    : undefined;

const Text = z.string().nullish();
const Payload = z.object({
  response_sha256: Text,
  file_type: Text,
  signature: Text,
  virustotal: z.object({ result: Text }).nullish(),
});
/** One malware address, as the API and the dump write it; the dump gives the number outside. */
const Entry = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  url: z.string(),
  urlhaus_reference: Text,
  urlhaus_link: Text,
  host: Text,
  url_status: Text,
  threat: Text,
  tags: z.array(z.string()).nullish(),
  reporter: Text,
  date_added: Text,
  dateadded: Text,
  last_online: Text,
  blacklists: z.record(z.string(), Text).nullish(),
  payloads: listOf(Payload),
});

/** A live threat must not become a link by accident: `hxxp://bad[.]example/x`. */
const defanged = (url: string): string => url.replace(/^http/i, "hxxp").replace(/\./g, "[.]");

/** What URLhaus says of an address. */
function itemOf(entry: z.output<typeof Entry>) {
  return {
    title: defanged(entry.url),
    url: webUrl(entry.urlhaus_reference ?? entry.urlhaus_link) ?? `https://urlhaus.abuse.ch/url/${entry.id}/`,
    snippet: [entry.threat, entry.url_status, entry.tags?.join(", ")].filter(Boolean).join("; "),
    id: entry.id,
    target: entry.url,
    listed: true,
    host: entry.host ?? URL.parse(entry.url)?.hostname,
    status: entry.url_status,
    threat: entry.threat,
    tags: entry.tags,
    reporter: entry.reporter,
    publishedAt: isoDate(entry.date_added ?? entry.dateadded),
    lastOnline: isoDate(entry.last_online),
    blacklists: Object.fromEntries(
      Object.entries(entry.blacklists ?? {}).flatMap(([list, says]) => (says ? [[list, says] as const] : [])),
    ),
    payloads: entry.payloads.map(({ response_sha256, file_type, signature, virustotal }) => ({
      sha256: response_sha256,
      fileType: file_type,
      signature,
      detections: virustotal?.result?.replace(/\s/g, ""),
    })),
  };
}

/** The last 30 days' entries, newest first, by number. */
const dump = json({
  request: () => get("https://urlhaus.abuse.ch/downloads/json_recent/", {}, { maxBytes: 64_000_000 }),
  judge,
  body: z.record(z.string(), listOf(Entry.omit({ id: true }))),
  items: (byId) =>
    Object.entries(byId)
      .toSorted(([a], [b]) => Number(b) - Number(a))
      .flatMap(([id, entries]) => entries.map((entry) => itemOf({ ...entry, id }))),
});

const ROWS = 50;

const recent = ({ words }: ThreatQuery, context: ReadContext) =>
  cachedReader(FIVE_MINUTES_MS, dump)({}, context).pipe(
    filter(({ target }) => isNewest(words) || target.toLowerCase().includes(words.toLowerCase())),
    take(context.pages * ROWS),
  );

const Status = z.object({ query_status: z.string() });
const looked = json({
  request: ({ url, host, key }: ThreatQuery & PageRequest) =>
    postForm(`https://urlhaus-api.abuse.ch/v1/${url ? "url" : "host"}/`, url ? { url } : { host }, {
      headers: { "auth-key": key },
    }),
  judge,
  refused: (body) => {
    const said = Status.safeParse(body).data?.query_status ?? "ok";
    if (said === "ok") return undefined;
    if (said === "no_results") return "empty";
    return new SourceError(
      /auth_key/.test(said) ? "missing-key" : "bad-query",
      `URLhaus refused the query: ${quotedSaying(said)}.`,
    );
  },
  body: z.union([
    z.object({ urls: z.array(Entry), host: z.string().nullish() }),
    Entry.transform((urls) => ({ urls, host: urls.host })),
  ]),
  items: ({ urls, host }) => [urls].flat().map((entry) => itemOf({ ...entry, host: entry.host ?? host })),
});

export const urlhaus = defineSource({
  id: "urlhaus",
  title: "URLhaus (abuse.ch)",
  docs: "https://urlhaus-api.abuse.ch/",
  terms: "with a free key the whole list, without one the last 30 days; CC0",
  key: { env: ["ABUSECH_AUTH_KEY"], required: false, from: "https://auth.abuse.ch" },
  query: query({
    describe: "a URL, a host or an IPv4 address, or “newest”; it is looked up, never opened",
    example: "vektorex.com",
    parse: (q): ThreatQuery => ({ words: q, ...(/[/?]/.test(q) ? { url: q } : { host: q.toLowerCase() }) }),
  }),
  item: ThreatItem.extend({
    id: z.string(),
    host: z.string().optional(),
    status: z.string().optional().describe("online, offline or unknown"),
    tags: z.array(z.string()).optional(),
    reporter: z.string().optional(),
    publishedAt: IsoDate.optional().describe("when it was reported"),
    lastOnline: IsoDate.optional(),
    blacklists: z.record(z.string(), z.string()).optional(),
    payloads: z
      .array(
        z.object({
          sha256: z.string().optional(),
          fileType: z.string().optional(),
          signature: z.string().optional().describe("malware family"),
          detections: z.string().optional().describe("VirusTotal engines that detect it, of all: 16/58"),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: branch(({ words }: ThreatQuery) => isNewest(words), recent, whenKey("ABUSECH_AUTH_KEY", looked, recent)),
});
