import { firstValueFrom, fromEvent, identity, map, takeUntil, tap } from "rxjs";
import type { Client } from "../admission/client.ts";
import type { AnalysisFacts } from "../aggregate/analysis-facts.ts";
import { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { type PromptResponse, promptOperation } from "../operations/analysis.ts";
import { withDeadline } from "../operators/withDeadline.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import { forClient } from "../upstream/for-client.ts";
import { nameOf, wordsOf } from "./analyses.ts";
import { analysed } from "./analysing.ts";
import type { Measured } from "./measured.ts";
import type { McpDeps } from "./tool.ts";

/** Milliseconds that any prompt may take. */
const DEADLINE_MS = 300_000;

/** Values of an argument that are completed at most. */
const MOST_VALUES = 100;

/** Languages that a request may name, the frame's own first. */
const LANGUAGES = ["en", "fr", "de", "es", "it", "pt", "ru", "nl"];
const REGIONS = ["US", "FR", "DE", "ES", "IT", "PT", "RU", "GB", "EU"];

/** The analyses that have a prompt, as the protocol lists them. */
export const promptsOf = (all: readonly AnalysisFacts[]) =>
  all
    .filter(({ prompt }) => prompt)
    .map((facts) => ({
      name: nameOf(facts),
      title: facts.title,
      description: wordsOf(facts),
      arguments: [
        { name: "q", description: `${facts.q.describe}, for example ${facts.q.example}`, required: true },
        ...Object.entries(facts.parameters).map(([name, schema]) => ({ name, description: describedBy(schema) })),
        { name: "sources", description: "comma-separated ids: only these are asked" },
      ],
    }));

const describedBy = (schema: unknown): string => String(Object(schema).description ?? "");

/** Who waits for a prompt, and is told how it fares. */
interface Watching {
  readonly signal: AbortSignal;
  readonly onEvent: Measured["event"];
  readonly client: Client;
}

/**
 * A prompt's messages; fails as the analysis fails, and is cancelled with the request. It is admitted as a search is, and fails
 * with `overloaded` where it cannot begin in time.
 */
export async function promptMessages(
  facts: AnalysisFacts,
  given: Readonly<Record<string, string>>,
  deps: McpDeps,
  { signal, onEvent, client }: Watching,
) {
  const env = { ...deps.env, upstream: forClient(deps.env.upstream, client) };
  const text = await firstValueFrom(
    oneShot(
      analysed(promptOperation, facts, given, { ...deps, env }).pipe(tap<StreamEvent<PromptResponse>>(onEvent)),
    ).pipe(
      map(({ prompt }) => prompt),
      withDeadline(
        DEADLINE_MS,
        () => new SourceError("timeout", `The prompt was not there after ${DEADLINE_MS / 1000} s.`),
      ),
      deps.admission?.admitted("search", client) ?? identity,
      takeUntil(fromEvent(signal, "abort")),
    ),
    { defaultValue: undefined },
  );
  if (text === undefined) throw new SourceError("stopping", "The call was cancelled.");
  return {
    description: facts.title,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  };
}

/** What an argument that begins so may be: of a list of sources, its last one. */
export function completionsOf(facts: AnalysisFacts, name: string, begun: string): readonly string[] {
  if (name === "sources") {
    const [, before = "", last = ""] = /^(.*,)?\s*([^,]*)$/s.exec(begun) ?? [];
    const named = new Set(before.split(",").map((id) => id.trim()));
    return matching(
      facts.sources.filter((id) => !named.has(id)),
      last,
    ).map((id) => before + id);
  }
  if (name === "q") return matching([facts.q.example], begun);
  if (name === "language") return matching(LANGUAGES, begun);
  if (name === "region") return matching(REGIONS, begun);
  const { enum: choices } = Object(facts.parameters[name]);
  const words: readonly unknown[] = Array.isArray(choices) ? choices : [];
  return matching(words.includes("true") && words.includes("0") ? ["true", "false"] : words.map(String), begun);
}

const matching = (values: readonly string[], begun: string): readonly string[] =>
  values.filter((value) => value.toLowerCase().startsWith(begun.toLowerCase())).slice(0, MOST_VALUES);
