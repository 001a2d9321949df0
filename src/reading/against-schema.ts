import { Ajv, type ErrorObject } from "ajv";
import ajvFormats from "ajv-formats";
import { RE2JS } from "re2js";

/** A value to check against a JSON schema; without a text only the schema itself is checked. */
export interface SchemaTask {
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON, as a language model wrote it. */
  readonly text?: string;
}

/** What checking came to. */
export type SchemaCheck =
  | { readonly ok: true; readonly value?: unknown }
  /** What is wrong with the schema, or where the value does not fit. */
  | { readonly ok: false; readonly fault: "schema" | "value"; readonly errors: readonly string[] };

const MAX_ERRORS = 10;

/** Compiles patterns so that no text takes more than linear time. */
const linear = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string): boolean => compiled.test(text) };
  },
  { code: "linear" },
);

/** Compiles the schema and checks the value; nothing is fetched: a reference to another document makes the schema invalid. */
export function againstSchema({ schema, text }: SchemaTask): SchemaCheck {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, code: { regExp: linear } });
  ajvFormats.default(ajv, { mode: "fast" });
  let validate: ReturnType<typeof ajv.compile>;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    return { ok: false, fault: "schema", errors: [messageOf(error)] };
  }
  if (text === undefined) return { ok: true };
  let value: unknown;
  try {
    value = JSON.parse(unwrapped(text));
  } catch (error) {
    return { ok: false, fault: "value", errors: [`It is no JSON: ${messageOf(error)}`] };
  }
  if (validate(value)) return { ok: true, value };
  return { ok: false, fault: "value", errors: (validate.errors ?? []).slice(0, MAX_ERRORS).map(sentence) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

const sentence = ({ instancePath, message = "does not fit", params }: ErrorObject): string =>
  `${instancePath || "/"} ${message}${"additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : ""}`;

/** JSON as models write it: some put a fence of code around it. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  return /^```(?:json)?\s*\n([\s\S]*?)\n?```$/i.exec(trimmed)?.[1] ?? trimmed;
}
