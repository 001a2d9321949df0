import type { StoredOutcome, StoredPlace } from "../store.ts";

/** A found address as the scripts read it. */
export const placeArgument = ({ key, host, url, depth, bounds }: StoredPlace): readonly unknown[] => [
  String(key),
  Number(BigInt.asUintN(16, key)),
  host,
  url,
  depth,
  bounds.map((bound) => [bound.key, bound.max]),
];

const SHIFTS = [0n, 16n, 32n, 48n];

/** An outcome as the scripts read it: a SimHash in halves, and its blocks beside the title, by which near texts are found. */
export function contentOf(outcome: StoredOutcome): Readonly<Record<string, unknown>> {
  const { kind, url = "", title = "", depth, disallowed, textKey, simHash, sites } = outcome;
  return {
    kind,
    url,
    depth,
    disallowed,
    ...(sites.length > 1 && { sites: JSON.stringify(sites) }),
    ...(textKey !== undefined && { text: String(textKey) }),
    blocks:
      simHash === undefined ? [] : SHIFTS.map((shift, band) => `${band}:${(simHash >> shift) & 0xffffn}:${title}`),
    ...(simHash !== undefined && { high: Number(simHash >> 32n), low: Number(simHash & 0xffffffffn) }),
  };
}
