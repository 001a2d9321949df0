import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Config } from "../config.ts";

/** The installed Chromium: `CHROMIUM_PATH`, else the first of the usual names on the PATH; undefined where there is none. */
export function findChromium(
  config: Pick<Config, "CHROMIUM_PATH">,
  path = process.env["PATH"] ?? "",
): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = path.split(delimiter).filter(Boolean);
  const candidates = config.CHROMIUM_PATH
    ? [config.CHROMIUM_PATH]
    : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
