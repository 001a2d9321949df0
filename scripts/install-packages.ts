import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Holds the hash of the lock file that node_modules was installed by. */
const MARK = "node_modules/.installed-by";

/** Installs a folder's packages by its lock file, unless they are installed by it. */
export function installPackages(folder: string): void {
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
