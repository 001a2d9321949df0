import type { Server } from "node:http";
import fastify, { type FastifyRequest, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { lastValueFrom, type Subscription } from "rxjs";
import { createAdmission } from "../admission/admission.ts";
import type { CostClass } from "../admission/classes.ts";
import { createKeys, type Keys } from "../keys/keys.ts";
import { watchAdmission } from "../metrics/classes.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { serveOneAtATime } from "../pipelining.ts";
import { catalogueFor } from "../sources/by-name.ts";
import { createTaskCounts } from "../tasks/counts.ts";
import { createTasks, type Tasks } from "../tasks/tasks.ts";
import { exaRoutes } from "./adapters/exa/routes.ts";
import { pageForms } from "./adapters/firecrawl/forms.ts";
import { firecrawlRoutes } from "./adapters/firecrawl/routes.ts";
import { openaiRoutes } from "./adapters/openai/routes.ts";
import { openWebuiRoutes } from "./adapters/openwebui/routes.ts";
import { readerRoutes } from "./adapters/reader/routes.ts";
import { searxngRoutes } from "./adapters/searxng/routes.ts";
import { type App, type AppContext, rawParameters, type ServerDeps } from "./app-context.ts";
import { clientsOf, requireKeys } from "./auth.ts";
import { readJson } from "./bodies.ts";
import { admitBodies } from "./body-admission.ts";
import { answerClientError, keepBeginnings } from "./client-errors.ts";
import { compressAnswers } from "./compress.ts";
import { allowOrigins } from "./cors.ts";
import { costOf } from "./cost.ts";
import { refuse } from "./failure.ts";
import { checkLengths, READ_HEADER_BYTES } from "./header-limits.ts";
import { checkHost, checkOrigin } from "./host.ts";
import { askInside } from "./internal-requests.ts";
import { loggerOf } from "./logging.ts";
import { answerUnrouted, withoutTrailingSlash } from "./not-found.ts";
import { createOrdering } from "./ordering.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id.ts";
import { createRequestLog } from "./request-log.ts";
import { operationsOf, recordRequests } from "./request-metrics.ts";
import { logging } from "./researching.ts";
import { createResponder, REPLAY_HEADER } from "./responder.ts";
import { analysisRoutes } from "./routes/analyses.ts";
import { analysisListRoute } from "./routes/analyses-list.ts";
import { batchRoute } from "./routes/batch.ts";
import { commonApiRoutes } from "./routes/common-api.ts";
import { consoleRoutes } from "./routes/console.ts";
import { crawlRoutes } from "./routes/crawl.ts";
import { doctorRoute } from "./routes/doctor.ts";
import { documentationRoutes } from "./routes/documentation.ts";
import { extractRoute } from "./routes/extract.ts";
import { historyRoutes } from "./routes/history.ts";
import { mapRoute } from "./routes/map.ts";
import { mcpRoute } from "./routes/mcp.ts";
import { parserRoutes } from "./routes/parsers.ts";
import { requestRoutes } from "./routes/requests.ts";
import { researchRoutes } from "./routes/research.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { searchRoutes } from "./routes/search.ts";
import { serviceRoutes } from "./routes/service.ts";
import { setupRoute } from "./routes/setup.ts";
import { sourceRoutes } from "./routes/sources.ts";
import { suggestionRoute } from "./routes/suggestions.ts";
import { taskEventsRoute } from "./routes/task-events.ts";
import { pausingRoutes } from "./routes/task-pausing.ts";
import { taskResultsRoute } from "./routes/task-results.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { thumbnailRoutes } from "./routes/thumbnails.ts";
import { usageRoute } from "./routes/usage.ts";
import { createSockets } from "./sockets.ts";
import { closeStalledClients } from "./stalled-clients.ts";
import { stoppable } from "./stopping.ts";
import { openTasks, taskSeries } from "./task-figures.ts";
import { worksOnly } from "./works-only.ts";

/** Milliseconds in which a client must have sent its request whole. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for those that have not. */
const TIMEOUT_CHECK_MS = 1_000;
const STALLED_MS = 30_000;
/**
 * An answer's end is watched by its connection's queue, the drain, the counters, the room of its body, and the stages of its stream
 * (Node's own put two each): eleven for a stream of a POST, and none is added while it flows. Node warns above ten.
 */
const MAX_CLOSE_LISTENERS = 16;

/**
 * The REST face: a route for every source, search, extraction, crawl, map, research, the analyses, batches, the common search API, and
 * what the service says of itself. Not listening yet; `close()` and `drain()` end the streams under way, but not the
 * upstream, which is the caller's.
 */
export function createServer(deps: ServerDeps): App {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, stalledMs = STALLED_MS } = deps;
  const app: App = fastify<Server>({
    logger: deps.log ?? loggerOf(deps.config),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: requestIdOf,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      maxHeaderSize: READ_HEADER_BYTES,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = "/" }) => withoutTrailingSlash(url),
    // The compilers that Fastify brings need not be loaded: ours are set below.
    schemaController: { compilersFactory: { buildValidator: unwanted, buildSerializer: unwanted } },
    clientErrorHandler: (error, socket) => answerClientError(app.log, error, socket),
    frameworkErrors: (error, request, reply) => {
      // A URL that cannot be read has no query yet, and goes past the hooks.
      reply.header(REQUEST_ID_HEADER, request.id);
      request.given = Object.fromEntries(new URLSearchParams(request.raw.url?.split("?")[1]));
      return refuse(request, reply, error);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.server.maxConnections = deps.config.MAX_CONNECTIONS;
  closeStalledClients(app.server, stalledMs);
  serveOneAtATime(app.server);
  keepBeginnings(app.server);
  app.removeContentTypeParser("text/plain");
  readJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));

  const catalogue = catalogueFor(deps.categories);
  const metrics = deps.metrics ?? createMetrics(deps.env.upstream);
  const keys = deps.keys ?? ownKeys(app, deps.config, metrics);
  const admission = deps.admission ?? createAdmission();
  if (!deps.metrics) watchAdmission(metrics, admission);
  const face: AppContext = {
    ...deps,
    admission,
    clientOf: clientsOf(deps.weightOf ?? keys.weightOf),
    catalogue,
    metrics,
    keys,
    requests: createRequestLog(deps.config.REQUEST_LOG),
    stopping: stoppable(app),
    replayed: { seen: deps.replay ?? false },
  };
  const replying = createResponder(face);

  const operations = operationsOf(catalogue);
  recordRequests(app, face, operations);
  app.addHook("onRequest", async (_request, reply) => void reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS));
  app.addHook("onRequest", checkLengths);
  if (deps.worksOnly) worksOnly(app);
  checkHost(app, deps.config, keys);
  allowOrigins(app, deps.config.CORS_ORIGINS);
  checkOrigin(app, deps.config, keys);
  app.decorateRequest("given");
  app.addHook("preValidation", async (request) => {
    request.given = rawParameters(request);
  });
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-content-type-options", "nosniff").header(REQUEST_ID_HEADER, request.id);
    if (deps.replay) reply.header(REPLAY_HEADER, "1");
    if (String(reply.getHeader("content-type")).startsWith("text/html"))
      reply.header("x-frame-options", "DENY").header("referrer-policy", "no-referrer");
  });
  const cost = (request: FastifyRequest): CostClass => costOf(request, catalogue);
  requireKeys(app, keys, cost);
  admitBodies(app, { clientOf: face.clientOf, costOf: cost, admission });
  answerUnrouted(app, catalogue);

  const webhooks = new Map<string, number>();
  const counting = createTaskCounts();
  const tasks = createTasks({
    counting,
    dataDir: deps.config.DATA_DIR,
    ...(deps.config.TASKS_REDIS_URL && {
      redis: {
        url: deps.config.TASKS_REDIS_URL,
        bodiesDir: deps.config.TASKS_BODIES_DIR,
        log: (message: string) => app.log.warn(message),
      },
    }),
    visits: deps.config.TASKS_VISITS,
    keepMs: deps.config.TASKS_KEEP_HOURS * 3_600_000,
    units: deps.config.TASKS_VISITS === 0 ? 0 : deps.config.TASKS_UNITS,
    maxOpen: deps.config.TASKS_MAX_OPEN,
    maxPages: deps.config.TASKS_MAX_PAGES,
    maxBytes: deps.config.TASKS_MAX_BYTES,
    runUnit: askInside(app),
    webhooks: {
      secret: deps.config.WEBHOOK_SECRET,
      retryMs: deps.config.WEBHOOK_RETRY_S.map((seconds) => seconds * 1000),
      onDelivered: (outcome) => void webhooks.set(outcome, (webhooks.get(outcome) ?? 0) + 1),
    },
    forms: pageForms(deps.config, deps.env.upstream),
    upstream: deps.env.upstream,
    onFailure: logging(app.log, "a page of a task could not be read"),
    onBroken: (err) => app.log.error({ err }, "the engine of tasks failed, and begins again"),
  });
  // What is under way is given back at once, so that others can go on with it.
  face.stopping.now$.subscribe({ error: () => tasks.stop() });
  for (const series of taskSeries(tasks, webhooks, counting)) metrics.series(series);
  app.decorate("tasks", tasks);
  sampleHistory(app, metrics, tasks);
  const ordering = createOrdering(face, tasks);
  const sockets = createSockets(app, deps.stalledMs);
  if (deps.worksOnly) app.addHook("onReady", async () => tasks.resume());
  app.addHook("onListen", async () => tasks.resume());
  app.addHook("preClose", () => lastValueFrom(tasks.close(), { defaultValue: undefined }));

  compressAnswers(app);
  app.register(async (routes: App) => {
    documentationRoutes(routes, face);
    searchRoutes(routes, face, replying);
    sourceRoutes(routes, face, replying);
    extractRoute(routes, face, replying);
    crawlRoutes(routes, face, ordering, replying);
    taskRoutes(routes, face, tasks, replying);
    pausingRoutes(routes, face, tasks, replying);
    taskResultsRoute(routes, face, tasks, replying);
    taskEventsRoute(routes, face, tasks, sockets);
    scheduleRoutes(routes, tasks, ordering, replying);
    mapRoute(routes, face, ordering, replying);
    researchRoutes(routes, face, tasks, ordering, replying);
    analysisRoutes(routes, face, ordering, replying);
    batchRoute(routes, face, ordering, replying);
    analysisListRoute(routes, replying);
    commonApiRoutes(routes, face, replying);
    parserRoutes(routes, face, replying);
    suggestionRoute(routes, face, replying);
    serviceRoutes(routes, face, tasks, replying, consoleRoutes(routes, face, replying));
    usageRoute(routes, face, replying);
    historyRoutes(routes, face, replying);
    doctorRoute(routes, face, replying);
    thumbnailRoutes(routes, face, replying);
    requestRoutes(routes, face, replying);
    setupRoute(routes, face, tasks, replying);
    mcpRoute(routes, face);
    searxngRoutes(routes, face, replying);
    openaiRoutes(routes, face, replying);
    openWebuiRoutes(routes, face, replying);
    readerRoutes(routes, face, replying);
    exaRoutes(routes, face, replying);
    firecrawlRoutes(routes, face, tasks, sockets, replying);
  });
  return app;
}

/** The history is written while the server listens. */
function sampleHistory(app: App, { history }: Metrics, tasks: Tasks): void {
  let written: Subscription | undefined;
  app.addHook("onListen", async () => {
    written ??= history.sampled(openTasks(tasks)).subscribe({
      error: (err: unknown) => app.log.error({ err }, "the history is written no longer"),
    });
  });
  app.addHook("preClose", async () => written?.unsubscribe());
}

/** Keys that nobody shares: they end with the server. */
function ownKeys(app: App, config: ServerDeps["config"], metrics: Metrics): Keys {
  const keys = createKeys(config, { log: (message) => app.log.error(message) });
  metrics.series(keys.series);
  app.addHook("onClose", () => keys.close());
  return keys;
}

const unwanted = (): never => {
  throw new TypeError("Schemas are zod's here.");
};
