import { firstValueFrom } from "rxjs";
import type { AnalyseDeps } from "../../aggregate/analyse.ts";
import { layoutOf } from "../../aggregate/body.ts";
import type { Asked } from "../../aggregate/define.ts";
import { allAnalyses, analyses } from "../../aggregate/index.ts";
import type { AnalysisResponse } from "../../aggregate/response.ts";
import { checked, SourceError } from "../../errors.ts";
import { lazyImport } from "../../operators/lazyImport.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { refuseOtherSites } from "../host.ts";
import { AsyncParameter, type Ordering } from "../ordering.ts";
import { type RequestContext, requestContext } from "../request-context.ts";
import type { Responder } from "../responder.ts";
import { Format, unreadParameters } from "../schemas.ts";

/** Milliseconds beside the budget in which an answer is put together. */
const SPARE_MS = 5_000;

/** Without HEAD: what an answer marks as told must have been there to be seen. */
const SHOWN_WHOLE = { schema: { hide: true }, exposeHeadRoute: false, config: { cost: "search" } } as const;

/**
 * `GET /<family>/<name>` and `GET /<family>/<name>/llm` for every analysis. Its code is imported when it is first asked, and so is
 * what runs it.
 */
export function analysisRoutes(app: App, face: AppContext, ordering: Ordering, replying: Responder): void {
  for (const { path, code } of analyses) {
    app.get(path, SHOWN_WHOLE, async (request, reply) => {
      const analysis = await firstValueFrom(code);
      if (analysis.remembers) refuseOtherSites(request, face.config);
      const { async, webhook: _, ...given } = rawParameters(request);
      const Query = analysis.query.extend(Format.shape);
      const asked = analysis.read(given);
      if (checked(AsyncParameter, async)) return ordering.unit("analysis", request, reply);
      const watched = requestContext(face, request);
      return replying.events(events(asked, watched, request.log), request, reply, {
        layout: layoutOf(analysis, asked.rows),
        watch: watched,
        warnings: unreadParameters(given, Query),
        deadlineMs: asked.timeoutMs + SPARE_MS,
      });
    });
    app.get(`${path}/llm`, SHOWN_WHOLE, async (request, reply) => {
      const analysis = await firstValueFrom(code);
      const { prompt, remembers } = analysis;
      if (remembers) refuseOtherSites(request, face.config);
      if (!prompt) throw await promptless(path);
      // Whatever format is asked for, a prompt is text and its failure JSON.
      const { format: _, ...given } = rawParameters(request);
      request.given = given;
      const asked = analysis.read(given);
      const watched = requestContext(face, request);
      const prompted = (answer: AnalysisResponse) =>
        lazyImport(
          () => import("../../aggregate/prompt/render.ts"),
          ({ renderPrompt }) => renderPrompt(prompt, asked, answer),
        );
      const reached = (answer: AnalysisResponse) =>
        lazyImport(
          () => import("../../aggregate/prompt/render.ts"),
          ({ shownInPrompt }) => shownInPrompt(prompt, asked, answer),
        );
      return replying.text(events(asked, watched, request.log, reached), prompted, reply, {
        watch: watched,
        deadlineMs: asked.timeoutMs + SPARE_MS,
      });
    });
  }

  function events(
    asked: Asked,
    { upstream }: RequestContext,
    log: { error(fields: object, message: string): void },
    reached?: AnalyseDeps["reached"],
  ) {
    return lazyImport(
      () => import("../../aggregate/analyse.ts"),
      ({ analyse }) =>
        analyse(asked, {
          env: { ...face.env, upstream },
          ...(reached && { reached }),
          find: (id) => face.catalogue.find(id),
          onFailure: (what, error) => log.error({ err: error.cause ?? error, what }, "a part of an analysis failed"),
        }),
    );
  }
}

/** Analyses that are data and no prompt name those that have one. */
async function promptless(path: string): Promise<SourceError> {
  const paths = (await allAnalyses()).flatMap((analysis) => (analysis.prompt ? [`${analysis.path}/llm`] : []));
  return new SourceError("not-found", `${path} has no prompt. These have one: ${paths.join(", ")}.`);
}
