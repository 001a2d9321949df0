import { clientsOf } from "./clients.ts";
import type { Asked, Example } from "./request.ts";

/** Paths that take a body. */
const POSTED: ReadonlySet<string> = new Set(["/research"]);
/** Paths that have `max_tokens` of their own; elsewhere only the tools have it. */
const LIMITED: ReadonlySet<string> = new Set(["/search", "/extract", "/crawl", "/research"]);
const SPACES = 2;

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function examplesOf(asked: Asked): readonly Example[] {
  const { root, path, keyed, maxTokens } = asked;
  const limit = maxTokens !== undefined && LIMITED.has(path) ? { max_tokens: maxTokens } : {};
  const posted = POSTED.has(path);
  const words = Object.entries({ ...asked.query, ...limit }).map(([name, value]) => [name, String(value)]);
  const url = `${root}${path.slice(1)}${posted ? "" : `?${new URLSearchParams(words)}`}`;
  const body = posted ? JSON.stringify({ ...asked.query, ...limit }) : undefined;
  const headers = {
    ...(keyed && { Authorization: "Bearer YOUR_KEY" }),
    ...(posted && { "Content-Type": "application/json" }),
  };
  return [
    { id: "curl", label: "curl", code: curlOf(url, headers, body) },
    { id: "typescript", label: "TypeScript", code: typescriptOf(url, headers, body) },
    { id: "python", label: "Python", code: pythonOf(url, headers, body) },
    ...(commandOf(asked) ? [{ id: "cli", label: "CLI", code: commandOf(asked) }] : []),
    ...(toolOf(asked) ? [{ id: "mcp", label: "MCP", code: toolOf(asked) }] : []),
    ...clientsOf(asked),
  ];
}

type Headers = Readonly<Record<string, string>>;

const curlOf = (url: string, headers: Headers, body: string | undefined): string =>
  [
    `curl ${shell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shell(body)}`]),
  ].join(" \\\n  ");

function typescriptOf(url: string, headers: Headers, body: string | undefined): string {
  const options = [
    ...(body === undefined ? [] : [`  method: "POST",`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${JSON.stringify(headers)},`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
  ];
  const second = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return [
    `const response = await fetch(${JSON.stringify(url)}${second});`,
    "if (!response.ok) throw new Error((await response.json()).error);",
    "const answer = await response.json();",
  ].join("\n");
}

function pythonOf(url: string, headers: Headers, body: string | undefined): string {
  const further = [
    ...(Object.keys(headers).length > 0 ? [`headers=${JSON.stringify(headers)}`] : []),
    ...(body === undefined ? [] : [`data=json.dumps(${body}).encode()`]),
  ];
  return [
    "import json, urllib.request",
    "",
    `request = urllib.request.Request(${[JSON.stringify(url), ...further].join(", ")})`,
    "with urllib.request.urlopen(request) as response:",
    "    answer = json.load(response)",
  ].join("\n");
}

/** Options as the command line has them; the number of pages is none of a source's own. */
const flagsOf = (options: Readonly<Record<string, string>>): string[] =>
  Object.entries(options)
    .filter(([name]) => name !== "pagecount")
    .map(([name, value]) => `--option ${shell(`${name}=${value}`)}`);

function commandOf({ path, query, source }: Asked): string {
  const { q = query["query"] ?? "", ...options } = query;
  if (source) return ["tributary get", `${source.category}/${source.id}`, shell(q), ...flagsOf(options)].join(" ");
  if (path === "/research") return `tributary research ${shell(q)}${query["model"] === "pro" ? " --pro" : ""}`;
  if (LIMITED.has(path)) return `tributary ${path.slice(1)} ${shell(q)}`;
  return ["tributary get", path.slice(1), shell(q), ...flagsOf(options)].join(" ");
}

function toolOf({ path, query, source, maxTokens }: Asked): string {
  const { q = query["query"] ?? "", pagecount: _pages, ...options } = query;
  const limit = maxTokens === undefined ? {} : { max_tokens: maxTokens };
  const own = Object.keys(options).length > 0 ? { options } : {};
  const call = (name: string, given: object): string =>
    JSON.stringify({ method: "tools/call", params: { name, arguments: { ...given, ...limit } } }, null, SPACES);
  if (source) return call(`${source.category}_lookup`, { parser: source.id, query: q, ...own });
  if (path === "/search") return call("web_search", { query: q });
  if (path === "/extract") return call("web_extract", { urls: [q], format: "markdown" });
  if (path === "/crawl") return call("web_crawl", { url: q });
  if (path === "/research") return call("web_research", { query: q, model: query["model"] ?? "mini" });
  return call(path.slice(1).replaceAll(/[/-]/g, "_"), { query: q, ...own });
}
