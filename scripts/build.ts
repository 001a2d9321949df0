import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { bundleConsole } from "./console.ts";

/*
 * Emits dist/: JavaScript with types out of src/, and beside it what src/ holds that is no TypeScript (JSON that modules
 * import, tsc emits too). The browser's code goes there bundled. Fails where such a file has the name of a compiled module.
 */
const root = join(import.meta.dirname, "..");
await bundleConsole();
rmSync(join(root, "dist"), { recursive: true, force: true });
const tsc = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
for (const entry of readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith(".ts")) continue;
  if (`${entry.parentPath}${sep}`.startsWith(join(root, "src/web/app") + sep)) continue;
  const from = join(entry.parentPath, entry.name);
  const to = from.replace(join(root, "src"), join(root, "dist"));
  if (existsSync(to) && !to.endsWith(".json")) throw new Error(`${from} has the name of a compiled module: rename it`);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
