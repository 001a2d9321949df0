import type { FastifyBaseLogger } from "fastify";
import type { Observable } from "rxjs";
import type { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { ran } from "../operations/define.ts";
import { researchOperation } from "../operations/research.ts";
import { withinTokens } from "../pipelines/budget/fit.ts";
import { fitResearch } from "../pipelines/research/fitting.ts";
import type { ResearchRequest, ResearchResponse, ResearchResult } from "../pipelines/research/index.ts";
import type { Freshness } from "../sources/run.ts";
import type { Upstream } from "../upstream/types.ts";
import type { AppContext } from "./app-context.ts";

/** Logs what is our own fault: the answer holds the sentence only. */
export const logging =
  (log: FastifyBaseLogger, what: string) =>
  (who: string, error: SourceError): void => {
    if (error.kind === "internal") log.error({ err: error.cause ?? error, who }, what);
  };

interface Researching extends Freshness {
  readonly upstream: Upstream;
  readonly log: FastifyBaseLogger;
  readonly maxTokens?: number | undefined;
  /** Milliseconds for all; default: `writingMs`. */
  readonly timeMs?: number | undefined;
  readonly streamed?: boolean;
  readonly onResults?: (results: readonly ResearchResult[]) => void;
}

/** Research over all that is ready. */
export const researching = (
  order: ResearchRequest,
  { config, env, catalogue }: AppContext,
  { upstream, log, maxTokens, timeMs, streamed, onResults, no_cache, max_age }: Researching,
): Observable<StreamEvent<ResearchResponse>> =>
  ran(
    researchOperation,
    { ...order, no_cache, max_age },
    {
      config,
      env: { ...env, upstream },
      catalogue,
      timeoutMs: timeMs,
      onFailure: logging(log, "a part of research failed"),
      onResults,
      streamed,
    },
  ).pipe(withinTokens(maxTokens, fitResearch));
