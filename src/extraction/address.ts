import type { Tree } from "./tree.ts";

const MAX_ADDRESS = 4096;

/** A relative address made absolute; undefined unless the outcome is http(s). */
export function absoluteUrl(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed || trimmed.length > MAX_ADDRESS) return undefined;
  const url = URL.parse(trimmed, base);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
}

/** What a page's relative addresses are resolved against: its first `<base href>`, else its own address. */
export function baseOf(tree: Tree, url: string): string {
  const base = tree.elements.find((element) => element.name === "base" && element.attribs["href"] !== undefined);
  return absoluteUrl(base?.attribs["href"], url) ?? url;
}
