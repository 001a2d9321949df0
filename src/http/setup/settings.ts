import { type Config, Environment } from "../../config.ts";

/** A variable of the configuration as it is in effect; what is secret is only told to be set. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  /** Nobody set it. */
  readonly isDefault: boolean;
  readonly about: string;
}

/** Variables whose values are never shown. */
const SECRET: ReadonlySet<string> = new Set(["API_KEYS", "WEBHOOK_SECRET", "LLM_API_KEY"]);
/** A user's name and password in an address. */
const CREDENTIALS = /\/\/[^/@\s]*@/g;
const MOST_CHARS = 2_000;

/** The whole configuration, without secrets. */
export function settingsOf(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Setting[] {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.entries(Environment.shape).map(([name, field]) => ({
    name,
    value: shown(name, values.get(name)),
    isDefault: ![name, name.toLowerCase()].some((known) => environment[known]?.trim()),
    about: field.meta()?.description ?? "",
  }));
}

function shown(name: string, value: unknown): string {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "not set";
  if (SECRET.has(name)) return Array.isArray(value) ? `set (${value.length})` : "set";
  const said = Array.isArray(value) ? value.map(String).join(",") : String(value);
  return said.replace(CREDENTIALS, "//…@").slice(0, MOST_CHARS);
}
