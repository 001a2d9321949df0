import ipaddr from "ipaddr.js";

/** What an address that is not public is, by ipaddr.js's name for its range, as the end of a sentence. */
const WHY: Readonly<Record<string, string>> = {
  unspecified: "it is an unspecified address",
  broadcast: "it is a broadcast address",
  multicast: "it is a multicast address",
  linkLocal: "it is a link-local address, where clouds keep their metadata",
  loopback: "it is this machine itself",
  carrierGradeNat: "it is an address behind a carrier's NAT",
  private: "it is a private address",
  uniqueLocal: "it is a private address",
  deprecatedSiteLocal: "it is a private address",
};

/** Public addresses all the same that a cloud answers its own machines on: Azure's wire server, Alibaba's and Oracle's metadata. */
const METADATA = new Set(["168.63.129.16", "100.100.100.200", "192.0.0.192"]);

/**
 * Why an IP address is not a public one, as the end of a sentence; undefined where it is. IPv6 forms that embed an IPv4
 * address (mapped, translated, NAT64 of RFC 6052, 6to4, Teredo, ISATAP) are public where what they embed is.
 */
export function publicTarget(address: string): string | undefined {
  const parsed = ipaddr.process(inHex(address));
  if (METADATA.has(parsed.toString())) return "it is a cloud's metadata service";
  if (parsed instanceof ipaddr.IPv4) return whyNotV4(parsed);
  const embedded = embeddedIn(parsed.parts);
  if (embedded) return embedded.map(whyNotV4).find((why) => why !== undefined);
  const range = parsed.range();
  if (range !== "unicast") return WHY[range] ?? `it is a reserved address (${range})`;
  // Of the unicast space only 2000::/3 is in use (RFC 4291, IANA registry); below lie the old IPv4-compatible addresses.
  return ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000 ? undefined : "it is a reserved address";
}

/** An IPv6 address in groups of hex only: ipaddr.js takes the dotted `::8.8.8.8` for the mapped `::ffff:8.8.8.8`. */
const inHex = (address: string): string =>
  address.includes(":") && address.includes(".")
    ? (URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address)
    : address;

function whyNotV4(address: ipaddr.IPv4): string | undefined {
  const range = address.range();
  return range === "unicast" ? undefined : (WHY[range] ?? `it is a reserved address (${range})`);
}

/** The IPv4 addresses inside an IPv6 one, given as its eight groups; undefined where the form embeds none. */
function embeddedIn(groups: readonly number[]): readonly ipaddr.IPv4[] | undefined {
  const starts = (...head: number[]): boolean => head.every((group, at) => groups[at] === group);
  const at = (index: number, mask = 0): ipaddr.IPv4 => {
    const [high = 0, low = 0] = [groups[index], groups[index + 1]].map((group = 0) => group ^ mask);
    return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  };
  if (starts(0x64, 0xff9b, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0xffff, 0)) return [at(6)];
  if (starts(0x2002)) return [at(1)];
  if (starts(0x2001, 0)) return [at(2), at(6, 0xffff)];
  // ISATAP (RFC 5214): the interface part is [02]00:5efe and an IPv4 address, under any prefix.
  if (groups[5] === 0x5efe && ((groups[4] ?? 0) & ~0x0200) === 0 && ((groups[0] ?? 0) & 0xe000) === 0x2000)
    return [at(6)];
  return undefined;
}
