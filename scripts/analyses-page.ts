import { z } from "zod";
import type { Analysis } from "../src/aggregate/define.ts";
import { wordsIn } from "../src/aggregate/prompt/prompt.ts";

type Node = z.core.JSONSchema.JSONSchema;

/** The page that lists every analysis: what `q` is, its parameters, its sources, its fields with their units, its limits, its prompt. */
export function analysesPage(analyses: readonly Analysis[]): string {
  const prompts = analyses.filter(({ prompt }) => prompt).length;
  return `# Analyses

${analyses.length} analyses, each at \`GET <path>?q=…\`; ${prompts} of them also as a prompt of some 800 tokens at \`GET <path>/llm?q=…\`. Made by
\`npm run docs\` out of the registry.

Every answer has beside its own fields: \`success\`, \`q\`, \`understood\` (what \`q\` was taken for), \`limits\` (what cannot be known), \`warnings\`, \`partial\`
and \`missing\` (the sections that are absent because a source failed, with the reason), \`sources\` (what asking each came to),
\`generated_at\` and \`time_ms\`. A value that no source gave is absent. Every analysis takes \`format\`, \`sources\` (ids of its sources: only they are asked),
\`no_cache\`, \`timeout_ms\` and, for CSV, \`rows\` (the list whose entries are the rows, or \`all\`).

Kinds of sources: *primary*; *fallback*, asked where the one before it failed or found nothing; *keyed*, left out without its key; *enriching*, never needed.

${analyses.map(section).join("\n\n")}
`;
}

function section({
  path,
  title,
  describe,
  q,
  parameters,
  sources,
  budgetMs,
  answer,
  understood,
  from,
  limits,
  csv,
  prompt,
}: Analysis): string {
  const own = Object.entries(jsonOf(parameters, "input").properties ?? {});
  const used = [...sources].map(([id, { kind, ms }]) => `\`${id}\` ${kind}${ms === 15_000 ? "" : ` (${seconds(ms)})`}`);
  return [
    `## ${title}: \`${path}\``,
    "",
    describe,
    "",
    `- \`q\`: ${q.describe}, for example \`${q.example}\``,
    ...own.map(([name, schema]) => `- \`${name}\`: ${parameter(schema)}`),
    `- time: ${seconds(budgetMs)} unless \`timeout_ms\` says otherwise`,
    `- CSV: ${csv ? `a row for each entry of \`${csv}\`` : "one row, the whole answer"}`,
    `- sources: ${used.join(", ")}`,
    "",
    "| field | type | meaning | from |",
    "|---|---|---|---|",
    ...fieldsOf(jsonOf(understood, "output"), "understood").map((field) => row(field, "")),
    ...Object.entries(jsonOf(answer, "output").properties ?? {}).flatMap(([name, schema]) =>
      fields(schema, name, false).map((field, index) => row(field, index === 0 ? (from[name] ?? []).join(", ") : "")),
    ),
    "",
    "Limits:",
    "",
    ...limits.map((limit) => `- ${limit}`),
    ...(prompt
      ? [
          "",
          `Prompt: ${wordsIn(prompt.role, prompt.language ?? "en")} ${wordsIn(prompt.output, prompt.language ?? "en")}`,
        ]
      : []),
  ].join("\n");
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}

const row = ({ name, type, meaning }: Field, sources: string): string =>
  `| ${[`\`${name}\``, type, meaning, sources].map((cell) => cell.replace(/\|/g, "\\|").replace(/\s+/g, " ")).join(" | ")} |`;

const seconds = (ms: number): string => `${ms / 1000} s`;

const jsonOf = (schema: z.ZodObject, io: "input" | "output"): Node =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });

function parameter(schema: unknown): string {
  const { description, type, enum: choices, default: fallback, minimum, maximum } = Object(schema);
  const kind = isFlag(choices)
    ? "true or false"
    : choices
      ? choices.join("|")
      : minimum !== undefined
        ? `${minimum}–${maximum}`
        : type;
  return [description, kind && `(${kind}${fallback === undefined ? "" : `; default ${fallback}`})`]
    .filter(Boolean)
    .join(" ");
}

/** The fields of an object, those of its objects and lists below them. */
function fieldsOf(node: Node, path: string): readonly Field[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, schema]) =>
    fields(schema, `${path}.${name}`, !node.required?.includes(name)),
  );
}

function fields(schema: unknown, path: string, optional: boolean): readonly Field[] {
  const node: Node = Object(schema);
  const inner: Node | undefined = node.type === "array" ? Object(node.items) : undefined;
  const object = inner?.properties ? inner : node.properties ? node : undefined;
  const name = inner ? `${path}[]` : path;
  const type = object ? "" : typeOf(inner ?? node);
  const own = {
    name: optional ? `${name}?` : name,
    type,
    meaning: [node.description, inner?.description].filter(Boolean).join("; "),
  };
  return [own, ...(object ? fieldsOf(object, name) : [])];
}

const isFlag = (choices: unknown): boolean =>
  Array.isArray(choices) && choices.includes("true") && choices.includes("0");

function typeOf(node: Node): string {
  if (node.enum) return node.enum.join(" / ");
  if (node.const !== undefined) return String(node.const);
  if (node.format === "uri") return "url";
  if (node.anyOf) return node.anyOf.map((choice) => typeOf(Object(choice))).join(" or ");
  return [node.type].flat().join(" or ") || "any";
}
