import type { FastifyBaseLogger } from "fastify";
import type { Observable } from "rxjs";
import type { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { imported } from "../operators/imported.ts";
import { withinTokens } from "../pipelines/budget/fit.ts";
import { writingMs } from "../pipelines/deadlines.ts";
import type { ResearchRequest, ResearchResponse, ResearchResult } from "../pipelines/research/index.ts";
import type { Upstream } from "../upstream/types.ts";
import type { Face } from "./deps.ts";

/** Logs what is our own fault: the answer holds the sentence only. */
export const logging =
  (log: FastifyBaseLogger, what: string) =>
  (who: string, error: SourceError): void => {
    if (error.kind === "internal") log.error({ err: error.cause ?? error, who }, what);
  };

interface Researching {
  readonly upstream: Upstream;
  readonly log: FastifyBaseLogger;
  readonly maxTokens?: number | undefined;
  /** See `ResearchDeps`; default: `writingMs`. */
  readonly timeMs?: number | undefined;
  /** See `PlanDeps`. */
  readonly streamed?: boolean;
  /** See `ResearchDeps`. */
  readonly onResults?: (results: readonly ResearchResult[]) => void;
}

/** Research over all that is ready; its code is imported by the first who asks. */
export const researching = (
  order: ResearchRequest,
  face: Face,
  { upstream, log, maxTokens, timeMs = writingMs(face.config), streamed, onResults }: Researching,
): Observable<StreamEvent<ResearchResponse>> =>
  imported(
    () => import("../pipelines/research/index.ts"),
    ({ fitResearch, languageModelOf, readySources, research }) =>
      research(order, {
        ...readySources(face.categories, { ...face.env, upstream }),
        upstream,
        model: languageModelOf(face.config),
        deadlineMs: face.config.SEARCH_DEADLINE_MS,
        timeMs,
        onFailure: logging(log, "a part of research failed"),
        onResults,
        ...(streamed !== undefined && { streamed }),
      }).pipe(withinTokens(maxTokens, fitResearch)),
  );
