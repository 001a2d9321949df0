import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { keysFileOf, readKeys } from "./file.ts";
import { digestOf, idOf, type KeyRecord, type Limits } from "./record.ts";

/** Whoever holds a key, as far as the service knows. */
export interface Holder {
  /** The beginning of the key's digest. */
  readonly id: string;
  readonly name: string;
  /** The share beside the others'. */
  readonly weight: number;
  readonly perMinute: Limits;
  readonly perDay: Limits;
  /** The sets of tools that it may use; undefined: see `mayUseTools`. */
  readonly toolsets?: readonly string[] | undefined;
  readonly routes?: readonly string[] | undefined;
  /** A key of `API_KEYS`: it may do everything, and see what others use. */
  readonly operator: boolean;
}

export type KeyringConfig = Pick<Config, "API_KEYS" | "KEYS_FILE" | "DATA_DIR">;

/** The keys that are asked for. */
export interface Keyring {
  /** Whether requests need a key. */
  asksForKeys(): boolean;
  /** Who holds the first of the given keys that is valid. */
  holderOf(given: readonly string[]): Holder | undefined;
  /** Every holder, expired ones too. */
  holders(): readonly Holder[];
}

/** A change of the file is seen after so many milliseconds at most. */
const LOOK_MS = 1_000;

interface Known {
  readonly digest: Buffer;
  readonly holder: Holder;
  readonly expiresAt: number;
}

/**
 * The keys of `API_KEYS` and of the keys' file, which is read again when it has changed. Once there is a file, keys are asked
 * for, even where the last of them was revoked. A file that can no longer be read leaves the keys as they were, and is told
 * to `onFailure`; at the first look it throws.
 */
export function createKeyring(
  config: KeyringConfig,
  onFailure: (error: unknown) => void = () => undefined,
  now: () => number = Date.now,
): Keyring {
  const path = keysFileOf(config);
  const own = config.API_KEYS.map(operatorKey);
  let read: readonly Known[] | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let seen = "";

  function kept(): readonly Known[] | undefined {
    if (now() - lookedAt < LOOK_MS) return read;
    const first = lookedAt === Number.NEGATIVE_INFINITY;
    lookedAt = now();
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      const version = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : "";
      if (version === seen) return read;
      const records = readKeys(path);
      seen = version;
      // A file that was taken away does not open the service.
      read = records?.map(keptKey) ?? (read && []);
    } catch (error) {
      if (first) throw error;
      onFailure(error);
    }
    return read;
  }

  const known = (): readonly Known[] => [...own, ...(kept() ?? [])];
  return {
    asksForKeys: () => own.length > 0 || kept() !== undefined,
    holderOf(given) {
      const at = now();
      const keys = known();
      for (const key of given) {
        const digest = digestOf(key);
        // Every key is compared, so that the time tells nothing.
        const [found] = keys.filter((one) => timingSafeEqual(one.digest, digest));
        if (found && at < found.expiresAt) return found.holder;
      }
      return undefined;
    },
    holders: () => known().map(({ holder }) => holder),
  };
}

/** Says that a request needs a key, or that the one it has is not valid. */
export function keyRefusal(given: string | undefined): SourceError {
  const why = given === undefined ? "A key is needed" : "The key is not valid";
  return new SourceError("unauthorized", `${why}: send Authorization: Bearer <key>.`);
}

function operatorKey(key: string, index: number): Known {
  const digest = digestOf(key);
  const name = `API_KEYS-${index + 1}`;
  const holder = { id: idOf(digest), name, weight: 1, perMinute: {}, perDay: {}, operator: true };
  return { digest, holder, expiresAt: Number.POSITIVE_INFINITY };
}

function keptKey({ name, digest: text, expires_at, weight, per_minute, per_day, toolsets, routes }: KeyRecord): Known {
  const digest = Buffer.from(text.replace("sha256:", ""), "hex");
  return {
    digest,
    holder: {
      id: idOf(digest),
      name,
      weight,
      perMinute: per_minute,
      perDay: per_day,
      toolsets,
      routes,
      operator: false,
    },
    expiresAt: expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
  };
}

/** What anybody with a key may read, whatever routes it has. */
const ALWAYS = new Set(["/usage"]);

/**
 * Refuses a path that a key may not use; undefined where it may. A key that is limited to toolsets has no routes but those
 * that it names, and the other way round: what limits a key must not be got round by the other face.
 */
export function routeRefusal({ name, routes, toolsets }: Holder, path: string): SourceError | undefined {
  if ((routes === undefined && toolsets === undefined) || ALWAYS.has(path)) return undefined;
  const fits = (route: string): boolean =>
    route.endsWith("/*") ? path.startsWith(route.slice(0, -1)) || path === route.slice(0, -2) : path === route;
  if (routes?.some(fits)) return undefined;
  return new SourceError(
    "forbidden",
    `The key ${name} may not use ${path.slice(0, 100)}. It may use: ${routes?.join(", ") || "the tools (MCP) alone"}.`,
  );
}

/** Whether a key may use a tool of these sets. */
export function mayUseTool({ routes, toolsets }: Holder, sets: readonly string[]): boolean {
  if (toolsets !== undefined) return toolsets.includes("all") || sets.some((set) => toolsets.includes(set));
  return routes === undefined;
}
