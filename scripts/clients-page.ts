import { searchAnswerOf as exaAnswerOf } from "../src/http/adapters/exa/answers.ts";
import { wantedOf } from "../src/http/adapters/exa/bodies.ts";
import { pageText } from "../src/http/adapters/reader/document.ts";
import { searchAnswerOf } from "../src/http/adapters/search-answer.ts";
import { SearchApiBody } from "../src/http/adapters/search-body.ts";
import { searxngAnswerOf } from "../src/http/adapters/searxng/answer.ts";
import type { ContentSearchResponse } from "../src/pipelines/content-search/index.ts";
import type { SearchResult } from "../src/pipelines/search/search.ts";
import { type ClientApp, type ClientFace, FACES } from "./clients.ts";

const BASE = "http://127.0.0.1:9093";

const QUERY = "rxjs backpressure";
const URL_FOUND = "https://rxjs.dev/guide/overview";
const SNIPPET = "What RxJS does about backpressure.";
const SOURCES = [
  { id: "duckduckgo", status: "ok", items: 10, time_ms: 640 },
  { id: "bing", status: "blocked", items: 0, time_ms: 512, error: "bing answered with a captcha or refusal page." },
] as const;

const TITLE = "RxJS - Overview";
const ITEM: SearchResult = {
  title: TITLE,
  url: URL_FOUND,
  snippet: SNIPPET,
  source: "duckduckgo",
  engines: ["duckduckgo"],
  score: 0.71,
};

const FOUND: ContentSearchResponse = {
  query: QUERY,
  results: [
    {
      title: TITLE,
      url: URL_FOUND,
      content: SNIPPET,
      score: 0.71,
      source: "duckduckgo",
      favicon: "https://rxjs.dev/favicon.ico",
      images: [],
    },
  ],
  images: [],
  failed_results: [],
  sources: SOURCES,
  warnings: [],
  time_ms: 812,
};

/** What each face answers, out of the very functions that answer. */
const EXAMPLES: Readonly<Record<string, { readonly ask: string; readonly answer: object | string }>> = {
  SearXNG: {
    ask: `curl '${BASE}/searxng/search?q=rxjs+backpressure&format=json'`,
    answer: searxngAnswerOf(QUERY, {
      success: true,
      items: [ITEM],
      time_ms: 812,
      sources: SOURCES,
      categoryOf: () => "general",
    }),
  },
  "Tavily, Perplexity's search": {
    ask: `curl ${BASE}/search -H 'content-type: application/json' -d '{ "query": "rxjs backpressure" }'`,
    answer: searchAnswerOf(FOUND, SearchApiBody.parse({ query: QUERY }), { requestId: "8f6c…", warnings: [] }),
  },
  Exa: {
    ask: `curl ${BASE}/exa/search -H 'x-api-key: any' -H 'content-type: application/json' -d '{ "query": "rxjs backpressure" }'`,
    answer: exaAnswerOf(FOUND, wantedOf({}), "8f6c…"),
  },
  "One line: `/r/<url>` and `/s/<query>`": {
    ask: `curl ${BASE}/r/https://example.com`,
    answer: pageText({
      title: "Example Domain",
      description: "",
      url: "https://example.com/",
      content: "This domain is for use in documentation examples without needing permission. Avoid use in operations.",
    }),
  },
};

/** The page that says, for each client, what to enter where. */
export function clientsPage(): string {
  return `# Clients

Applications and libraries that were made for other services, and how each is pointed here. \`{b}\` is the service's address
(\`${BASE}\`; from within a container the host's, and see \`HOST\` and \`API_KEYS\`). Made by \`npm run docs\`.

Keys: without \`API_KEYS\` any key will do, also none. With it, one of them is taken from \`Authorization: Bearer\`, \`X-API-Key\`,
\`X-Subscription-Token\`, the password of \`Authorization: Basic\`, the query's \`api_key\`, or a POST body's \`api_key\`. Pages in a
browser may ask where \`CORS_ORIGINS\` names their origin. A failure comes in the service's shape that is spoken, with our sentence in it.

*Run*: a test runs the client itself, unmodified, over recorded engines, with one that refuses, and with a key required. *Sent*: a
test sends its requests as its source has them. MCP has a [page of its own](mcp.md).

${FACES.map(faceSection).join("\n\n")}
`;
}

function faceSection({ title, about, routes, not, apps }: ClientFace): string {
  const example = EXAMPLES[title];
  return [
    `## ${title}`,
    "",
    about,
    "",
    ...routes.map((route) => `- ${route}`),
    "",
    "| client | what to enter | key | held by |",
    "|---|---|---|---|",
    ...apps.map(row),
    "",
    `Not there: ${not.join("; ")}.`,
    ...(example ? ["", ...exampleOf(example)] : []),
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

function row({ name, enter, key, test, also }: ClientApp): string {
  const entered = Object.entries(enter).map(([setting, value]) => `${setting}: \`${value}\``);
  const held = test ? `run: \`test/clients/${test}\`` : `sent: \`${also}\``;
  return `| ${[name, entered.join("<br>"), key, held].map(cell).join(" | ")} |`;
}

function exampleOf({ ask, answer }: { readonly ask: string; readonly answer: object | string }): readonly string[] {
  const [language, text] = typeof answer === "string" ? ["", answer] : ["json", JSON.stringify(answer, null, 2)];
  return ["```sh", ask, "```", "", `\`\`\`${language}`, text, "```"];
}

/** The README's table: each face, what its clients are given as their base, and who they are. */
export const clientsTable = (): string =>
  [
    "| made for | enter | so that these work |",
    "|---|---|---|",
    ...FACES.map(({ title, apps }) => {
      const names = [...new Set(apps.map(({ name }) => name.split(",")[0] ?? name))];
      const [entered = ""] = apps.flatMap(({ enter }) => Object.values(enter));
      return `| ${title} | \`${entered.replace("{b}", BASE)}\` | ${names.join(", ")} |`;
    }),
  ].join("\n");
