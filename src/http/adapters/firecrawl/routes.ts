import type { FastifyReply, FastifyRequest, FastifySchemaCompiler, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import { notSupported } from "../../../pipelines/scrape/failure.ts";
import type { Tasks } from "../../../tasks/tasks.ts";
import type { App, AppContext } from "../../app-context.ts";
import type { Responder } from "../../responder.ts";
import type { Sockets } from "../../sockets.ts";
import { failing } from "./errors.ts";
import { CHECKING, EXTRACTING } from "./inside.ts";
import { VERSIONS } from "./version.ts";

const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

const facing = () => import("./face.ts");
const mapping = () => import("./maps.ts");
const searching = () => import("./searches.ts");
const crawling = () => import("./crawls.ts");
const batching = () => import("./batches.ts");
const previewing = () => import("./crawl-prompt.ts");
const showing = () => import("./status.ts");
const telling = () => import("./job-errors.ts");
const counting = () => import("./team.ts");
const extracting = () => import("./extracts.ts");
const parsing = () => import("./parses.ts");
const watching = () => import("./watching.ts");
const monitoring = () => import("./monitors.ts");
const reviewing = () => import("./monitor-checks.ts");
const checking = () => import("./checks.ts");

const Params = z.object({ id: z.string() });
const idOf = ({ params }: FastifyRequest): string => checked(Params, params).id;

/** What is not offered, and what does it here instead. */
const NOT_OFFERED: readonly (readonly [path: string, sentence: string])[] = [
  ["/v2/agent", "Agents are not offered; POST /research answers a question from pages it finds itself."],
  ["/v2/browser", "Browser sessions are not offered; POST /v2/scrape reads single pages."],
  ["/v2/scrape/:id/interact", "Sessions with a page are not offered; POST /v2/scrape reads single pages."],
  ["/v2/search/research", "Research over a search is not offered here; POST /research does it."],
  ["/v2/search/developer", "A search of code is not offered here; GET /parsers lists sources of code and papers."],
  ["/v1/deep-research", "Deep research is not offered here; POST /research does it."],
  ["/v1/llmstxt", "llms.txt files are not written here; GET /map and POST /v2/crawl give a site's pages."],
];

/**
 * Firecrawl's API, both versions, at the root: clients that know a base address alone put `/v1` and `/v2` behind it. What
 * answers is imported by the first who asks.
 */
export function firecrawlRoutes(app: App, face: AppContext, tasks: Tasks, sockets: Sockets, replying: Responder): void {
  const options = { config: { failing }, validatorCompiler: asGiven, schema: { hide: true } };
  const serving = { face, replying };
  const jobs = { face, tasks };
  for (const version of VERSIONS) {
    app.post(`/${version}/scrape`, options, async (request, reply) =>
      (await facing()).scraped(serving, version, request, reply),
    );
    app.post(`/${version}/map`, options, async (request, reply) =>
      (await mapping()).mapped(serving, version, request, reply),
    );
    app.post(`/${version}/search`, options, async (request, reply) =>
      (await searching()).searched(serving, version, request, reply),
    );
    app.post(`/${version}/crawl`, options, async (request, reply) =>
      (await crawling()).orderedCrawl(jobs, version, request, reply),
    );
    app.post(`/${version}/batch/scrape`, options, async (request, reply) =>
      (await batching()).orderedBatch(jobs, version, request, reply),
    );
    for (const url of [`/${version}/crawl/active`, `/${version}/crawl/ongoing`])
      app.get(url, options, async (request, reply) => (await showing()).active(jobs, request, reply));
    for (const path of ["crawl", "batch/scrape"]) {
      const url = `/${version}/${path}/:id`;
      app.get(url, options, async (request, reply) => (await showing()).status(jobs, idOf(request), request, reply));
      app.delete(url, options, async (request, reply) =>
        (await showing()).cancelled(jobs, idOf(request), request, reply),
      );
      // The client of the first version asks by DELETE.
      for (const method of ["GET", "DELETE"] as const)
        app.route({
          ...options,
          method,
          url: `${url}/errors`,
          handler: async (request, reply) => (await telling()).errors(jobs, idOf(request), request, reply),
        });
    }
    app.post(`/${version}/extract`, options, async (request, reply) =>
      (await extracting()).orderedExtract(jobs, version, request, reply),
    );
    app.get(`/${version}/extract/:id`, options, async (request, reply) =>
      (await extracting()).extractStatus(jobs, idOf(request), request, reply),
    );
    app.delete(`/${version}/extract/:id`, options, async (request, reply) =>
      (await extracting()).cancelledExtract(jobs, idOf(request), request, reply),
    );
    sockets.serve(
      new RegExp(`^/${version}/(?:crawl|batch/scrape)/[^/]+$`),
      ({ pathname, search }) => pathname + search,
      async (socket) => {
        const id = decodeURIComponent(socket.url.pathname.split("/").at(-1) ?? "");
        return (await watching()).watched(jobs, version, id, socket);
      },
      async (socket) => (await watching()).unknownJob(socket),
    );
    for (const what of ["Credits", "Tokens"] as const) {
      const url = `/${version}/team/${what === "Credits" ? "credit" : "token"}-usage`;
      app.get(url, options, async () => (await counting()).usage(version, what));
      app.get(`${url}/historical`, options, async () => ({ success: true, periods: [] }));
    }
    app.get(`/${version}/team/queue-status`, options, async (request, reply) =>
      (await counting()).queueStatus(jobs, request, reply),
    );
    app.get(`/${version}/concurrency-check`, options, async (request, reply) =>
      (await counting()).concurrency(jobs, request, reply),
    );
  }
  app.post("/v2/crawl/params-preview", options, async (request, reply) =>
    (await previewing()).previewed(jobs, request, reply),
  );
  app.post(EXTRACTING, options, async (request, reply) => (await extracting()).extracted(serving, request, reply));
  app.register(async (files: App) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
    const bodyLimit = face.config.MAX_BODY_BYTES;
    files.post("/v2/parse", { ...options, bodyLimit }, async (request, reply) =>
      (await parsing()).parsed(serving, request, reply),
    );
  });
  monitorRoutes(app, options, serving, jobs);
  app.get("/v2/scrape/:id", options, async () => {
    throw new SourceError("not-found", "Job not found");
  });
  for (const url of ["/v2/feedback", "/v2/search/:id/feedback"])
    app.post(url, options, async (request) => {
      request.log.debug({ feedback: request.body }, "a client of Firecrawl gave feedback");
      return { success: true, feedbackId: request.id, creditsRefunded: 0 };
    });
  for (const [path, sentence] of NOT_OFFERED) {
    const refuse = async (_request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
      throw notSupported(sentence);
    };
    for (const url of [path, `${path}/*`]) app.all(url, options, refuse);
  }
}

