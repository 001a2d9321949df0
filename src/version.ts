import { readFileSync } from "node:fs";

/** The package's version. package.json is the one place that states it; it lies beside src/ and beside dist/. */
export const VERSION: string = versionIn(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

function versionIn(manifest: string): string {
  const read: unknown = JSON.parse(manifest);
  if (typeof read === "object" && read !== null && "version" in read && typeof read.version === "string")
    return read.version;
  throw new Error("package.json states no version");
}
