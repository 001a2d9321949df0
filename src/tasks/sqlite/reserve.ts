import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Enough to write down that tasks have failed. */
const BYTES = 1024 * 1024;

/**
 * Room on the disk that is held back for the moment in which there is none: a file beside the store, deleted then. Without it
 * a full disk could not be told of in the store itself.
 */
export interface Reserve {
  /** Holds the room back, where it is not held and there is room. */
  keep(): void;
  /** Gives it free; false: it was not held. */
  use(): boolean;
}

export function reserveIn(dataDir: string | undefined): Reserve {
  if (dataDir === undefined) return { keep: () => undefined, use: () => false };
  const path = join(dataDir, "tasks.reserve");
  let isHeld = false;
  return {
    keep() {
      if (isHeld) return;
      isHeld = statSync(path, { throwIfNoEntry: false })?.size === BYTES || written(path);
    },
    use() {
      const wasHeld = isHeld;
      isHeld = false;
      rmSync(path, { force: true });
      return wasHeld;
    },
  };
}

/** False: there is no room for it, or the folder cannot be written to; it is tried again later. */
function written(path: string): boolean {
  try {
    const file = openSync(path, "w", 0o600);
    try {
      // Not zeros: some file systems keep no room for those.
      writeSync(file, Buffer.alloc(BYTES, 1));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (statSync(path).size === BYTES) return true;
  } catch {
    // What was written of it is given free.
  }
  rmSync(path, { force: true });
  return false;
}
