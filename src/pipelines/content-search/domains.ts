import { domainToASCII } from "node:url";

/** A site, or a part of one, by which results are chosen. */
export interface DomainPattern {
  /** In lower-case ASCII, without `www.`: the host itself and every host below it. */
  readonly host: string;
  /** With a leading slash, without a trailing one; "" is the whole site. */
  readonly path: string;
}

/**
 * Reads `example.com`, `docs.example.com/guide`, `*.example.com`, `*.fr` or an address. Undefined where it is none of
 * these.
 */
export function domainPattern(written: string): DomainPattern | undefined {
  const bare = written
    .trim()
    .replace(/^[a-z][a-z+.-]*:\/\//i, "")
    .replace(/^\*?\./, "");
  const [, name = "", rest = ""] = /^([^/?#]+)([^?#]*)/.exec(bare) ?? [];
  const host = domainToASCII(name.replace(/:\d+$/, "").replace(/\.$/, "")).replace(/^www\./, "");
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host) || host.length > 253) return undefined;
  return { host, path: rest.replace(/\/{1,20}$/, "") };
}

/** Whether an address is on one of the sites. */
export function onDomains(address: string, domains: readonly DomainPattern[]): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const hostname = url.hostname.replace(/\.$/, "");
  return domains.some(
    ({ host, path }) =>
      (hostname === host || hostname.endsWith(`.${host}`)) &&
      (path === "" || url.pathname === path || url.pathname.startsWith(`${path}/`)),
  );
}

/** Sites that fit in a query that engines still read. */
export const MAX_SITES = 8;

/** A query for those sites and without the others, in the words that most engines know. */
export function withSites(q: string, wanted: readonly DomainPattern[], unwanted: readonly DomainPattern[]): string {
  const sites = wanted.slice(0, MAX_SITES).map(({ host, path }) => `site:${host}${path}`);
  const only = sites.length > 1 ? `(${sites.join(" OR ")})` : sites.join("");
  const without = unwanted.slice(0, MAX_SITES).map(({ host, path }) => `-site:${host}${path}`);
  return [q, only, ...without].filter(Boolean).join(" ");
}
