import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Holds the hash of the lock file that node_modules was installed by. */
const MARK = "node_modules/.installed-by";

/** Folders whose packages only their own tests use: the clients of other services, and the examples. */
const FOLDERS = [import.meta.dirname, join(import.meta.dirname, "../../examples")];

/** Installs the packages of those folders, unless they are installed by the same lock file. */
export function setup(): void {
  for (const folder of FOLDERS) install(folder);
}

function install(folder: string): void {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const mark = join(folder, MARK);
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  const words = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm ci in ${folder} ended with ${status}`);
  writeFileSync(mark, lock);
}
