import type { Server } from "node:http";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastify, { LogController } from "fastify";
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { requireKeys } from "./auth.ts";
import { createCatalogue } from "./catalogue.ts";
import { answerClientError, keepBeginnings } from "./client-errors.ts";
import { type App, type Face, type ServerDeps, written } from "./deps.ts";
import { refuse } from "./failure.ts";
import { checkLengths, READ_HEADER_BYTES } from "./lengths.ts";
import { measure } from "./measure.ts";
import { createMetrics } from "./metrics.ts";
import { giveUpStalled } from "./patience.ts";
import { createReplying, REPLAY_HEADER } from "./reply-with.ts";
import { batchRoute } from "./routes/batch.ts";
import { commonApiRoutes } from "./routes/common-api.ts";
import { crawlRoutes } from "./routes/crawl.ts";
import { extractRoute } from "./routes/extract.ts";
import { mapRoute } from "./routes/map.ts";
import { parserRoutes } from "./routes/parsers.ts";
import { researchRoutes } from "./routes/research.ts";
import { INTERFACE_VERSION, serviceRoutes } from "./routes/service.ts";
import { sourceRoutes } from "./routes/sources.ts";
import { answerUnrouted } from "./unrouted.ts";

/** Milliseconds in which a client must have sent its request whole. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for those that have not. */
const TIMEOUT_CHECK_MS = 1_000;
const STALLED_MS = 30_000;

/** The documentation's page loads nothing from elsewhere, and runs over plain HTTP too. */
const DOCS_POLICY =
  "default-src 'self'; base-uri 'self'; img-src 'self' data:; object-src 'none'; script-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The REST face: a route for every source, search, extraction, crawl, map, research, batches, the common search API, and
 * what the service says of itself. Not listening yet;
 * `close()` ends the streams under way, but not the upstream, which is the caller's.
 */
export function createServer(deps: ServerDeps): App {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, stalledMs = STALLED_MS } = deps;
  const app: App = fastify<Server>({
    logger: deps.log ?? { level: deps.config.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    http: {
      maxHeaderSize: READ_HEADER_BYTES,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // A URL that cannot be read has no query yet.
      request.given = Object.fromEntries(new URLSearchParams(request.raw.url?.split("?")[1]));
      return refuse(request, reply, error);
    },
  }).withTypeProvider<ZodTypeProvider>();
  keepBeginnings(app.server);
  giveUpStalled(app.server, stalledMs);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));

  const catalogue = createCatalogue(deps.categories);
  const metrics = createMetrics(deps.env.upstream.cache);
  const face: Face = { ...deps, catalogue, metrics, replayed: { seen: deps.replay ?? false } };
  const replying = createReplying(face);

  measure(app, metrics);
  app.addHook("onRequest", checkLengths);
  app.decorateRequest("given");
  app.addHook("preValidation", async (request) => {
    request.given = written(request);
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    if (deps.replay) reply.header(REPLAY_HEADER, "1");
    if (String(reply.getHeader("content-type")).startsWith("text/html"))
      reply.header("x-frame-options", "DENY").header("referrer-policy", "no-referrer");
  });
  requireKeys(app, deps.config.API_KEYS);
  answerUnrouted(app, catalogue);

  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tributary",
        version: INTERFACE_VERSION,
        description: "Self-hosted web search, extraction and open data for AI agents.",
      },
      tags: deps.categories.map(({ id, title }) => ({ name: id, description: title })),
      ...(deps.config.API_KEYS.length > 0 && {
        components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
        security: [{ key: [] }],
      }),
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: DOCS_POLICY,
    uiConfig: { validatorUrl: null, docExpansion: "none" },
  });
  app.register(async (routes: App) => {
    sourceRoutes(routes, face, replying);
    extractRoute(routes, face, replying);
    crawlRoutes(routes, face, replying);
    mapRoute(routes, face, replying);
    researchRoutes(routes, face, replying);
    batchRoute(routes, face, replying);
    commonApiRoutes(routes, face, replying);
    parserRoutes(routes, face, replying);
    serviceRoutes(routes, face, replying);
    let document: string | undefined;
    routes.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) => {
      document ??= JSON.stringify(app.swagger());
      return reply.type("application/json; charset=utf-8").send(document);
    });
  });
  return app;
}
