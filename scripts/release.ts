import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { released, unpacked } from "./release-steps.ts";

/*
 * `npm run release <version>`: writes the version and the changelog's date, checks what `npm pack` would publish, commits
 * and tags. Nothing is pushed or published. Needs a clean tree.
 */
const root = join(import.meta.dirname, "..");
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const edit = (name: string, change: (text: string) => string): void => {
  const file = join(root, name);
  writeFileSync(file, change(readFileSync(file, "utf8")));
};

const [version = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail("usage: npm run release <version>, such as 0.7.0");
if (run("git", "status", "--porcelain").trim()) fail("The tree is not clean: commit or stash first.");

edit("CHANGELOG.md", (text) => released(text, version, new Date().toISOString().slice(0, 10)));
run("npm", "version", version, "--no-git-tag-version", "--allow-same-version");
edit("server.json", (text) => text.replace(/("version": ")[^"]+/g, `$1${version}`));
const missing = unpacked(run("npm", "pack", "--dry-run", "--json"));
if (missing.length > 0) fail(`The package would lack ${missing.join(", ")}.`);
run("git", "commit", "--all", "--message", `Release ${version}`);
run("git", "tag", "--annotate", `v${version}`, "--message", version);
console.log(`Tagged v${version}. Push it with: git push --follow-tags`);

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
