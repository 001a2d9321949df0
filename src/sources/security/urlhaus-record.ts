import { z } from "zod";
import { listOf } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";

const Text = z.string().nullish();
const Payload = z.object({
  response_sha256: Text,
  file_type: Text,
  signature: Text,
  virustotal: z.object({ result: Text }).nullish(),
});
/** One malware address, as the API and the dump write it; the dump gives the number outside. */
export const Entry = z.object({
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
export function itemOf(entry: z.output<typeof Entry>) {
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
