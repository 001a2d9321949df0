/** A client of another service that can be pointed here. */
export interface ClientApp {
  readonly name: string;
  /** What to enter, by the setting's own name; `{b}` is the service's address. */
  readonly enter: Readonly<Record<string, string>>;
  /** Where a key of `API_KEYS` goes. */
  readonly key: string;
  /** The test in `test/clients` that runs the client itself, unmodified; see `also`. */
  readonly test?: string;
  /** The test that sends its requests as its source has them, where it cannot be run itself. */
  readonly also?: string;
}

export interface ClientFace {
  readonly title: string;
  readonly about: string;
  readonly routes: readonly string[];
  readonly not: readonly string[];
  readonly apps: readonly ClientApp[];
}

const searxng = "test/clients/searxng-apps.test.ts";

export const FACES: readonly ClientFace[] = [
  {
    title: "SearXNG",
    about:
      "`/searxng` answers in SearXNG's shape and nothing else. `/search` gives our own answer with SearXNG's fields beside it where a " +
      "parameter says that a client of SearXNG asks, or `format=json` is written; a search at the root is sent there. An answer leaves " +
      "within 4.5 seconds with what has come; engines that gave nothing stand in `unresponsive_engines` with SearXNG's own words. Where " +
      "every engine failed, that is an error (502, 504), not an empty list.",
    routes: [
      "GET, POST `/searxng`, `/searxng/search`, `/search`, `/` (308)",
      "GET `/config`, `/autocompleter`, `/healthz`, `/opensearch.xml`, also below `/searxng`",
    ],
    not: [
      "`format=html`, themes, preferences, plugins, bangs (`!bing`) and `:fr` within the query",
      "`answers`, `corrections`, `infoboxes` and `suggestions` are always there, and always empty",
      "`language` of three letters is asked as two where there are two, else not at all",
    ],
    apps: [
      {
        name: "LangChain JS, `SearxngSearch`",
        enter: { "apiBase, or SEARXNG_API_BASE": "{b}" },
        key: '`headers: { "X-API-Key": key }`',
        test: "langchain-searxng.test.ts",
      },
      {
        name: "LangChain Python, `SearxSearchWrapper`",
        enter: { "searx_host, or SEARX_HOST": "{b}/search" },
        key: "`headers`",
        also: searxng,
      },
      {
        name: "mcp-searxng",
        enter: { SEARXNG_URL: "{b}" },
        key: "`AUTH_USERNAME` (any), `AUTH_PASSWORD`",
        test: "mcp-searxng.test.ts",
      },
      {
        name: "LibreChat",
        enter: { SEARXNG_INSTANCE_URL: "{b}" },
        key: "`SEARXNG_API_KEY`",
        test: "librechat.test.ts",
      },
      {
        name: "Open WebUI",
        enter: { SEARXNG_QUERY_URL: "{b}/search?q=<query>" },
        key: "`{b}/search?q=<query>&api_key=…`, unless it strips the query: then an external engine (below)",
        also: "test/clients/open-webui.test.ts",
      },
      {
        name: "Vane (Perplexica)",
        enter: { SEARXNG_API_URL: "{b}" },
        key: "none: open on a private network",
        also: searxng,
      },
      { name: "n8n, SearXNG tool", enter: { "API URL": "{b}" }, key: "none", also: searxng },
      { name: "Dify", enter: { searxng_base_url: "{b}/search" }, key: "none", also: searxng },
      { name: "LobeChat", enter: { SEARXNG_URL: "{b}" }, key: "none", also: searxng },
      { name: "AnythingLLM", enter: { AGENT_SEARXNG_API_URL: "{b}/search" }, key: "none", also: searxng },
      { name: "LiteLLM", enter: { SEARXNG_API_BASE: "{b}" }, key: "`SEARXNG_API_KEY`", also: searxng },
      { name: "OpenClaw", enter: { SEARXNG_BASE_URL: "{b}" }, key: "none", also: searxng },
      { name: "Hermes", enter: { SEARXNG_URL: "{b}" }, key: "none", also: searxng },
      { name: "gpt-researcher", enter: { SEARX_URL: "{b}/" }, key: "none", also: searxng },
    ],
  },
  {
    title: "Tavily, Perplexity's search",
    about:
      "`POST /search`, `/extract`, `/crawl`, `/map` and `/research` speak the common search API; the answer of `/search` has the fields " +
      "of Perplexity's search API too (`id`, `results[].snippet`, `results[].date`), and takes its `search_*_filter` options and several " +
      "questions at once. `warnings` names the options that could not be honoured.",
    routes: ["POST `/search`, `/extract`, `/crawl`, `/map`, `/research`", "GET `/research/<id>`"],
    not: [
      "`auto_parameters`, `max_hours`, `output_schema`; `topic: finance` searches the web",
      "`last_updated_*_filter`, `search_mode` and `search_type` but `web`, `search_context_size`, `max_tokens_per_page`",
    ],
    apps: [
      {
        name: "@tavily/core",
        enter: { apiBaseURL: "{b}" },
        key: "`apiKey`: any, or the key",
        also: "test/tools/compat-search.test.ts",
      },
      {
        name: "tavily-python",
        enter: { api_base_url: "{b}" },
        key: "`api_key`",
        also: "test/tools/compat-pages.test.ts",
      },
      {
        name: "@langchain/tavily",
        enter: { apiBaseUrl: "{b}" },
        key: "`tavilyApiKey`",
        test: "langchain-tavily.test.ts",
      },
      {
        name: "langchain-tavily (Python)",
        enter: { api_base_url: "{b}" },
        key: "`tavily_api_key`",
        also: "test/tools/compat-search.test.ts",
      },
      { name: "@tavily/ai-sdk", enter: { apiBaseURL: "{b}" }, key: "`apiKey`", test: "tavily-ai-sdk.test.ts" },
      {
        name: "LibreChat",
        enter: { TAVILY_SEARCH_URL: "{b}/search", TAVILY_EXTRACT_URL: "{b}/extract" },
        key: "`TAVILY_API_KEY`",
        test: "librechat.test.ts",
      },
      {
        name: "LiteLLM",
        enter: { TAVILY_API_BASE: "{b}" },
        key: "`TAVILY_API_KEY`",
        also: "test/tools/compat-search.test.ts",
      },
      {
        name: "Hermes",
        enter: { TAVILY_BASE_URL: "{b}" },
        key: "`TAVILY_API_KEY`",
        also: "test/tools/compat-search.test.ts",
      },
      {
        name: "@perplexity-ai/perplexity_ai, search",
        enter: { "baseURL, or PERPLEXITY_BASE_URL": "{b}" },
        key: "`apiKey`",
        test: "perplexity.test.ts",
      },
      {
        name: "Open WebUI, `perplexity_search`",
        enter: { PERPLEXITY_SEARCH_API_URL: "{b}/search" },
        key: "`PERPLEXITY_API_KEY`",
        also: "test/clients/perplexity.test.ts",
      },
    ],
  },
  {
    title: "OpenAI's chat, Perplexity's Sonar",
    about:
      "The last thing that the user said is researched; the answer's `[n]` name `citations[n - 1]`. `tributary-mini` asks a few fast " +
      "engines, `tributary-pro` every one, and reads more pages; a name with pro, deep or reason in it is taken for the latter, any other " +
      "for the former. Titles, tags and the like that chat applications ask for besides are made without a search.",
    routes: ["POST `/v1/chat/completions`, also without `/v1`", "GET `/v1/models`"],
    not: [
      "tools, JSON answers, sampling options; system prompts and what was said before are not heeded",
      "a question of more than 2,000 characters",
    ],
    apps: [
      { name: "openai", enter: { baseURL: "{b}/v1" }, key: "`apiKey`: any, or the key", test: "openai.test.ts" },
      { name: "@ai-sdk/perplexity", enter: { baseURL: "{b}/v1" }, key: "`apiKey`", test: "ai-sdk.test.ts" },
      { name: "@ai-sdk/openai-compatible", enter: { baseURL: "{b}/v1" }, key: "`apiKey`", test: "ai-sdk.test.ts" },
      {
        name: "Open WebUI",
        enter: { OPENAI_API_BASE_URL: "{b}/v1" },
        key: "`OPENAI_API_KEY`",
        also: "test/http/openai.test.ts",
      },
      {
        name: "LibreChat",
        enter: { "endpoints.custom[].baseURL": "{b}/v1" },
        key: "`apiKey`",
        also: "test/http/openai.test.ts",
      },
      {
        name: "n8n, OpenAI credential",
        enter: { "Base URL": "{b}/v1" },
        key: "API Key",
        also: "test/http/openai.test.ts",
      },
    ],
  },
  {
    title: "Open WebUI's external services",
    about:
      "The web search engine, web loader and document loader named `external`. Pages that could not be read are told of in the header " +
      "`x-tributary-warnings`; where none could, that is an error. Files: HTML, PDF, Markdown, plain text, JSON, CSV, XML; 422 for what " +
      "has no text.",
    routes: ["POST `/openwebui/search`, `/openwebui/load`", "PUT `/openwebui/process`"],
    not: ["office documents, pictures, sound"],
    apps: [
      {
        name: "Open WebUI",
        enter: {
          EXTERNAL_WEB_SEARCH_URL: "{b}/openwebui/search",
          EXTERNAL_WEB_LOADER_URL: "{b}/openwebui/load",
          EXTERNAL_DOCUMENT_LOADER_URL: "{b}/openwebui",
        },
        key: "`EXTERNAL_WEB_SEARCH_API_KEY`, `EXTERNAL_WEB_LOADER_API_KEY`, `EXTERNAL_DOCUMENT_LOADER_API_KEY`",
        also: "test/clients/open-webui.test.ts",
      },
    ],
  },
  {
    title: "Exa",
    about:
      "Below `/exa`, and at the root: there `POST /search` is told from others' by Exa's own fields (`numResults`, `contents`, " +
      "`livecrawl`, `type`), or by the header `x-api-key` where no field is another's.",
    routes: ["POST `/exa/search`, `/exa/contents`, `/exa/answer`, `/exa/findSimilar`, also without `/exa`"],
    not: [
      "`findSimilar` has no index of likeness: it searches for the page's own title",
      "`summary`, `highlightScores`, `subpages`, `extras`, `outputSchema`, streamed searches; `livecrawl` and `maxAgeHours` are not heeded: pages are always read anew",
    ],
    apps: [
      {
        name: "exa-js",
        enter: { "new Exa(key, base)": "{b}/exa" },
        key: "the first argument: any, or the key",
        test: "exa.test.ts",
      },
      { name: "exa-py", enter: { base_url: "{b}/exa" }, key: "`api_key`", also: "test/clients/exa.test.ts" },
      { name: "LiteLLM", enter: { EXA_API_BASE: "{b}/exa" }, key: "`EXA_API_KEY`", also: "test/clients/exa.test.ts" },
    ],
  },
  {
    title: "Firecrawl, v1 and v2",
    about:
      "At the root, below `/v1` and `/v2`: scrape, map, search, crawl, batch, extract, parse and monitors in Firecrawl's shapes. Jobs are tasks, which " +
      "outlive the process. An option that cannot be honoured is named in `warning`. [firecrawl.md](firecrawl.md) has every format.",
    routes: [
      "POST `/v2/scrape`, `/v2/map`, `/v2/search`, `/v2/crawl`, `/v2/batch/scrape`, and the same below `/v1`",
      "GET, DELETE, WebSocket `/v2/crawl/{id}`, `/v2/batch/scrape/{id}`; their `/errors`, `/v2/crawl/active`",
      "POST `/v2/extract`, GET `/v2/extract/{id}`, POST `/v2/parse`, `/v2/monitor` and what is below it",
    ],
    not: [
      "agents and browser sessions: 501 with a sentence",
      "actions, `waitFor`, `mobile` and screenshots take a Chromium; extract, json, summary, answers and `prompt` of a crawl a language model",
    ],
    apps: [
      {
        name: "@mendable/firecrawl-js",
        enter: { apiUrl: "{b}" },
        key: "`apiKey`: any, or the key",
        test: "firecrawl-js.test.ts",
      },
      {
        name: "firecrawl-mcp",
        enter: { FIRECRAWL_API_URL: "{b}" },
        key: "`FIRECRAWL_API_KEY`",
        test: "firecrawl-mcp.test.ts",
      },
      {
        name: "firecrawl-aisdk",
        enter: { apiUrl: "{b}" },
        key: "`apiKey`",
        test: "firecrawl-aisdk.test.ts",
      },
      {
        name: "firecrawl-cli",
        enter: { "FIRECRAWL_API_URL, or --api-url": "{b}" },
        key: "`FIRECRAWL_API_KEY`, or `--api-key`",
        test: "firecrawl-cli.test.ts",
      },
      {
        name: "n8n, the community node for Firecrawl",
        enter: { "Base URL": "{b}/v2" },
        key: "API Key",
        also: "test/clients/firecrawl-n8n.test.ts",
      },
    ],
  },
  {
    title: "One line: `/r/<url>` and `/s/<query>`",
    about:
      "A page as Markdown, and what the engines find with the pages' content, as text; with `Accept: application/json` as JSON, with " +
      "`text/event-stream` as one event. Headers: `X-Return-Format` (`markdown`, `text`, `html`, `content`; for `/s` `no-content`), " +
      "`X-Target-Selector`, `X-Remove-Selector`, `X-Token-Budget` (fails above, 409), `X-Max-Tokens` (cuts), `X-Timeout` (seconds), " +
      "`X-With-Images-Summary`, `X-Site`. `/s` takes `num` or `count` (20 at most), `type=web|news` and `site`.",
    routes: ["GET, POST `/r/<url>`, `/r` with `url`", "GET, POST `/s/<query>`, `/s?q=`"],
    not: [
      "`X-Return-Format: screenshot` (`/page/screenshot?q=` is there), `X-Wait-For-Selector`, links' summaries, `type=images` (`/images/<source>?q=`)",
      "pages are always read anew, so that `X-No-Cache` has nothing to do",
    ],
    apps: [
      {
        name: "curl, fetch",
        enter: { address: "{b}/r/https://example.com" },
        key: "`Authorization: Bearer`",
        also: "test/http/reader.test.ts",
      },
    ],
  },
];
