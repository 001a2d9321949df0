import ipaddr from "ipaddr.js";
import { catchError, map, type Observable, of } from "rxjs";
import { toSourceError } from "../../errors.ts";
import { askDns, dns } from "../kit/dns.ts";
import type { ReadContext } from "../source.ts";
import type { AddressQuery } from "./reverse_dns-query.ts";

const same = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();

/** The names that the address's PTR records hold. */
export const names = dns({
  questions: ({ ptr }: AddressQuery) => [{ name: ptr, type: "PTR" }],
  items: ({ records }, _question, { ip, ptr }) =>
    records
      .filter(({ type }) => type === "PTR")
      .map(({ value, ttl }) => ({ ip, ptr, ttl, name: value.toLowerCase().replace(/\.$/, "") })),
});

interface Named extends AddressQuery {
  readonly name: string;
  readonly ttl: number;
}

/** Whether the name leads back to the address: only records of the address's own family can tell. */
export function forward(
  named: Named,
  context: ReadContext,
): Observable<Named & { forward?: string[]; confirmed?: boolean }> {
  const type = named.ip.includes(":") ? "AAAA" : "A";
  return askDns({ name: named.name, type }, context).pipe(
    map(({ records }) => {
      const addresses = records.filter((record) => record.type === type).map(({ value }) => value);
      return { ...named, forward: addresses, confirmed: addresses.some((address) => same(address, named.ip)) };
    }),
    catchError((error) => {
      context.notice({ kind: "note", text: toSourceError(error).message });
      return of(named);
    }),
  );
}
