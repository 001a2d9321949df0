import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { defer, map, type Observable, of, type Subscription } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { publicTarget } from "./addresses.ts";
import type { ResolveAddresses } from "./resolve.ts";

/** Says whether an address that a user chose may be reached. Everything refused is `forbidden-target`. */
export interface Guard {
  /**
   * The URL, where its scheme, port, credentials and host are allowed; `bad-query` where it is no absolute URL. A name is
   * only read here: what it resolves to is the business of `resolve`.
   */
  checkUrl(url: string): URL;
  /** Throws for a name that is this machine's, the inner network's or a cloud's own, and for an address that is refused. */
  checkHost(host: string): void;
  /** Throws unless the IP address (no brackets) is public or among the allowed networks. */
  checkAddress(address: string): void;
  /** The addresses of a name or literal, every one of them checked; `unreachable` where there are none. */
  resolve(host: string): Observable<readonly string[]>;
}

/** Names that mean the machine itself, its network or its cloud, whatever a resolver says about them (RFC 6761, 6762, 8375, 9476). */
const INNER_NAMES = ["local", "internal", "localdomain", "lan", "intranet", "corp", "home", "private", "home.arpa"];

/** The clouds' metadata services by name: refused even where private networks are allowed. */
const METADATA_NAMES = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.com",
  "metadata.azure.internal",
  "metadata.platformequinix.com",
  "metadata.packet.net",
  "metadata.tencentyun.com",
  "instance-data",
  "instance-data.ec2.internal",
]);

/**
 * Ports from 1024 up on which no web page lives but a database, queue, orchestrator or model server may, together with
 * those of the fetch standard's bad ports (https://fetch.spec.whatwg.org/#port-blocking) in that range.
 */
const SERVICE_PORTS = new Set([
  1025, 1080, 1099, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3260,
  3268, 3306, 3389, 3659, 4045, 4190, 4222, 4369, 4444, 5037, 5060, 5061, 5432, 5433, 5601, 5672, 5900, 5901, 5984,
  5985, 5986, 6000, 6066, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 7077, 7199,
  7474, 7687, 8125, 8500, 8529, 8600, 9042, 9092, 9160, 9200, 9229, 9300, 10080, 10250, 10255, 10256, 11211, 11434,
  15672, 25565, 25672, 26257, 26379, 27017, 27018, 27019, 28015, 28017,
]);

const refuse = (what: string, why: string): SourceError =>
  new SourceError("forbidden-target", `${what} may not be reached: ${why}.`);

/** Brackets and the root's dot off, lower case: the form in which a host is compared. */
export const bareHost = (host: string): string =>
  host
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();

/**
 * A guard over the resolver. `ALLOW_PRIVATE_NETWORKS` lets the addresses of its CIDRs in, `localhost` where 127.0.0.1 is
 * among them, and inner names (`nas.local`) where their addresses are. Throws at once on a CIDR that is none.
 *
 * Ports: 80, 443 and all from 1024 up but for those of well-known services that are no web pages.
 */
export function createGuard(config: Pick<Config, "ALLOW_PRIVATE_NETWORKS">, resolveAddresses: ResolveAddresses): Guard {
  const networks = config.ALLOW_PRIVATE_NETWORKS.map(network);
  const listed = (address: string): boolean => {
    const parsed = ipaddr.process(address);
    return networks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
  };

  function checkAddress(address: string): void {
    if (isIP(address) === 0) throw refuse(address, "it is no IP address");
    if (listed(address)) return;
    const why = publicTarget(address);
    if (why) throw refuse(address, why);
  }

  function checkName(name: string): void {
    if (METADATA_NAMES.has(name)) throw refuse(name, "it is a cloud's metadata service");
    if (name === "localhost" || name.endsWith(".localhost")) {
      if (!listed("127.0.0.1")) throw refuse(name, "it is this machine itself");
      return;
    }
    const inner = INNER_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
    if (inner && networks.length === 0) throw refuse(name, "it is a name of the inner network");
  }

  const checkHost = (host: string): void => (isIP(host) === 0 ? checkName(host) : checkAddress(host));

  return {
    checkUrl(written) {
      const url = URL.parse(written);
      if (!url) throw new SourceError("bad-query", `"${written.slice(0, 200)}" is not an absolute URL.`);
      if (url.protocol !== "http:" && url.protocol !== "https:")
        throw refuse(url.protocol, "only http and https addresses are fetched");
      const host = bareHost(url.hostname);
      if (!host) throw refuse(url.href, "it names no host");
      if (url.username || url.password) throw refuse(host, "its URL carries credentials");
      const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
      if ((port < 1024 && port !== 80 && port !== 443) || SERVICE_PORTS.has(port))
        throw refuse(`${host}:${port}`, "no web pages are served on that port");
      checkHost(host);
      return url;
    },
    checkHost: (host) => checkHost(bareHost(host)),
    checkAddress,
    resolve: (written) =>
      defer(() => {
        const host = bareHost(written);
        checkHost(host);
        return isIP(host) === 0 ? resolveAddresses(host) : of([host]);
      }).pipe(
        map((addresses) => {
          for (const address of addresses) checkAddress(address);
          if (addresses.length === 0) throw new SourceError("unreachable", `${bareHost(written)} has no address.`);
          return addresses;
        }),
      ),
  };
}

function network(cidr: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const whole = cidr.includes("/") ? cidr : `${cidr}/${isIP(cidr) === 6 ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(whole)) throw new Error(`ALLOW_PRIVATE_NETWORKS: "${cidr}" is not a CIDR such as 10.0.0.0/8`);
  return ipaddr.parseCIDR(whole);
}

/**
 * A `lookup` for `net.connect`: resolves once, and hands the addresses to the socket, so that a second answer of the name
 * server is never asked for. Unsubscribing what it returns gives the look-up up.
 */
export function lookupThrough(
  resolve: ResolveAddresses,
): (...[host, options, done]: Parameters<LookupFunction>) => Subscription {
  return (host, options, done) => {
    const family = options.family === "IPv4" ? 4 : options.family === "IPv6" ? 6 : (options.family ?? 0);
    return resolve(host).subscribe({
      next: (addresses) => {
        const found = addresses
          .map((address) => ({ address, family: isIP(address) }))
          .filter((entry) => family === 0 || entry.family === family);
        const first = found[0];
        if (!first) return done(new SourceError("unreachable", `${host} has no address of family IPv${family}.`), "");
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      },
      error: (error) => done(error, ""),
    });
  };
}
