import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultIfEmpty, defer, forkJoin, of, switchMap } from "rxjs";
import { z } from "zod";
import { engineOf } from "../../pipelines/search/engine.ts";
import { type SearchResponse, type SearchResult, search } from "../../pipelines/search/search.ts";
import { readySources } from "../../sources/ready.ts";
import { type Console, createConsole, favicon, POLICY, plainPage } from "../../web/console.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { notFound } from "../not-found.ts";
import { logging } from "../researching.ts";
import type { Responder } from "../responder.ts";
import { words } from "../schemas.ts";
import { ENGINES } from "./source-schemas.ts";

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
  const listed = face.categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  app.get(
    "/ui/plain",
    {
      config: { cost: "search" },
      schema: { hide: true, querystring: z.object({ q: words("what to search for", "rxjs backpressure") }) },
    },
    (request, reply) => {
      const { q } = request.query;
      const events$ = defer(() => forkJoin(listed.map(({ code }) => code))).pipe(
        defaultIfEmpty([]),
        switchMap((engines) =>
          search(
            { q, pagecount: 1, noCache: false, options: {}, whole: true },
            {
              engines: readySources(engines, face.env).map((source) => engineOf(source, face.env)),
              deadlineMs: face.config.SEARCH_DEADLINE_MS,
              onFailure: logging(request.log, "an engine failed"),
            },
          ),
        ),
      );
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
