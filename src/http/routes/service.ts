import { z } from "zod";
import type { Tasks } from "../../tasks/tasks.ts";
import { VERSION } from "../../version.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { wantsPage } from "../formats/negotiate.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, failures } from "../schemas.ts";
import { StateBody, type States, statesOf } from "../source-states.ts";
import { TasksBody, tasksHealth } from "../task-figures.ts";
import type { ConsolePage } from "./console.ts";
import { probeRoutes } from "./health.ts";
import { ENGINES } from "./source-schemas.ts";

const BrowserBody = z
  .object({
    state: z
      .enum(["off", "idle", "ready", "busy", "recovering", "down"])
      .describe("off: there is none; idle: none runs; down: it was lost too often and rests"),
    kind: z.enum(["local", "remote"]),
    guard: z
      .enum(["proxy", "requests"])
      .describe("proxy: its requests come through ours; requests: a remote browser asks before each of them"),
    version: z.string().optional(),
    pages_open: z.int(),
    queued: z.int(),
    served: z.int().describe("pages rendered since the start"),
    rendered_1h: z.int(),
    restarts: z.int().describe("browsers that were lost"),
    memory_mb: z.int().optional(),
    last_error: z.object({ code: z.string(), error: z.string(), at: z.string() }).optional(),
  })
  .describe("the browser that pages are rendered in; asking starts none");

const HealthBody = z.object({
  success: z.literal(true),
  status: z.enum(["ok", "degraded"]).describe("degraded: more than half of the engines that were asked fail or rest"),
  reason: z.string().optional().describe("why it is degraded"),
  version: z.string(),
  uptime_s: z.int(),
  sources: z.array(StateBody).describe("every source asked since the start"),
  browser: BrowserBody.optional(),
  tasks: TasksBody.optional(),
});

const HomeBody = z.object({
  success: z.literal(true),
  name: z.string(),
  version: z.string(),
  parsers: z.int(),
  items: z.array(z.object({ path: z.string(), what: z.string() })),
});

/** `GET /health` and its probes, `GET /metrics`, and `GET /`, which is the console's page for a browser. */
export function serviceRoutes(app: App, face: AppContext, tasks: Tasks, replying: Responder, page: ConsolePage): void {
  const tags = ["service"];
  const { metrics, catalogue, env } = face;
  probeRoutes(app, face, tasks);
  app.get(
    "/health",
    {
      schema: {
        tags,
        operationId: "health",
        security: [],
        summary: "The service lives; how each source fares",
        querystring: Format,
        response: answers(HealthBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const stored = await tasksHealth(tasks);
      const states = env.upstream.circuitBreaker.states();
      const reason = degradation(face, states);
      const browser = env.upstream.rendering.state?.();
      const answer: z.output<typeof HealthBody> = {
        success: true,
        status: reason === undefined ? "ok" : "degraded",
        ...(reason !== undefined && { reason }),
        version: VERSION,
        uptime_s: Math.floor(process.uptime()),
        sources: [...statesOf(states), ...brokenOf(face)],
        ...(browser && { browser }),
        ...(stored && { tasks: stored }),
      };
      return replying.value(answer, request, reply, { list: "sources", entry: [StateBody] });
    },
  );
  app.get(
    "/metrics",
    {
      schema: {
        tags,
        operationId: "metrics",
        summary: "Prometheus metrics",
        response: {
          200: { description: "Prometheus' text format", content: { "text/plain": { schema: z.string() } } },
          "4xx": failures,
        },
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.get(
    "/",
    {
      schema: {
        tags,
        operationId: "home",
        security: [],
        summary: "What is here",
        description: "For a browser it is the console: a page to search from, and to see everything of the service.",
        querystring: Format,
        response: answers(HomeBody, { streams: false }),
      },
    },
    (request, reply) => {
      const { q, format } = rawParameters(request);
      const forPerson = format === undefined && wantsPage(request.headers.accept);
      // Clients of SearXNG that are given this address ask at it.
      if (q !== undefined && !forPerson) return reply.redirect(request.url.replace(/^\/?(?=\?)/, "/search"), 308);
      reply.header("vary", [reply.getHeader("vary"), "accept"].flat().filter(Boolean).join(", "));
      if (forPerson) return page(request, reply);
      const answer: z.output<typeof HomeBody> = {
        success: true,
        name: "Tributary",
        version: VERSION,
        parsers: catalogue.sources.length,
        items: HERE.map(([path, what]) => ({ path, what })),
      };
      return replying.value(answer, request, reply, { list: "items" });
    },
  );
}

const HERE = [
  ["/search?q=", "web search over all engines"],
  ["/search/<engine>?q=", "web search over one engine"],
  ["/<category>/<parser>?q=", "one parser"],
  ["/<family>/<analysis>?q=", "several sources folded into one answer: docs/analyses.md"],
  ["/<family>/<analysis>/llm?q=", "the same as a prompt of some 800 tokens"],
  ["/extract?q=", "a page's text"],
  ["/crawl?q=", "a site's pages"],
  ["/map?q=", "a site's addresses"],
  ["POST /research", "an answer with its sources; also in the common search API's words"],
  ["POST /batch", "several parsers at once"],
  ["POST /search, /extract, /crawl, /map", "the common search API, for its clients"],
  ["/searxng, /exa, /openwebui, /v1/chat/completions", "for clients of SearXNG, Exa, Open WebUI and OpenAI"],
  ["/r/<url>, /s/<query>", "a page as Markdown; what the engines find, with the pages"],
  ["/parsers", "every parser, with an example"],
  ["/health", "how the service and its sources fare"],
  ["/health/live, /health/ready", "probes for orchestrators"],
  ["/health/history, /health/sources", "the last 24 hours, of the service and of each source"],
  ["/setup", "keys, engines, what the service reaches, its configuration"],
  ["/requests", "the last requests, where REQUEST_LOG keeps them"],
  ["POST /doctor", "asks every source its own example"],
  ["/usage", "what a key has used, by day"],
  ["/metrics", "Prometheus metrics"],
  ["/docs", "the interface, to read and try"],
  ["/openapi.json", "the interface, OpenAPI 3.1"],
] as const;

/** Why the service is degraded: more than half of the engines that were asked fail. Undefined where it is not. */
function degradation({ categories }: AppContext, states: States): string | undefined {
  const engines = categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  const asked = engines.flatMap(({ id }) => {
    const state = states.get(id);
    return state ? [{ id, ...state }] : [];
  });
  const failing = asked.filter(({ consecutiveFailures, restingUntil }) => consecutiveFailures > 0 || restingUntil);
  if (failing.length * 2 <= asked.length) return undefined;
  const who = failing.map(({ id, lastError }) => `${id} (${lastError?.code ?? "resting"})`).join(", ");
  return `${failing.length} of the ${asked.length} engines that were asked fail: ${who}.`;
}

/** Sources of `SOURCES_DIR` that cannot be used fail from the start on. */
const brokenOf = ({ broken = [] }: AppContext): z.output<typeof StateBody>[] =>
  broken.map(({ id, error }) => ({
    id,
    state: "failing",
    last_error: { code: error.kind, error: error.message, at: STARTED },
    consecutive_failures: 1,
  }));

const STARTED = new Date().toISOString();
