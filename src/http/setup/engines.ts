import { asksPublicInstance, mayAsk, readySources } from "../../sources/ready.ts";
import { missingKey, type RunEnv } from "../../sources/run.ts";
import type { ListedSource } from "../../sources/source.ts";

/** An engine, and whether searches that name none ask it. */
export interface DefaultEngine {
  readonly id: string;
  readonly title: string;
  readonly asked: boolean;
  /** A sentence. */
  readonly why: string;
}

/** Every engine: those that are asked first, in the order in which they are. */
export function defaultEngines(engines: readonly ListedSource[], env: RunEnv): readonly DefaultEngine[] {
  const ready = readySources(engines, env);
  const others = engines.filter((engine) => !ready.includes(engine));
  return [...ready, ...others].map((engine) => ({
    id: engine.id,
    title: engine.title,
    asked: ready.includes(engine),
    why: whyOf(engine, env),
  }));
}

function whyOf(engine: ListedSource, env: RunEnv): string {
  const missing = missingKey(engine, env);
  if (missing) return `It is not asked: ${missing} is not set.`;
  if (!mayAsk(engine, env)) return "It is not asked: ENGINES leaves it out.";
  if (asksPublicInstance(engine, env))
    return `It is not asked: ${engine.key?.instance} names no instance, and a public one is asked only by name.`;
  if (env.engines?.includes(engine.id)) return "It is asked: ENGINES names it.";
  const { state, restingUntil } = env.upstream.circuitBreaker.state(engine.id);
  if (state === "resting") return `It is asked, and rests until ${restingUntil}.`;
  return engine.key ? "It is asked: its key is set, or it works without." : "It is asked: it needs no key.";
}
