import type { DnsRecord } from "../../upstream/types.ts";

/** The parts of an MX, SOA, SRV or CAA record that have fields of their own. */
export function parts({ type, data }: DnsRecord): Readonly<Record<string, string | number>> {
  return type === "MX" || type === "SOA" || type === "SRV" || type === "CAA" ? data : {};
}
