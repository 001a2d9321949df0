import { defer, from, type Observable } from "rxjs";
import { COST_CLASSES } from "../admission/classes.ts";
import { SourceError } from "../errors.ts";
import { addKey, keysFileOf, readKeys, revokeKey } from "../keys/file.ts";
import { ALL, KeyRecord, type Limits } from "../keys/record.ts";
import type { Runtime } from "../runtime.ts";

interface KeyCommandOptions {
  readonly perMinute?: readonly string[];
  readonly perDay?: readonly string[];
  readonly toolsets?: readonly string[];
  readonly routes?: readonly string[];
  readonly weight?: number;
  readonly expires?: string;
}

/** `tributary keys add`: prints the key, once. */
export const addKeyCommand = ({ config }: Runtime, name: string, wishes: KeyCommandOptions): Observable<string> =>
  defer(() => {
    const made = KeyRecord.omit({ digest: true, created_at: true }).safeParse({
      name,
      per_minute: limitsIn(wishes.perMinute ?? []),
      per_day: limitsIn(wishes.perDay ?? []),
      ...(wishes.toolsets && { toolsets: wishes.toolsets }),
      ...(wishes.routes && { routes: wishes.routes }),
      ...(wishes.weight !== undefined && { weight: wishes.weight }),
      ...(wishes.expires !== undefined && { expires_at: momentOf(wishes.expires) }),
    });
    if (!made.success) {
      const [issue] = made.error.issues;
      throw new SourceError("bad-query", `${issue?.path.join(".")}: ${issue?.message}.`);
    }
    return from([addKey(keysFileOf(config), made.data)]);
  });

/** `tributary keys list`: a line for each key, never the key itself. */
export const listKeysCommand = ({ config }: Runtime): Observable<string> =>
  defer(() => from((readKeys(keysFileOf(config)) ?? []).map(lineOf)));

/** `tributary keys revoke`: takes a key away; the service follows within a second. */
export const revokeKeyCommand = ({ config }: Runtime, named: string): Observable<string> =>
  defer(() => from([`revoked ${revokeKey(keysFileOf(config), named).name}`]));

function lineOf({ name, digest, created_at, expires_at, weight, per_minute, per_day, toolsets, routes }: KeyRecord) {
  const limits = (limited: Limits) =>
    Object.entries(limited)
      .map(([cost, most]) => `${cost}=${most}`)
      .join(",") || "-";
  return [
    name,
    digest.slice("sha256:".length).slice(0, 16),
    `created ${created_at.slice(0, 10)}`,
    `expires ${expires_at?.slice(0, 10) ?? "never"}`,
    `weight ${weight}`,
    `per minute ${limits(per_minute)}`,
    `per day ${limits(per_day)}`,
    `toolsets ${toolsets?.join(",") ?? "-"}`,
    `routes ${routes?.join(",") ?? "-"}`,
  ].join("  ");
}

const CLASSES: readonly string[] = [...COST_CLASSES, ALL];

/** Limits as they are written: `search=60`, or a number alone for all classes together. */
function limitsIn(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    texts
      .flatMap((text) => text.split(","))
      .map((text): [string, number] => {
        const [, cost = ALL, most] = /^(?:([a-z]+)=)?(\d{1,9})$/.exec(text.trim()) ?? [];
        if (most === undefined || !CLASSES.includes(cost))
          throw new SourceError(
            "bad-query",
            `${text}: write class=number, of ${CLASSES.join(", ")}; or a number for all.`,
          );
        return [cost, Number(most)];
      }),
  );
}

const DAY_MS = 86_400_000;

/** A date, a moment, or so many days from now (`30d`), as ISO 8601. */
function momentOf(text: string): string {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const at = days === undefined ? Date.parse(text) : Date.now() + Number(days) * DAY_MS;
  if (!(at > Date.now()))
    throw new SourceError("bad-query", `${text}: a date yet to come (2027-01-31), or days (30d).`);
  return new Date(at).toISOString();
}
