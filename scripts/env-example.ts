import { Environment } from "../src/config.ts";
import type { Category } from "../src/sources/define.ts";
import { defaultOf } from "./configuration-page.ts";

/** `.env.example`: every variable with what it is for, none of them set. */
export function envExample(categories: readonly Category[]): string {
  const own = Object.entries(Environment.shape).map(([name, field]) => {
    const standing = defaultOf(field);
    return `# ${field.meta()?.description ?? ""}\n#${name}=${standing === "none" ? "" : standing.slice(1, -1)}\n`;
  });
  const keys = new Map<string, string[]>();
  for (const { id, key } of categories.flatMap(({ sources }) => sources))
    for (const name of key?.env ?? []) keys.set(name, [...(keys.get(name) ?? []), id]);
  const ofSources = [...keys].toSorted().map(([name, ids]) => `# ${ids.join(", ")}\n#${name}=\n`);
  return `# Every variable, for docker compose (env_file) and systemd (EnvironmentFile): copy to .env and set what you need.
# Made by npm run docs out of src/config.ts and the sources.

${own.join("\n")}
# Keys of sources (docs/sources.md says where each is had)

${ofSources.join("\n")}`;
}
