import type { Category } from "../src/sources/define.ts";
import type { Source } from "../src/sources/source.ts";

/** Fields that every item may have: not worth a mention per source. */
const COMMON = new Set(["title", "url", "snippet", "source"]);

/** The page that lists every source: what it is asked, what it answers, its key, the upstream's terms, its documentation. */
export function sourcesPage(categories: readonly Category[]): string {
  const count = categories.reduce((sum, { sources }) => sum + sources.length, 0);
  const filled = categories.filter(({ sources }) => sources.length > 0);
  const sections = filled.map(({ id, title, sources }) =>
    [
      `## ${title} (\`${id}\`)`,
      "",
      "| id | asked with | example | returns, beside title, url, snippet | key | terms | documentation |",
      "|---|---|---|---|---|---|---|",
      ...sources.map(row),
    ].join("\n"),
  );
  return `# Sources

${count} sources in ${filled.length} categories, each at \`GET /<category>/<id>?q=…\`. Made by \`npm run docs\` out of the registry.

${sections.join("\n\n")}
`;
}

const named = (variables: readonly string[]): string => variables.map((name) => `\`${name}\``).join(", ");

/** What is to be known of a source that no recorded response stands behind. */
const EVIDENCE = {
  documentation: "no response was ever seen: written by its documentation",
  "no-http": "no HTTP upstream, so there is no response to record",
};

function row({ id, query, item, key, terms, docs, evidence }: Source): string {
  const fields = Object.keys(item.shape).filter((name) => !COMMON.has(name));
  const keys = key
    ? `${key.required ? "required" : "optional"}: ${named(key.env)}${key.also ? `; where set: ${named(key.also)}` : ""}`
    : "none";
  const cells = [
    `\`${id}\``,
    query.describe,
    `\`${query.example}\``,
    fields.join(", "),
    keys,
    [terms, evidence && EVIDENCE[evidence]].filter(Boolean).join("; "),
    docs,
  ];
  return `| ${cells.map((cell) => cell.replace(/\|/g, "\\|").replace(/\s+/g, " ")).join(" | ")} |`;
}
