/**
 * The address that a name of `in-addr.arpa` or `ip6.arpa` asks back (RFC 1035 §3.5, RFC 3596 §2.5), the first of the
 * network where the name is that of one; undefined for any other name.
 */
export function addressOfArpaName(name: string): string | undefined {
  const [, labels, family] = /^(?:(.+)\.)?(in-addr|ip6)\.arpa\.?$/i.exec(name) ?? [];
  if (!labels) return undefined;
  const parts = labels.split(".").toReversed();
  if (family?.toLowerCase() === "in-addr") {
    if (parts.length > 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return undefined;
    return [0, 1, 2, 3].map((at) => Number(parts[at] ?? 0)).join(".");
  }
  if (parts.length > 32 || parts.some((part) => !/^[0-9a-f]$/i.test(part))) return undefined;
  return parts
    .join("")
    .padEnd(32, "0")
    .replace(/(.{4})(?!$)/g, "$1:");
}
