interface Config {
  readonly id: string;
  readonly label: string;
  /** The file that it goes to, or the shell. */
  readonly where: string;
  code(url: string, key: string | undefined): string;
}

const written = (value: unknown): string => JSON.stringify(value, null, 2);
const headersOf = (key: string | undefined) =>
  key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };

/** How each client is given the server. */
export const CONFIGS: readonly Config[] = [
  {
    id: "claude-code",
    label: "Claude Code",
    where: "shell",
    code: (url, key) =>
      `claude mcp add --transport http tributary '${url}'${key === undefined ? "" : ` --header 'Authorization: Bearer ${key}'`}`,
  },
  {
    id: "cursor",
    label: "Cursor",
    where: ".cursor/mcp.json",
    code: (url, key) => written({ mcpServers: { tributary: { url, ...headersOf(key) } } }),
  },
  {
    id: "vscode",
    label: "VS Code",
    where: ".vscode/mcp.json",
    code: (url, key) => written({ servers: { tributary: { type: "http", url, ...headersOf(key) } } }),
  },
  {
    id: "windsurf",
    label: "Windsurf",
    where: "mcp_config.json",
    code: (url, key) => written({ mcpServers: { tributary: { serverUrl: url, ...headersOf(key) } } }),
  },
  {
    id: "lmstudio",
    label: "LM Studio",
    where: "mcp.json",
    code: (url, key) => written({ mcpServers: { tributary: { url, ...headersOf(key) } } }),
  },
  {
    id: "codex",
    label: "Codex",
    where: "~/.codex/config.toml",
    code: (url, key) =>
      [
        "[mcp_servers.tributary]",
        `url = ${JSON.stringify(url)}`,
        ...(key === undefined ? [] : [`http_headers = { Authorization = ${JSON.stringify(`Bearer ${key}`)} }`]),
      ].join("\n"),
  },
  {
    id: "stdio",
    label: "stdio",
    where: "Claude Desktop",
    code: () =>
      written({
        mcpServers: {
          tributary: { command: "node", args: ["bin/tributary.mjs", "mcp", "--stdio", "--toolsets", "core"] },
        },
      }),
  },
];
