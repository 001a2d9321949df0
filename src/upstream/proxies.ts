import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import { bareHost } from "./guard.ts";

export type ProxyConfig = Pick<Config, "HTTP_PROXY" | "HTTPS_PROXY" | "ALL_PROXY" | "NO_PROXY" | "UPSTREAM_GATEWAY">;

/** The operator's proxy that a URL is asked through; undefined where it is asked directly. */
export type ProxyOf = (target: URL) => URL | undefined;

/**
 * Which proxy takes what, as curl and others read the environment: `HTTPS_PROXY` for https, `HTTP_PROXY` for http,
 * `ALL_PROXY` for what has none of its own, and nothing for the hosts of `NO_PROXY` and for this machine itself. With a
 * gateway set everything is the gateway's.
 *
 * `NO_PROXY` lists host names (their subdomains are meant too, with or without a leading dot), addresses, networks
 * (10.0.0.0/8), each with a port where only that one is meant, or `*`.
 */
export function createProxies(config: ProxyConfig): ProxyOf {
  const exceptions = config.NO_PROXY.map(exception);
  return (target) => {
    if (config.UPSTREAM_GATEWAY) return undefined;
    const proxy = (target.protocol === "https:" ? config.HTTPS_PROXY : config.HTTP_PROXY) ?? config.ALL_PROXY;
    const host = bareHost(target.hostname);
    if (!proxy || isThisMachine(host)) return undefined;
    const port = target.port || (target.protocol === "https:" ? "443" : "80");
    return exceptions.some((excepts) => excepts(host, port)) ? undefined : new URL(proxy);
  };
}

const isThisMachine = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && ipaddr.process(host).range() === "loopback");

/** Proxies that are sent the whole URL of a plain http request, instead of being asked for a tunnel. */
export const takesWholeUrls = (proxy: URL, target: URL): boolean =>
  target.protocol === "http:" && (proxy.protocol === "http:" || proxy.protocol === "https:");

/** Whether the proxy is given an address that has been resolved here, rather than a name. */
export const takesAddresses = (proxy: URL): boolean => proxy.protocol === "socks5:";

/** `user:password` of the proxy's URL, each decoded; undefined where it has none. */
export function credentialsOf({
  username,
  password,
}: URL): { readonly user: string; readonly pass: string } | undefined {
  return username || password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined;
}

/** The header that shows a proxy who asks. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  const known = credentialsOf(proxy);
  if (!known) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(`${known.user}:${known.pass}`).toString("base64")}` };
}

function exception(written: string): (host: string, port: string) => boolean {
  if (written === "*") return () => true;
  if (ipaddr.isValidCIDR(written)) {
    const [base, bits] = ipaddr.parseCIDR(written);
    return (host) => {
      if (isIP(host) === 0) return false;
      const address = ipaddr.process(host);
      return address.kind() === base.kind() && address.match(base, bits);
    };
  }
  const [, name = written, only] = /^(.+?|\[.+\]):(\d+)$/.exec(isIP(written) === 6 ? `[${written}]` : written) ?? [];
  const suffix = bareHost(name.replace(/^\*?\./, ""));
  return (host, port) => (only === undefined || only === port) && (host === suffix || host.endsWith(`.${suffix}`));
}
