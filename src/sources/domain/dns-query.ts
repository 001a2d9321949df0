import { SourceError } from "../../errors.ts";
import type { DnsRecordType } from "../../upstream/types.ts";

/** What is asked unless `type` says otherwise. */
const USUAL: readonly DnsRecordType[] = ["A", "AAAA", "MX", "NS", "TXT", "CAA", "SOA", "CNAME"];

const ALL: readonly DnsRecordType[] = [...USUAL, "SRV", "DS", "PTR"];

const isType = (written: string): written is DnsRecordType => (ALL as readonly string[]).includes(written);

/** The record types that are asked for; throws `bad-query` for one that is unknown. */
export function typesIn(written: string | undefined): readonly DnsRecordType[] {
  if (!written?.trim()) return USUAL;
  return written.split(",").map((word) => {
    const type = word.trim().toUpperCase();
    if (!isType(type)) throw new SourceError("bad-query", `type: “${type.slice(0, 20)}” is none of ${ALL.join(", ")}.`);
    return type;
  });
}
