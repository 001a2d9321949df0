import type { FastifyReply, FastifyRequest } from "fastify";
import { of } from "rxjs";
import { z } from "zod";
import { ran } from "../../operations/define.ts";
import { searchOperation } from "../../operations/search.ts";
import type { SearchResponse, SearchResult } from "../../pipelines/search/search.ts";
import { type Console, createConsole, favicon, POLICY, plainPage } from "../../web/console.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { notFound } from "../not-found.ts";
import type { Responder } from "../responder.ts";
import { words } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const HTML = "text/html; charset=utf-8";
/** The file's name carries a hash of what is in it. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Answers a browser with the page. */
export type ConsolePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const plainly = ({ title, url, snippet, engines }: SearchResult) => ({
  title: textIn(title),
  url: textIn(url),
  snippet: textIn(snippet),
  engines,
});

/** The console at `/`, `/ui/…` and `/docs`: one page, whose script shows every view; its files are read when first asked for. */
export function consoleRoutes(app: App, face: AppContext, replying: Responder): ConsolePage {
  const { catalogue } = face;
  let made: Console | undefined;
  let picture: Buffer | undefined;
  const console = (): Console => {
    made ??= createConsole();
    return made;
  };
  const page: ConsolePage = (request, reply) => {
    const { q } = rawParameters(request);
    const html = console().page({
      path: (request.originalUrl.split("?", 1)[0] ?? "/").slice(1),
      q: typeof q === "string" ? q : undefined,
      keys: face.keys.asksForKeys(),
      parsers: catalogue.sources.length,
    });
    return reply.header("content-security-policy", POLICY).type(HTML).send(html);
  };
  for (const path of ["/ui", "/ui/*", "/docs", "/docs/*"]) app.get(path, { schema: { hide: true } }, page);
  app.get(
    "/ui/assets/:file",
    { schema: { hide: true, params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const file = await console().file(request.params.file);
      if (!file) throw notFound(request.url, catalogue);
      return reply.header("cache-control", FOR_EVER).type(file.type).send(file.body);
    },
  );
  app.get(
    "/ui/plain",
    {
      config: { cost: "search" },
      schema: { hide: true, querystring: z.object({ q: words("what to search for", "rxjs backpressure") }) },
    },
    (request, reply) => {
      const { q } = request.query;
      const { scope } = scopeFor(face, request);
      const events$ = ran(searchOperation, { query: q, pagecount: 1 }, { ...scope, whole: true, streamed: true });
      reply.header("content-security-policy", POLICY);
      return replying.text(events$, ({ items }: SearchResponse) => of(plainPage(q, items.map(plainly))), reply, {
        type: HTML,
      });
    },
  );
  app.get("/favicon.ico", { schema: { hide: true } }, (_request, reply) => {
    picture ??= favicon();
    return reply.header("cache-control", "public, max-age=86400").type("image/x-icon").send(picture);
  });
  return page;
}
