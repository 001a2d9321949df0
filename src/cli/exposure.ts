import { isLoopback } from "../access.ts";
import type { Config } from "../config.ts";

/** What is to be said where whoever reaches the port may use it; undefined where nobody else does. */
export function exposure({ HOST, API_KEYS }: Config): string | undefined {
  if (API_KEYS.length > 0 || isLoopback(HOST)) return undefined;
  return `Warning: HOST=${HOST} without API_KEYS: whoever reaches this port may search, fetch and crawl through it. Set API_KEYS.`;
}
