import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";

/** https://www.iana.org/assignments/dns-parameters: the types that may be asked for, by number. */
const TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  DNSKEY: 48,
  HTTPS: 65,
  CAA: 257,
} as const;

const NAME_OF = new Map<number, string>(Object.entries(TYPES).map(([name, number]) => [number, name]));

/** The types that may be asked for. */
export const QUERY_TYPES = Object.keys(TYPES);

/** RFC 1035 §4.1.1 */
const CODES: Readonly<Record<number, string>> = { 1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED" };

/** What is asked for. */
export interface DohQuery {
  readonly domain: string;
  readonly type: string;
}

const Answer = z.object({
  Status: z.int(),
  AD: z.boolean().nullish(),
  Comment: z.union([z.string(), z.array(z.string())]).nullish(),
  Answer: z.array(z.object({ name: z.string(), type: z.int(), TTL: Count, data: z.string() })).nullish(),
});

const bare = (name: string): string => name.replace(/\.$/, "") || ".";

/** `"first part" "second part"` as one text (RFC 1035 §5.1); what is not quoted stays. */
function unquoted(data: string): string {
  const parts = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, part = ""]) => part.replace(/\\(["\\])/g, "$1"));
  return parts.length > 0 ? parts.join("") : data;
}

function partsOf(type: string, data: string) {
  if (type === "TXT") return { data: unquoted(data), value: unquoted(data) };
  const mx = type === "MX" ? /^(\d{1,5})\s+(\S+)$/.exec(data) : null;
  if (mx?.[2]) return { data, value: bare(mx[2]), priority: Number(mx[1]), exchange: bare(mx[2]) };
  return { data, value: type === "NS" || type === "CNAME" || type === "PTR" ? bare(data) : data };
}

/** A resolver that answers in JSON, by its address. */
export const resolver = (address: string) =>
  json({
    request: ({ domain, type }: DohQuery) =>
      get(address, { name: domain, type }, { headers: { accept: "application/dns-json" } }),
    body: Answer,
    items: ({ Status, AD, Answer: records, Comment }, { domain, type }, _response, context) => {
      if (Status !== 0 && Status !== 3) {
        const why = [Comment ?? []].flat().join(" ");
        throw new SourceError(
          "unreachable",
          `The resolver answered ${CODES[Status] ?? `code ${Status}`} to the ${type} question for ${domain}. ${why}`.trim(),
        );
      }
      if (Status === 3) context.notice({ kind: "note", text: `${domain} does not exist (NXDOMAIN).` });
      return (records ?? []).map((record) => {
        const name = NAME_OF.get(record.type) ?? `TYPE${record.type}`;
        const parts = partsOf(name, record.data);
        return {
          title: `${name} ${parts.data}`,
          domain,
          type: name,
          name: bare(record.name),
          ttl: record.TTL,
          ...parts,
          dnssec: AD,
        };
      });
    },
  });
