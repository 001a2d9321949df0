/** The same request from code, in several languages. */
export interface Example {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

interface Asked {
  /** The service's own address, with a slash at its end. */
  readonly root: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly keyed: boolean;
  /** As the command line and MCP name it, where they do. */
  readonly source?: { readonly id: string; readonly category: string };
}

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function examplesOf({ root, path, query, keyed, source }: Asked): readonly Example[] {
  const url = `${root}${path.slice(1)}?${new URLSearchParams(query)}`;
  const quoted = JSON.stringify(url);
  const { q = "", ...options } = query;
  const header = keyed ? { Authorization: "Bearer YOUR_KEY" } : undefined;
  return [
    { id: "curl", label: "curl", code: `curl ${keyed ? "-H 'Authorization: Bearer YOUR_KEY' " : ""}${shell(url)}` },
    {
      id: "typescript",
      label: "TypeScript",
      code: [
        `const response = await fetch(${quoted}${header ? `, {\n  headers: ${JSON.stringify(header)},\n}` : ""});`,
        "if (!response.ok) throw new Error((await response.json()).error);",
        "const answer = await response.json();",
      ].join("\n"),
    },
    {
      id: "python",
      label: "Python",
      code: [
        "import json, urllib.request",
        "",
        `request = urllib.request.Request(${quoted}${header ? `, headers=${JSON.stringify(header)}` : ""})`,
        "with urllib.request.urlopen(request) as response:",
        "    answer = json.load(response)",
      ].join("\n"),
    },
    ...(source
      ? [
          {
            id: "cli",
            label: "CLI",
            code: [
              "tributary get",
              `${source.category}/${source.id}`,
              shell(q),
              ...Object.entries(options).map(([name, value]) => `--option ${shell(`${name}=${value}`)}`),
            ].join(" "),
          },
          {
            id: "mcp",
            label: "MCP",
            code: JSON.stringify(
              {
                method: "tools/call",
                params: { name: `${source.category}_lookup`, arguments: { parser: source.id, query: q, ...options } },
              },
              null,
              2,
            ),
          },
        ]
      : []),
  ];
}
