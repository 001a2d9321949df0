import { isLoopback } from "../access.ts";
import type { Config } from "../config.ts";

/**
 * What is to be said where whoever reaches the port may use it, as `OPEN` allows; undefined where nobody else does. Throws
 * where others would reach it and nobody allowed that.
 */
export function exposure({ HOST, API_KEYS, OPEN }: Pick<Config, "HOST" | "API_KEYS" | "OPEN">): string | undefined {
  if (API_KEYS.length > 0 || isLoopback(HOST)) return undefined;
  const open = `HOST=${HOST} without API_KEYS: whoever reaches this port may search, fetch and crawl through it.`;
  if (OPEN) return `Warning: ${open}`;
  throw new Error(`${open} Set API_KEYS, or OPEN=true if that is meant.`);
}
