/** What a YAML document is made of. */
export type Yaml = string | number | boolean | readonly Yaml[] | { readonly [name: string]: Yaml | undefined };

/** A value as YAML in block style: texts are quoted as in JSON where they are more than a plain word. */
export function yamlOf(value: Yaml, indent = ""): string {
  if (typeof value !== "object") return scalarOf(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    return value.map((entry) => `\n${indent}- ${yamlOf(entry, inner).replace(/^\n\s*/, "")}`).join("");
  }
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [[name, field] as const],
  );
  if (fields.length === 0) return "{}";
  return fields
    .map(([name, field]) => {
      const text = yamlOf(field, inner);
      return `\n${indent}${scalarOf(name)}:${text.startsWith("\n") ? text : ` ${text}`}`;
    })
    .join("");
}

/** Several documents in one file, each begun by its marker. */
export const yamlFile = (documents: readonly Yaml[], comment: string): string =>
  `# ${comment}\n${documents.map((document) => `---${yamlOf(document)}\n`).join("")}`;

const isList = (value: Yaml): value is readonly Yaml[] => Array.isArray(value);

/** Words that a reader of YAML takes for something else. */
const RESERVED = /^(?:true|false|yes|no|on|off|null|~)$/i;

const scalarOf = (value: string | number | boolean): string =>
  typeof value === "string" && /^[A-Za-z][\w./-]*$/.test(value) && !RESERVED.test(value)
    ? value
    : JSON.stringify(value);
