import { firstValueFrom, of } from "rxjs";
import { layoutOf } from "../../aggregate/body.ts";
import { analyses } from "../../aggregate/index.ts";
import { checked } from "../../errors.ts";
import { analysisOperation, promptOperation } from "../../operations/analysis.ts";
import { begun } from "../../operations/define.ts";
import { SPARE_MS } from "../../pipelines/deadlines.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { refuseOtherSites } from "../host.ts";
import { AsyncParameter, type Ordering } from "../ordering.ts";
import type { Responder } from "../responder.ts";
import { Format, unreadParameters } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

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
      const { scope, watched } = scopeFor(face, request);
      const events$ = begun(analysisOperation, { analysis: path, parameters: given }, scope);
      return replying.events(events$, request, reply, {
        layout: layoutOf(analysis, asked.rows),
        watch: watched,
        warnings: unreadParameters(given, Query),
        deadlineMs: asked.timeoutMs + SPARE_MS,
      });
    });
    app.get(`${path}/llm`, SHOWN_WHOLE, async (request, reply) => {
      const analysis = await firstValueFrom(code);
      if (analysis.remembers) refuseOtherSites(request, face.config);
      // Whatever format is asked for, a prompt is text and its failure JSON.
      const { format: _, ...given } = rawParameters(request);
      request.given = given;
      const { scope, watched } = scopeFor(face, request);
      const deadlineMs = analysis.prompt ? analysis.read(given).timeoutMs + SPARE_MS : SPARE_MS;
      const events$ = begun(promptOperation, { analysis: path, parameters: given }, scope);
      return replying.text(events$, ({ prompt }) => of(prompt), reply, { watch: watched, deadlineMs });
    });
  }
}
