import { isLoopback } from "../access.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../keys/keyring.ts";

/**
 * What is to be said where whoever reaches the port may use it, as `OPEN` allows; undefined where nobody else does. Throws
 * where others would reach it and nobody allowed that.
 */
export function openPortWarning(
  { HOST, OPEN }: Pick<Config, "HOST" | "OPEN">,
  keys: Pick<Keyring, "asksForKeys">,
): string | undefined {
  // Read first: a keys' file that cannot be read must not be found out by the first request.
  if (keys.asksForKeys() || isLoopback(HOST)) return undefined;
  const open = `HOST=${HOST} without API_KEYS: whoever reaches this port may search, fetch and crawl through it.`;
  if (OPEN) return `Warning: ${open}`;
  throw new Error(`${open} Set API_KEYS, make a key (tributary keys add NAME), or set OPEN=true if that is meant.`);
}
