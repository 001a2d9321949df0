import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundleConsole } from "../../scripts/console.ts";

const WEB = join(import.meta.dirname, "../../src/web");
const changed = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Bundles the console before the tests where its code is newer than its bundle. */
export async function setup(): Promise<void> {
  const sources = readdirSync(join(WEB, "app"), { recursive: true, encoding: "utf8" });
  const newest = Math.max(...sources.map((name) => changed(join(WEB, "app", name))));
  if (newest > changed(join(WEB, "bundle/bundle.json"))) await bundleConsole();
}
