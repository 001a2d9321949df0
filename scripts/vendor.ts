import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { installPackages } from "./install-packages.ts";

/*
 * Writes src/pipelines/budget/vendor/o200k_base.mjs: the one vocabulary of gpt-tokenizer that the service counts with. The whole
 * package takes 30 MB of an install, this file 2: it stands among the benchmarks' packages. Run it after its version there changes.
 */
const root = join(import.meta.dirname, "..");
export const FILE = join(root, "src/pipelines/budget/vendor/o200k_base.mjs");
/** Where the package is installed. */
const PACKAGES = join(root, "benchmarks");
const ENTRY = "\0entry";

/** Returns the bundle as it is to stand in the repository, with the licence of what it holds. */
export async function bundled(): Promise<string> {
  installPackages(PACKAGES);
  const bundle = await rolldown({
    input: ENTRY,
    cwd: PACKAGES,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? 'export { countTokens } from "gpt-tokenizer/encoding/o200k_base";' : undefined),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const { version } = JSON.parse(readFileSync(join(PACKAGES, "node_modules/gpt-tokenizer/package.json"), "utf8"));
    const licence = readFileSync(join(PACKAGES, "node_modules/gpt-tokenizer/LICENSE"), "utf8").trim();
    return `/*\ngpt-tokenizer ${version}, encoding o200k_base. Written by scripts/vendor.ts.\n\n${licence}\n*/\n${output[0].code.trim()}\n`;
  } finally {
    await bundle.close();
  }
}

if (import.meta.main) writeFileSync(FILE, await bundled());
