import type { Server } from "node:http";
import type { RouteOptions } from "fastify";
import fastify from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject, type ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { bodyOf } from "../../aggregate/body.ts";
import type { Analysis } from "../../aggregate/define.ts";
import { allAnalyses } from "../../aggregate/index.ts";
import { pathName } from "../../sources/by-name.ts";
import { categories as standard } from "../../sources/catalogue.ts";
import type { JsonSchema, ListedSource } from "../../sources/source.ts";
import { VERSION } from "../../version.ts";
import type { App, AppContext } from "../app-context.ts";
import { memoizeAsync } from "../memoize-async.ts";
import { answers, Format, failures, itemsBody, TruncatedBody } from "../schemas.ts";
import { dedupeSchemas } from "./dedupe-schemas.ts";
import { type Drawing, drawnInThread } from "./documentation-thread.ts";
import { ENGINES, type Schemed, searchEntries, searchQuery, sourceQuery } from "./source-schemas.ts";

/** What a reader looks for first; the categories follow. */
const CORE = [
  { name: "core", description: "Search, read pages, crawl, research: where to begin" },
  { name: "tasks", description: "Work in the background that outlives its request: status, results, cancel" },
  { name: "analyses", description: "Several sources folded into one answer, and the same as a prompt" },
  { name: "common search API", description: "The same for clients of the common search API, in its words" },
  { name: "parsers", description: "What each source is asked and answers" },
  { name: "service", description: "How the service fares" },
];

const DESCRIPTION = `Web search, page extraction, crawling, research and open data for AI agents, from one self-hosted process.

Every answer comes as JSON, as CSV or XML with \`format\`, and, where it grows, as events with \`Accept: text/event-stream\` or
\`application/x-ndjson\`. A failure is \`{ success: false, error, code, request_id }\` in every format. Begin with **core**; each
category below has one operation a source.`;

/** The description has one buffer, shared by all answers; `/docs/json` is its address in earlier versions. */
const ADDRESSES = ["/openapi.json", "/docs/json"];

/**
 * `GET /openapi.json`, which the console shows at `/docs` to read and try. What makes it is imported by the first who asks; it describes every route that is registered after this call, and the sources as the catalogue lists them.
 * That of the standard catalogue is made in a thread of its own, as it takes seconds.
 */
export function documentationRoutes(app: App, face: AppContext): void {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void routes.push(route));

  const drawing = face.categories === standard ? drawnInThread(face.config) : drawnHere(routes, face);
  app.addHook("onClose", () => drawing.close());

  const document = memoizeAsync(() => drawing.document());
  for (const address of ADDRESSES)
    app.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply.type("application/json; charset=utf-8").send(await document.get()),
    );
}

/** Draws the documentation of any other catalogue on this thread. */
const drawnHere = (routes: readonly RouteOptions[], face: AppContext): Drawing => ({
  async document() {
    const drawn = await drawnUp(routes, face);
    const document = Buffer.from(JSON.stringify(drawn.swagger()));
    await drawn.close();
    return document;
  },
  close: async () => undefined,
});

/** A server that has the same routes, and one for each source, answers none of them, and tells of all. */
async function drawnUp(routes: readonly RouteOptions[], { catalogue, categories, keys }: AppContext): Promise<App> {
  const { default: swagger } = await import("@fastify/swagger");
  const drawn: App = fastify<Server>({ exposeHeadRoutes: false }).withTypeProvider<ZodTypeProvider>();
  drawn.setValidatorCompiler(() => () => true);
  drawn.setSerializerCompiler(() => String);
  await drawn.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tributary",
        version: VERSION,
        description: DESCRIPTION,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This service" }],
      tags: [...CORE, ...categories.map(({ id, title }) => ({ name: id, description: title }))],
      security: [],
      ...(keys.asksForKeys() && {
        components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
        security: [{ key: [] }],
      }),
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => dedupeSchemas(jsonSchemaTransformObject(document)),
  });
  const handler = (): never => {
    throw new Error("This server only describes.");
  };
  const engines = categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  drawn.get(`/${ENGINES}`, { schema: searchOperation(engines.map(schemed)), handler });
  for (const { method, url, schema } of routes)
    if (method !== "HEAD" && schema && !schema.hide) drawn.route({ method, url, schema, handler });
  for (const source of catalogue.sources)
    drawn.get(`/${pathName(source)}`, { schema: sourceOperation(source), handler });
  for (const analysis of await allAnalyses()) {
    drawn.get(analysis.path, { schema: analysisOperation(analysis), handler });
    if (analysis.prompt) drawn.get(`${analysis.path}/llm`, { schema: promptOperation(analysis), handler });
  }
  await drawn.ready();
  return drawn;
}

function sourceOperation(source: ListedSource) {
  const { category, title, query, terms, docs } = source;
  const schemas = schemed(source);
  return {
    operationId: pathName(source).replace("/", "_"),
    tags: [category],
    summary: title,
    description: [query.describe, terms, `Upstream: ${docs}`].filter(Boolean).join("\n\n"),
    querystring: sourceQuery(schemas),
    response: answers(itemsBody(schemas.item)),
  };
}

function searchOperation(engines: readonly Schemed[]) {
  const [first = z.object(), ...others] = searchEntries(engines, true);
  const Item = others.length > 0 ? z.union([first, ...others]) : first;
  return {
    operationId: "search",
    tags: ["core"],
    summary: "Search all engines at once",
    description: "Results are merged by URL, scored and ranked. Fails only when every engine failed.",
    querystring: searchQuery(engines),
    response: answers(itemsBody(Item).extend({ truncated: TruncatedBody.optional() })),
  };
}

const operationIdOf = (path: string): string => path.slice(1).replace(/[/-]/g, "_");

function analysisOperation(analysis: Analysis) {
  const { path, title, describe, q, limits } = analysis;
  return {
    operationId: operationIdOf(path),
    tags: ["analyses"],
    summary: title,
    description: [describe, `q: ${q.describe}.`, ...limits].join("\n\n"),
    querystring: analysis.query.extend(Format.shape),
    response: answers(bodyOf(analysis)),
  };
}

function promptOperation({ path, title, query }: Analysis) {
  return {
    operationId: `${operationIdOf(path)}_llm`,
    tags: ["analyses"],
    summary: `${title}, as a prompt`,
    description: "The same analysis as a prompt of some 800 tokens in Markdown, for a chat model.",
    querystring: query.omit({ rows: true }),
    response: {
      200: { description: "The prompt", content: { "text/plain": { schema: z.string() } } },
      "4xx": failures,
      "5xx": failures,
    },
  };
}

/** A listed source's schemas as those that describe the routes: they say what they were made of, and check nothing. */
const schemed = ({ query, item }: ListedSource): Schemed => ({
  query: { ...query, options: saying(query.options) },
  item: saying(item),
});

function saying({ properties = {}, required = [], additionalProperties }: JsonSchema): z.ZodObject {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const field = z.unknown().meta(typeof schema === "object" ? { ...schema } : {});
    return [name, required.includes(name) ? field : field.optional()] as const;
  });
  const object = z.object(Object.fromEntries(fields));
  return additionalProperties === false || additionalProperties === undefined ? object : object.loose();
}
