import { existsSync, renameSync } from "node:fs";

/** SQLite's codes for a malformed file, a file that is no database, and SQL that does not fit its tables. */
const MALFORMED = 11;
const NO_DATABASE = 26;
const WRONG_SQL = 1;

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;

/** Whether an error says that a SQLite file cannot be read. */
export const isBrokenFile = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === MALFORMED || code === NO_DATABASE;
};

/** Whether an error says that a SQLite file cannot be read, or holds other tables than those expected. */
export const isForeignFile = (error: unknown): boolean => isBrokenFile(error) || codeOf(error) === WRONG_SQL;

/** Renames a SQLite file, closed here, to `<path>.broken`; one of that name from before is replaced. */
export function setAside(path: string): void {
  for (const part of ["", "-wal", "-shm"])
    if (existsSync(path + part)) renameSync(path + part, `${path}.broken${part}`);
}
