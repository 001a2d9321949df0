import { SourceError } from "../../errors.ts";
import { parseDomain, parseUrl } from "../kit/query.ts";

/** `host`, `host:port`, a URL (its port, else 443), or an IP address ("[2001:db8::1]:443"). */
export function targetOf(q: string): { host: string; port: number } {
  const url = parseUrl(q.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "https://"));
  const port = Number(url.port || 443);
  if (port < 1) throw new SourceError("bad-query", "The port is a number from 1 to 65535.");
  const literal = /^\[(.+)\]$/.exec(url.hostname)?.[1] ?? /^\d{1,3}(?:\.\d{1,3}){3}$/.exec(url.hostname)?.[0];
  return { host: literal ?? parseDomain(url.hostname), port };
}
