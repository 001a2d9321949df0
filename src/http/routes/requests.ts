import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { whole } from "../../pipelines/parameters.ts";
import type { App, AppContext } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const RequestBody = z.object({
  id: z.string().describe("the request's id, as its answer's x-request-id said"),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  route: z.string(),
  face: z.string().describe("rest, or the service whose API was spoken"),
  operation: z.string(),
  key: z.string().optional().describe("the name of its key"),
  status: z.int(),
  outcome: z.string().describe("ok, cancelled, or the code of the failure"),
  ms: z.int(),
  cache: z.string().optional().describe("hit, miss or stale"),
  engines: z.int().describe("sources that were asked"),
  q: z.string().optional(),
});

const ListBody = z.object({
  success: z.literal(true),
  kept: z.int().describe("requests that are kept at most; 0: the log is off"),
  items: z.array(RequestBody).describe("the newest first"),
});

const SourceBody = z.object({
  id: z.string(),
  began_ms: z.int().optional().describe("milliseconds from when the request came"),
  ended_ms: z.int().optional(),
  status: z.string().optional(),
  items: z.int().optional(),
  error: z.string().optional(),
});

const OneBody = z.object({
  success: z.literal(true),
  ...RequestBody.omit({ engines: true, q: true }).shape,
  query: z.record(z.string(), z.unknown()).describe("without keys"),
  body: z.unknown().optional().describe("a JSON body, without keys"),
  sources: z.array(SourceBody),
});

const OFF = "The log of requests is off: REQUEST_LOG=100 keeps the last hundred in memory, with what they asked.";
const tags = ["service"];

/** `GET /requests` and `GET /requests/:id`: the last requests, where `REQUEST_LOG` says that they are kept. */
export function requestRoutes(app: App, { requests }: AppContext, replying: Responder): void {
  /** A key sees its own requests; a key of API_KEYS, and every caller where no keys are set, sees all. */
  const ownerOf = ({ holder }: FastifyRequest): string | undefined =>
    holder === undefined || holder.operator ? undefined : holder.id;
  app.get(
    "/requests",
    {
      schema: {
        tags,
        operationId: "requests",
        summary: "The last requests",
        description: `Off by default. ${OFF} A key of API_KEYS sees everybody's.`,
        querystring: Format.extend({ limit: whole(1, 1_000).default(100).describe("requests in the answer at most") }),
        response: answers(ListBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const items = requests
        .list(ownerOf(request))
        .slice(0, request.query.limit)
        .map(({ sources, query, body, ...entry }) => {
          const q = query["q"] ?? query["url"] ?? fieldIn(body, "query") ?? fieldIn(body, "q") ?? fieldIn(body, "url");
          return { ...entry, engines: sources.length, ...(typeof q === "string" && { q: q.slice(0, 200) }) };
        });
      reply.header("cache-control", "no-store");
      const answer: z.output<typeof ListBody> = { success: true, kept: requests.limit, items };
      return replying.value(answer, request, reply, { list: "items", entry: [RequestBody] });
    },
  );
  app.get(
    "/requests/:id",
    {
      schema: {
        tags,
        operationId: "request",
        summary: "One of the last requests, with when each source began and ended",
        params: z.object({ id: z.string().max(64).describe("as the list has it") }),
        querystring: Format,
        response: answers(OneBody, { streams: false }),
      },
    },
    async (request, reply) => {
      if (requests.limit === 0) throw new SourceError("not-found", OFF);
      const entry = requests.find(request.params.id, ownerOf(request));
      if (!entry) throw new SourceError("not-found", `No request of that id is among the last ${requests.limit}.`);
      reply.header("cache-control", "no-store");
      return replying.value({ success: true, ...entry }, request, reply, { list: "sources", entry: [SourceBody] });
    },
  );
}

const fieldIn = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? Object.entries(body).find(([known]) => known === name)?.[1] : undefined;
