import { z } from "zod";
import { plainly } from "./errors.ts";
import { TelemetryEnvironment } from "./telemetry-config.ts";
import { VERSION } from "./version.ts";

const flag = z.stringbool().default(false);
const port = z.coerce.number().int().min(0).max(65_535);
const milliseconds = z.coerce.number().int().positive();
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
/** The address of a proxy; plain `host:port` is one for HTTP, `socks:` is SOCKS 5. */
const proxy = z
  .string()
  .transform((text) => (text.includes("://") ? text : `http://${text}`).replace(/^socks:/i, "socks5:"))
  .pipe(z.url({ protocol: /^(https?|socks5h?)$/, error: "no http, https, socks5 or socks5h address" }))
  .refine((url) => !/%(?![0-9a-f]{2})/i.test(url.replace(/@[^@]*$/, "")), "a % in the credentials is written as %25")
  .optional();
const endpoint = z.string().regex(/^(\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/, "host:port");

/** Every environment variable the service reads, except the sources' own keys, which the registry names. */
export const Environment = z.object({
  HOST: z.string().default("127.0.0.1").describe("address to listen on"),
  PORT: port.default(9093).describe("REST port"),
  MCP_PORT: port.default(9094).describe("MCP port"),
  MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .positive()
    .default(2_000)
    .describe("connections open at once at each port; further ones are closed as they come"),
  API_KEYS: list.describe(
    "comma-separated keys: bearer tokens, also as X-API-Key, X-Subscription-Token, a password, api_key; empty: open to whoever reaches the port",
  ),
  KEYS_FILE: z
    .string()
    .optional()
    .describe(
      "file of keys with quotas, as tributary keys add writes it; default: keys.json under DATA_DIR; where it exists a key is needed",
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe(
      "where others reach the service, https://search.example; default: as a request's X-Forwarded-* and Host say",
    ),
  OPEN: flag.describe("serve beyond loopback without API_KEYS all the same: whoever reaches the port may use it"),
  ALLOWED_HOSTS: list.describe(
    "comma-separated names that a request may give as Host where the service listens on loopback without keys",
  ),
  CORS_ORIGINS: list.describe(
    "comma-separated origins whose pages' scripts may ask (https://app.example), or *; empty: none",
  ),
  UPSTREAM_GATEWAY: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("send every upstream request there instead"),
  HTTPS_PROXY: proxy.describe("proxy for upstream https requests: http, https, socks5 or socks5h"),
  HTTP_PROXY: proxy.describe("proxy for upstream http requests"),
  ALL_PROXY: proxy.describe("proxy for either, where it has none of its own"),
  NO_PROXY: list.describe("comma-separated hosts, addresses and CIDRs that are asked without a proxy; * for all"),
  WHOIS_SERVER: endpoint.optional().describe("host:port that answers every WHOIS question"),
  DNS_SERVER: endpoint.optional().describe("host:port that answers every DNS question"),
  ALLOW_PRIVATE_NETWORKS: list.describe("comma-separated CIDRs that user-chosen URLs may reach all the same"),
  USER_AGENT: z
    .string()
    .default(
      `Tributary/${VERSION.split(".", 2).join(".")} (self-hosted search for AI agents; USER_AGENT names its operator)`,
    )
    .describe("what we call ourselves where an upstream asks for the truth"),
  ENGINES: list.describe(
    "comma-separated ids of the engines that searches ask, in this order; -yandex leaves one out; empty: all whose keys are set",
  ),
  CONNECT_TIMEOUT_MS: milliseconds.default(8_000).describe("one connection to an upstream"),
  UPSTREAM_TIMEOUT_MS: milliseconds.default(20_000).describe("one upstream request, redirects and body included"),
  SEARCH_DEADLINE_MS: milliseconds
    .default(20_000)
    .describe("one engine's whole run within a search over all, one source of a batch"),
  MAX_BODY_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(20 * 1024 * 1024)
    .describe("one upstream body, decompressed"),
  MAX_WAITING_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(256 * 1024 * 1024)
    .describe("bodies in flight: uploads, upstream bodies, what waits for a reading process; past it 503"),
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(32 * 1024 * 1024)
    .describe("results and finished searches kept in memory"),
  REDIS_URL: z.url().optional().describe("share the result cache over Redis"),
  SOURCES_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("folder of sources of one's own: <category>/<id>.ts or .mjs, and sources.yaml; see docs/own-sources.md"),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe(
      "directory of state that outlives the process: tasks, page_changes, /monitor/track, prices of /product/intelligence",
    ),
  TASKS_REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      "tasks in Redis 7 or Valkey instead of DATA_DIR, worked on by all processes that have this address; it must not evict (maxmemory-policy noeviction)",
    ),
  TASKS_BODIES_DIR: z
    .string()
    .optional()
    .describe("folder, shared by all processes, for the pages of tasks in Redis; default: in Redis itself"),
  TASKS_VISITS: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(24)
    .describe(
      "pages that crawls in the background (async=true) visit at once in this process; 0: it takes orders and works on none",
    ),
  TASKS_UNITS: z.coerce
    .number()
    .int()
    .positive()
    .default(4)
    .describe("maps, batches, research and analyses in the background (async=true) under way at once in this process"),
  TASKS_MAX_PAGES: z.coerce
    .number()
    .int()
    .positive()
    .max(1_000_000)
    .default(100_000)
    .describe("pages of one task at most"),
  TASKS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(20 * 1024 ** 3)
    .describe("bytes of tasks.sqlite at most; past it no order is taken, and a task that has more to keep fails"),
  WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("signs webhooks: X-Tributary-Signature and X-Firecrawl-Signature are sha256=HMAC-SHA256 of the body"),
  WEBHOOK_RETRY_S: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, { error: "must be seconds, comma-separated" })
    .default("60,300,900")
    .transform((list) => list.split(",").map(Number))
    .describe("seconds until each further try of a webhook that was not delivered; then it is given up"),
  TASKS_KEEP_HOURS: z.coerce
    .number()
    .positive()
    .default(24)
    .describe("hours that an ended task is kept in tasks.sqlite under DATA_DIR"),
  TASKS_MAX_OPEN: z.coerce.number().int().positive().default(100).describe("open tasks of one API key; past it 429"),
  CHROMIUM_PATH: z.string().optional().describe("the headless browser; default: chromium on the PATH"),
  BROWSER_URL: list
    .refine((urls) => urls.every((url) => /^(?:wss?|https?):$/.test(URL.parse(url)?.protocol ?? "")), {
      error: "must be addresses that begin with ws://, wss://, http:// or https://, comma-separated",
    })
    .describe(
      "comma-separated addresses of browsers elsewhere that speak the Chrome DevTools Protocol; with one none is started here",
    ),
  BROWSER_PROXY: endpoint
    .optional()
    .describe(
      "host:port by which the browsers of BROWSER_URL reach this service: their requests come through its proxy on that port, which holds them to what may be reached",
    ),
  RENDER_DEFAULT: z
    .enum(["auto", "always", "never"])
    .default("auto")
    .describe("pages that need JavaScript: auto renders those that show no text without, where there is a browser"),
  RENDER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(8)
    .optional()
    .describe("pages in the browser at once; default: one for each core of the machine, 8 at most"),
  RENDER_PAGES_PER_BROWSER: z.coerce
    .number()
    .int()
    .positive()
    .default(50)
    .describe("pages that a browser shows before a new one takes its place"),
  RENDER_IDLE_SECONDS: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe("a browser without work for so long is closed"),
  RENDER_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(200)
    .default(1_500)
    .describe("memory of a browser with its pages: past it the largest page is ended; one page may hold 400 MB"),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("an OpenAI-compatible server that writes research answers, up to /chat/completions, e.g. …/v1"),
  LLM_MODEL: z.string().optional().describe("the model's name there; needed beside LLM_BASE_URL"),
  LLM_API_KEY: z.string().optional().describe("sent there as a bearer token"),
  EMBEDDINGS_MODEL: z
    .string()
    .optional()
    .describe("an embeddings model at LLM_BASE_URL (/embeddings): research ranks the passages of pages by it"),
  LLM_TIMEOUT_MS: milliseconds.default(120_000).describe("one whole answer of the language model"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("trace … error, silent; info logs one line per request without its query, debug with it; keys never"),
  REQUEST_LOG: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe("so many of the last requests are kept in memory for /requests, with what they asked; keys only by name"),
  TRIBUTARY_NO_PACE: flag.describe("do not space upstream requests (for replayed upstreams)"),
  ...TelemetryEnvironment.shape,
});

const Consistent = Environment.refine(
  ({ LLM_BASE_URL, LLM_MODEL }) => LLM_BASE_URL === undefined || LLM_MODEL !== undefined,
  { path: ["LLM_MODEL"], error: "is needed beside LLM_BASE_URL: the name of a model there" },
)
  .refine(({ LLM_BASE_URL, EMBEDDINGS_MODEL }) => LLM_BASE_URL !== undefined || EMBEDDINGS_MODEL === undefined, {
    path: ["EMBEDDINGS_MODEL"],
    error: "needs LLM_BASE_URL: the server where that model is",
  })
  .refine(
    ({ BROWSER_URL, BROWSER_PROXY, ALLOW_PRIVATE_NETWORKS }) =>
      BROWSER_URL.length === 0 || ALLOW_PRIVATE_NETWORKS.length === 0 || BROWSER_PROXY !== undefined,
    {
      path: ["BROWSER_PROXY"],
      error:
        "is needed where BROWSER_URL and ALLOW_PRIVATE_NETWORKS are set: a browser elsewhere has other private networks",
    },
  );

export type Config = z.output<typeof Environment>;

/** Variables that other programs read as well, and by either case. */
const EITHER_CASE = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"];

/**
 * The environment as one typed value; throws a line for each variable at fault. Blank variables count as unset; those of
 * proxies may be written in lower case.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const lower = EITHER_CASE.map((name): [string, string | undefined] => [name, env[name.toLowerCase()]]);
  const given = Object.fromEntries([...lower, ...Object.entries(env)].filter(([, value]) => value?.trim()));
  const read = Consistent.safeParse(given);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join(".")}: ${plainly(message)}`).join("\n"));
}
