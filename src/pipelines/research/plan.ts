import type { Config } from "../../config.ts";
import { SourceError } from "../../errors.ts";
import { engineNamed } from "../../sources/by-name.ts";
import type { Category } from "../../sources/define.ts";
import { readySources as readyOf } from "../../sources/ready.ts";
import type { RunEnv } from "../../sources/run.ts";
import type { Runnable } from "../../sources/source.ts";
import type { Shares } from "../deadlines.ts";
import { type Engine, engineOf } from "../search/engine.ts";
import type { RunOptions } from "../search/steps.ts";
import type { Gathering } from "./gather.ts";
import type { LanguageModel } from "./language-model.ts";
import type { OpenAiServer } from "./openai-server.ts";
import type { ResearchRequest } from "./request.ts";

/**
 * The engines of `mini`: four independent indexes (Bing's twice, for either may refuse; Brave's; Mojeek's; Google's
 * through Startpage), all of which answer one plain page within a second or two.
 */
export const MINI_ENGINES: readonly string[] = ["duckduckgo", "bing", "brave", "mojeek", "startpage"];

const MINI_DEADLINE_MS = 8_000;
const SUGGEST_DEADLINE_MS = 3_000;
/** The searches for a variant: the query's own results are there by then. */
const VARIANT_MS = 3_000;
const MAX_SUGGESTERS = 3;
/** Results that a page of several engines brings, about, once merged. */
const RESULTS_A_PAGE = { mini: 30, pro: 60 };

export interface PlanDeps extends RunOptions {
  readonly engines: readonly Engine[];
  readonly suggesters?: readonly Engine[];
  readonly noCache?: boolean;
  /** Results are shown as they come: every engine is waited for. */
  readonly streamed?: boolean;
}

/** Whom a request asks, and how. Throws `unknown-source` where `sources` names an engine that is none, or there is none. */
export function planOf(
  request: ResearchRequest,
  deps: PlanDeps,
  { searchMs, variantMs }: Pick<Shares, "searchMs" | "variantMs">,
): Gathering {
  const { query, model, max_results } = request;
  const { now, onFailure, deadlineMs = searchMs } = deps;
  const pro = model === "pro";
  return {
    ask: {
      q: query,
      pagecount: Math.ceil(max_results / RESULTS_A_PAGE[model]),
      noCache: deps.noCache ?? false,
      options: {},
    },
    engines: enginesFor(request, deps.engines),
    suggesters: pro ? (deps.suggesters ?? []).slice(0, MAX_SUGGESTERS) : [],
    variants: pro,
    settledResults: deps.streamed ? undefined : max_results,
    suggestMs: Math.min(SUGGEST_DEADLINE_MS, searchMs),
    variantMs: Math.min(VARIANT_MS, variantMs),
    run: { now, onFailure, deadlineMs: Math.min(deadlineMs, searchMs, ...(pro ? [] : [MINI_DEADLINE_MS])) },
  };
}

function enginesFor({ sources, model }: ResearchRequest, engines: readonly Engine[]): readonly Engine[] {
  if (sources) return sources.map((id) => engineNamed(id, engines));
  const fast = model === "mini" ? engines.filter(({ id }) => MINI_ENGINES.includes(id)) : [];
  const chosen = fast.length > 0 ? fast : engines.slice(0, model === "mini" ? MINI_ENGINES.length : undefined);
  if (chosen.length === 0) throw new SourceError("unknown-source", "There is no search engine to ask.");
  return chosen;
}

/** The engines and suggestion sources that are ready: those that lack no key. */
export function readySources(
  categories: readonly Category<Runnable>[],
  env: RunEnv,
): { readonly engines: readonly Engine[]; readonly suggesters: readonly Engine[] } {
  const ready = (category: string): readonly Engine[] =>
    readyOf(categories.find(({ id }) => id === category)?.sources ?? [], env).map((source) => engineOf(source, env));
  return { engines: ready("search"), suggesters: ready("suggest") };
}

/** The language model that the configuration names; undefined where it names none. */
export function languageModelOf(
  config: Pick<Config, "LLM_BASE_URL" | "LLM_MODEL" | "LLM_API_KEY" | "LLM_TIMEOUT_MS">,
): LanguageModel | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey, LLM_TIMEOUT_MS: timeoutMs } = config;
  return baseUrl === undefined || model === undefined ? undefined : { baseUrl, model, apiKey, timeoutMs };
}

/** The embeddings model that the configuration names beside the language model; undefined where it names none. */
export function embeddingsModelOf(
  config: Pick<Config, "LLM_BASE_URL" | "LLM_API_KEY" | "EMBEDDINGS_MODEL">,
): OpenAiServer | undefined {
  const { LLM_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model, LLM_API_KEY: apiKey } = config;
  return baseUrl === undefined || model === undefined ? undefined : { baseUrl, model, apiKey };
}
