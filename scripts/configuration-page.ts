import type { z } from "zod";
import { Environment } from "../src/config.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** Returns the default of a variable as it is written in the environment; `none` where it has none. */
export function defaultOf(field: z.ZodType): string {
  const read = field.safeParse(undefined);
  if (!read.success || read.data === undefined || (Array.isArray(read.data) && read.data.length === 0)) return "none";
  return `\`${String(read.data)}\``;
}

/** The page of all environment variables, made out of their schema. */
export function configurationPage(): string {
  const rows = Object.entries(Environment.shape).map(([name, field]) => {
    const about = field.meta()?.description ?? "";
    return `| \`${name}\` | ${cell(defaultOf(field))} | ${cell(about)} |`;
  });
  return `# Which variables configure it?

Every variable is optional. Made by \`npm run docs\` out of \`src/config.ts\`.

| variable | default | |
|---|---|---|
${rows.join("\n")}

Durations are milliseconds where the name ends in \`_MS\`, sizes bytes where it ends in \`_BYTES\`. The proxies' variables may be
written in lower case. Keys of sources (\`BRAVE_API_KEY\`, \`EXA_API_KEY\`, …) are named in [sources.md](sources.md). Without a
required key a source answers \`missing-key\`, and searches over all engines leave it out.
`;
}
