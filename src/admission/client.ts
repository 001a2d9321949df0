import { hash } from "node:crypto";

/** Who asks, as far as sharing goes. */
export interface Client {
  /** The digest of an API key, else an address; never the key itself. */
  readonly id: string;
  /** Its share beside the others': a client of weight 2 is served twice as often as one of weight 1. */
  readonly weight: number;
}

/** Whoever asks without a name: the service itself, the command line, the library. */
export const ANYBODY: Client = { id: "", weight: 1 };

const MIN_WEIGHT = 0.1;
const MAX_WEIGHT = 100;

/** A weight as it counts: within bounds, so that no client waits for ever. */
export const boundedWeight = ({ weight }: Client): number =>
  Number.isFinite(weight) ? Math.min(MAX_WEIGHT, Math.max(MIN_WEIGHT, weight)) : 1;

/** How a client's share depends on who it is: by the digest of its key; 1 where nobody says otherwise. */
export type WeightOf = (keyDigest: string) => number;

/** A key as it may be kept and told: never the key itself. */
export const keyDigestOf = (key: string): string => hash("sha256", key).slice(0, 16);

/** Who sends a request: by its key's digest, else by its address. */
export function clientOf(keyDigest: string, address = "", weightOf: WeightOf = () => 1): Client {
  return keyDigest === ""
    ? { id: hostOf(address), weight: 1 }
    : { id: `key ${keyDigest}`, weight: weightOf(keyDigest) };
}

/** An address as far as it stands for one client: of IPv6 the network, which a client has whole. */
function hostOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const filled =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - after.length).fill("0"), ...after];
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
