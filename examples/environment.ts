/** What all examples read from the environment. */
export const TRIBUTARY_URL = process.env["TRIBUTARY_URL"] ?? "http://127.0.0.1:9093";
export const TRIBUTARY_MCP_URL = process.env["TRIBUTARY_MCP_URL"] ?? "http://127.0.0.1:9094/mcp?toolsets=core";

const key = process.env["TRIBUTARY_API_KEY"];
export const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

/** The model that the agents ask. Throws where none is configured. */
export function model(): { readonly baseURL: string; readonly name: string; readonly apiKey: string } {
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY = "none" } = process.env;
  if (!LLM_BASE_URL || !LLM_MODEL) throw new Error("Set LLM_BASE_URL and LLM_MODEL to an OpenAI-compatible server.");
  return { baseURL: LLM_BASE_URL, name: LLM_MODEL, apiKey: LLM_API_KEY };
}

/** GET of a path as JSON. Throws the service's own sentence where it fails. */
export async function get(path: string, parameters: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${TRIBUTARY_URL}${path}?${new URLSearchParams(parameters)}`, { headers });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const said = typeof body === "object" && body !== null && "error" in body ? String(body.error) : response.statusText;
  throw new Error(`${response.status}: ${said}`);
}

/** The question: the words of the command line. */
export const question = (fallback: string): string => process.argv.slice(2).join(" ") || fallback;