/** Monitors: schedules whose checks look at pages and tell what has changed. */
function monitorRoutes(
  app: App,
  options: RouteShorthandOptions,
  serving: { readonly face: AppContext; readonly replying: Responder },
  jobs: { readonly face: AppContext; readonly tasks: Tasks },
): void {
  const at = (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    answers: (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<FastifyReply>,
  ) =>
    app.route({
      ...options,
      method,
      url: `/v2/monitor${path}`,
      handler: (request, reply) => answers(request, reply, path.includes(":id") ? idOf(request) : ""),
    });
  at("POST", "", async (...asked) => (await monitoring()).created(jobs, ...asked));
  at("GET", "", async (...asked) => (await monitoring()).listed(jobs, ...asked));
  at("GET", "/:id", async (...asked) => (await monitoring()).shown(jobs, ...asked));
  at("PATCH", "/:id", async (...asked) => (await monitoring()).changed(jobs, ...asked));
  at("DELETE", "/:id", async (...asked) => (await monitoring()).removed(jobs, ...asked));
  at("POST", "/:id/run", async (...asked) => (await reviewing()).run(jobs, ...asked));
  at("GET", "/:id/checks", async (...asked) => (await reviewing()).checks(jobs, ...asked));
  app.get("/v2/monitor/:id/checks/:check", options, async (request, reply) =>
    (await reviewing()).checkShown(jobs, request, reply, checked(CheckParams, request.params)),
  );
  app.post(CHECKING, options, async (request, reply) => (await checking()).checkedNow(serving, request, reply));
}

const CheckParams = z.object({ id: z.string(), check: z.string() });
