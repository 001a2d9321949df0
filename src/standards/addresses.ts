import { getDomain, parse } from "tldts";
import { normalTriplets } from "./escapes.ts";

/*
 * When two addresses are one page's, and two hosts one site's: the one place that says it for all analyses of pages.
 */

/** An address in the normal form of RFC 3986 §6.2.2, without its fragment. What is no address comes back as it is. */
function normalAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.hash = "";
  return normalTriplets(url.href);
}

/**
 * Whether two addresses are the same one. Another scheme, host (`www.` too), path (`index.html`, a last slash), query or AMP form is
 * another address: search engines take them for pages of their own, which is why pages name a canonical one.
 */
export const sameAddress = (one: string, other: string): boolean => normalAddress(one) === normalAddress(other);

const withoutWww = (host: string): string => host.replace(/^www\./, "");

/** A sentence where the page that answered is another host's than the one asked; `www.` makes no other host. */
export function otherHost(asked: string, answered: string): string | undefined {
  const [one, other] = [URL.parse(asked)?.hostname, URL.parse(answered)?.hostname];
  if (one === undefined || other === undefined || withoutWww(one) === withoutWww(other)) return undefined;
  return `${asked} leads to ${answered}, a page of another host.`;
}

/**
 * Whose site an address or host is: the registrable domain by the Public Suffix List with its private section, by which
 * `alice.github.io` and `bob.github.io` are two sites; else the host.
 */
export function siteOf(addressOrHost: string): string {
  const { domain, hostname } = parse(addressOrHost, { allowPrivateDomains: true });
  return domain ?? hostname ?? addressOrHost;
}

/** The domain that somebody registered (`github.io` of `alice.github.io`), whose age and popularity are not those of sites on it. */
export const registeredDomain = (addressOrHost: string): string | undefined =>
  getDomain(addressOrHost, { allowPrivateDomains: false }) ?? undefined;

/** Whether a site stands on another's registered domain, as `alice.github.io` does. */
export const isHostedSite = (addressOrHost: string): boolean => {
  const registered = registeredDomain(addressOrHost);
  return registered !== undefined && registered !== siteOf(addressOrHost);
};
