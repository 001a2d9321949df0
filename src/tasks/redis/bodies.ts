import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { concatMap, defer, from, map, type Observable, of, toArray } from "rxjs";
import { SourceError } from "../../errors.ts";
import { StoreFullError } from "../store.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** What is read again was written by others: no page is larger. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const IN_REDIS = 0;
const IN_FILE = 1;
const NAME = /^[\w-]{1,100}$/;

/** Where the bodies of pages are kept: put before their visit is settled, which keeps the reference. */
export interface Bodies {
  /** Emits the reference, of which a settled visit keeps the bytes. */
  put(task: string, name: string, body: string): Observable<Buffer>;
  get(task: string, reference: Buffer): Observable<string>;
  /** Deletes all bodies of a task. */
  forget(task: string): Observable<void>;
}

/** The body, compressed, is its own reference: it lies in Redis, where the reference is kept. */
export const redisBodies = (): Bodies => ({
  put: (_task, _name, body) =>
    defer(() => compress(body)).pipe(map((bytes) => Buffer.concat([Buffer.of(IN_REDIS), bytes]))),
  get: (_task, reference) =>
    reference[0] === IN_REDIS ? textOf(reference.subarray(1)) : missing("lies in a folder (TASKS_BODIES_DIR)"),
  forget: () => of(undefined),
});

/** A file each in a folder that all processes share. */
export function folderBodies(folder: string): Bodies {
  const inRedis = redisBodies();
  const placeOf = (task: string, name: string): { readonly dir: string; readonly file: string } => {
    if (!NAME.test(task) || !NAME.test(name)) throw new SourceError("internal", "A reference that is none of a body.");
    const dir = join(folder, task, createHash("sha1").update(name).digest("hex").slice(0, 2));
    return { dir, file: join(dir, `${name}.zst`) };
  };
  return {
    put: (task, name, body) =>
      defer(async () => {
        const { dir, file } = placeOf(task, name);
        try {
          await mkdir(dir, { recursive: true });
          // Whole, or not there: another process may read it at once.
          await writeFile(`${file}.part`, await compress(body));
          await rename(`${file}.part`, file);
        } catch (error) {
          if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT"))
            throw new StoreFullError();
          throw error;
        }
        return Buffer.concat([Buffer.of(IN_FILE), Buffer.from(name)]);
      }),
    get: (task, reference) =>
      reference[0] === IN_FILE
        ? defer(() => readFile(placeOf(task, reference.subarray(1).toString()).file)).pipe(
            concatMap((bytes) => textOf(bytes)),
          )
        : inRedis.get(task, reference),
    forget: (task) =>
      defer(async () => {
        if (NAME.test(task)) await rm(join(folder, task), { recursive: true, force: true });
      }),
  };
}

/** The bodies of references, in their order. */
export const bodiesOf = (bodies: Bodies, task: string, references: readonly Buffer[]): Observable<readonly string[]> =>
  from(references).pipe(
    concatMap((reference) => bodies.get(task, reference)),
    toArray(),
  );

const textOf = (bytes: Uint8Array): Observable<string> =>
  defer(() => decompress(bytes, { maxOutputLength: MAX_BODY_BYTES })).pipe(map((text) => text.toString()));

const missing = (where: string): never => {
  throw new SourceError("internal", `The page ${where} that this process does not have.`);
};
