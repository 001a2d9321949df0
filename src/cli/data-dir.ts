import { accessSync, constants, mkdirSync } from "node:fs";
import type { Config } from "../config.ts";

/** What is to be said where DATA_DIR cannot be written to; undefined where it can. Makes the directory. */
export function unwritable({ DATA_DIR }: Pick<Config, "DATA_DIR">): string | undefined {
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    accessSync(DATA_DIR, constants.W_OK);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Warning: DATA_DIR=${DATA_DIR} cannot be written to, so that monitoring and price histories will fail (${why}).`;
  }
}
