/** What the package cannot do without. */
const NEEDED = ["bin/tributary.mjs", "dist/main.js", "dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"];

/** Returns the changelog with its unreleased section dated. Throws where there is none, or it is empty. */
export function released(changelog: string, version: string, date: string): string {
  const heading = /^## (?:\d\S* — )?unreleased$/im.exec(changelog);
  if (!heading) throw new Error("CHANGELOG.md has no section “unreleased”");
  const [body = ""] = changelog.slice(heading.index + heading[0].length).split(/^## /m);
  if (!/^- /m.test(body)) throw new Error("The section “unreleased” of CHANGELOG.md is empty");
  return changelog.replace(heading[0], `## ${version} — ${date}`);
}

/** Returns the files that a package needs and `npm pack --json` does not list. */
export function unpacked(report: string): readonly string[] {
  // A build script may print before the report.
  const packed: unknown = JSON.parse(report.slice(report.search(/^[[{]/m)));
  const text = JSON.stringify(packed);
  return NEEDED.filter((name) => !text.includes(`"path":"${name}"`));
}
