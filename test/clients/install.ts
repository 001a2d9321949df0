import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "../../scripts/install-packages.ts";

const root = join(import.meta.dirname, "../..");

/** Folders whose packages only their own tests use: the clients of other services, the examples, what single tests need. */
const FOLDERS = ["test/clients", "examples", "test/tools"];

/** Lighthouse is looked for as the service looks for it: beside its own packages. */
const LINK = join(root, "node_modules/lighthouse");

/** Installs the packages of those folders, unless they are installed by the same lock file. */
export function setup(): void {
  for (const folder of FOLDERS) installPackages(join(root, folder));
  rmSync(LINK, { recursive: true, force: true });
  symlinkSync(join(root, "test/tools/node_modules/lighthouse"), LINK);
}
