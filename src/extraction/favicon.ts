import { absoluteUrl } from "./address.ts";
import type { Tree } from "./tree.ts";

/** Wanted edge of the icon, in pixels: sharp in a list of results, small to load. */
const WANTED = 64;

/**
 * The page's icon, absolute: among `<link rel=icon>` the one nearest to 64 pixels (a vector one counts as fitting), else
 * an apple-touch-icon, else the origin's `/favicon.ico`, which is what browsers ask when nothing is declared.
 */
export function faviconOf(tree: Tree, url: string, base: string): string | undefined {
  const links = tree.elements.filter(({ name }) => name === "link");
  const icons = links.flatMap(({ attribs }) => {
    const rel = attribs["rel"]?.toLowerCase() ?? "";
    if (!/(?:^|\s|-)icon(?:$|\s|-)/.test(rel) || rel.includes("mask-icon")) return [];
    const address = absoluteUrl(attribs["href"], base);
    return address ? { address, distance: distance(attribs["sizes"], address, rel) } : [];
  });
  icons.sort((left, right) => left.distance - right.distance);
  return icons[0]?.address ?? absoluteUrl("/favicon.ico", url);
}

function distance(sizes: string | undefined, address: string, rel: string): number {
  const touch = rel.includes("apple") ? 1_000 : 0;
  if (sizes?.toLowerCase() === "any" || /\.svg(?:$|\?)/i.test(address)) return touch;
  const edges = [...(sizes ?? "").slice(0, 200).matchAll(/(\d{1,4})x\d{1,4}/gi)].map((match) => Number(match[1]));
  if (edges.length === 0) return touch + 40;
  // Too small is worse than too large.
  return touch + Math.min(...edges.map((edge) => (edge >= WANTED ? (edge - WANTED) / 4 : WANTED - edge)));
}
