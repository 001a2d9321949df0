import type { Tree } from "./tree.ts";

const MAX_ADDRESS = 4096;

/** Addresses that the URL standard leaves as they are: below an origin, and whole. */
const PATH = /^\/(?!\/)[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?$/;
const WHOLE = /^https?:\/\/(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}\/[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?$/;

/** The origin of the last base, with a name and a password where it has them: a page's addresses have one base. */
let last: { readonly base: string; readonly origin: string | undefined } = { base: "", origin: undefined };

/** A relative address made absolute; undefined unless the outcome is http(s). */
export function absoluteUrl(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed || trimmed.length > MAX_ADDRESS) return undefined;
  // Parsing costs a hundred times as much. Segments of dots go, and names in Punycode are checked.
  if (!trimmed.includes("/.")) {
    if (WHOLE.test(trimmed) && !trimmed.includes("xn--")) return trimmed;
    if (PATH.test(trimmed)) {
      const origin = originOf(base);
      if (origin !== undefined) return origin + trimmed;
    }
  }
  return parsed(trimmed, base);
}

function originOf(base: string): string | undefined {
  if (base !== last.base) last = { base, origin: parsed("/", base)?.slice(0, -1) };
  return last.origin;
}

function parsed(address: string, base: string): string | undefined {
  const url = URL.parse(address, base);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
}

/** What a page's relative addresses are resolved against: its first `<base href>`, else its own address. */
export function baseOf(tree: Tree, url: string): string {
  const base = tree.elements.find((element) => element.name === "base" && element.attribs["href"] !== undefined);
  return absoluteUrl(base?.attribs["href"], url) ?? url;
}
