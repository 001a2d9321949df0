import { createHash } from "node:crypto";
import { z } from "zod";
import { COST_CLASSES } from "../admission/classes.ts";

/** Every class together. */
export const ALL = "all";

/** Requests at most, by class. */
const Limits = z.partialRecord(z.enum([...COST_CLASSES, ALL]), z.int().min(0).max(1e9));

export type Limits = z.output<typeof Limits>;

/** A key as it is kept: never the key itself. */
export const KeyRecord = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, "letters, digits, . _ - @, at most 64"),
  digest: z.string().regex(/^sha256:[\da-f]{64}$/, "sha256: and 64 hexadecimal digits"),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().optional(),
  weight: z.number().min(0.1).max(100).default(1),
  per_minute: Limits.default({}),
  per_day: Limits.default({}),
  toolsets: z.array(z.string().regex(/^[\w-]{1,40}$/)).optional(),
  routes: z
    .array(z.string().regex(/^\/[^\s?#]{0,200}$/, "a path that begins with /, with /* at its end for all below it"))
    .optional(),
});

export type KeyRecord = z.output<typeof KeyRecord>;

export const KeyFile = z.strictObject({ version: z.literal(1), keys: z.array(KeyRecord).max(10_000) });

/** The SHA-256 of a key. Keys have 256 random bits, so that no slow hash is needed. */
export const digestOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** What a key is called in what is kept and told: the beginning of its digest. */
export const idOf = (digest: Buffer): string => digest.toString("hex").slice(0, 16);
