import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./install-packages.ts";

/** Half an hour and more: only where it is named. */
const LONG = new Set(["soak.ts"]);

/*
 * Runs every benchmark, or those named, one after another; each prints what it measured beside its peer or its goal. What they are
 * measured beside is installed first, in `benchmarks/node_modules`. Of one that
 * has parts some may be named: `npm run bench -- tasks:fair,kills`. What begins with `--` is handed to each of them.
 */
const folder = join(import.meta.dirname, "../benchmarks");
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--"));
const options = words.filter((word) => word.startsWith("--"));
const all = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const parts = new Map(wanted.map((one) => [one.split(":")[0], one.split(":")[1]?.split(",") ?? []] as const));
const chosen =
  wanted.length > 0
    ? all.filter((name) => parts.has(name.replace(/\.ts$/, "")))
    : all.filter((name) => !LONG.has(name));
installPackages(folder);
let status = 0;
for (const name of chosen.sort()) {
  console.log(`\n## ${name.replace(/\.ts$/, "")}`);
  const given = [...(parts.get(name.replace(/\.ts$/, "")) ?? []), ...options];
  const run = spawnSync(process.execPath, ["--expose-gc", join(folder, name), ...given], { stdio: "inherit" });
  if (run.status !== 0) status = 1;
}
process.exit(status);
