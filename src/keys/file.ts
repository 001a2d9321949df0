import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { plainly } from "../errors.ts";
import { digestOf, KeyFile, type KeyRecord } from "./record.ts";

/** A key that somebody began to write and never ended is in nobody's way after so many milliseconds. */
const ABANDONED_MS = 10_000;

/** Where keys are kept: `KEYS_FILE`, or keys.json under `DATA_DIR`. */
export const keysFileOf = ({ KEYS_FILE, DATA_DIR }: Pick<Config, "KEYS_FILE" | "DATA_DIR">): string =>
  KEYS_FILE ?? join(DATA_DIR, "keys.json");

/** The keys of a file; undefined where there is none. Throws a sentence where it cannot be read. */
export function readKeys(path: string): readonly KeyRecord[] | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // What the parser says may quote the file.
    throw new Error(`${path} is not JSON.`);
  }
  const read = KeyFile.safeParse(json);
  if (read.success) return read.data.keys;
  const [issue] = read.error.issues;
  throw new Error(`${path}: ${issue?.path.join(".") ?? ""}: ${plainly(issue?.message ?? "")}.`);
}

/** Makes a key and keeps its digest; what is returned is told once, and is nowhere afterwards. */
export function addKey(path: string, made: Omit<KeyRecord, "digest" | "created_at">): string {
  const key = `trib_${randomBytes(32).toString("base64url")}`;
  const record: KeyRecord = {
    ...made,
    digest: `sha256:${digestOf(key).toString("hex")}`,
    created_at: new Date().toISOString(),
  };
  change(path, (keys) => {
    if (keys.some(({ name }) => name === made.name)) throw new Error(`There is a key named ${made.name} already.`);
    return [...keys, record];
  });
  return key;
}

/** Takes a key away by its name, or the beginning of its digest (eight digits at least). Throws where there is none, or several. */
export function revokeKey(path: string, named: string): KeyRecord {
  let revoked: KeyRecord | undefined;
  change(path, (keys) => {
    const found = keys.filter(
      ({ name, digest }) => name === named || (named.length >= 8 && digest.startsWith(`sha256:${named.toLowerCase()}`)),
    );
    const [only] = found;
    if (!only || found.length > 1)
      throw new Error(found.length > 1 ? `Several keys begin with ${named}.` : `There is no key ${named}.`);
    revoked = only;
    return keys.filter((key) => key !== only);
  });
  if (!revoked) throw new Error(`There is no key ${named}.`);
  return revoked;
}

/** Writes a file anew, whole or not at all; two who write at once do not lose each other's keys. */
function change(path: string, to: (keys: readonly KeyRecord[]) => readonly KeyRecord[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  removeAbandoned(draft);
  try {
    writeFileSync(draft, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new Error(`Another process is writing ${path}; try again.`);
    throw error;
  }
  try {
    const keys = to(readKeys(path) ?? []);
    writeFileSync(draft, `${JSON.stringify({ version: 1, keys }, undefined, 2)}\n`);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function removeAbandoned(draft: string): void {
  const { mtimeMs } = statSync(draft, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > ABANDONED_MS) rmSync(draft, { force: true });
}
