import { concat, concatMap, defer, from, type OperatorFunction } from "rxjs";
import type { StreamEvent } from "../../events.ts";
import type { ResearchResponse } from "../../pipelines/research/index.ts";
import { citedSources } from "./research-body.ts";

export interface ChunkOptions {
  readonly id: string;
  readonly input: string;
  readonly model: "mini" | "pro";
  /** Hold the text back until `done`, which may have shortened it. */
  readonly whole: boolean;
  readonly warnings: readonly string[];
  /** Seconds since 1970. */
  readonly now?: () => number;
}

type Source = ReturnType<typeof citedSources>[number];

/** Sources told of when the search is over. */
const MAX_TOLD = 20;

/**
 * Research as the chunks of a chat completion, in server-sent events: that the web is searched and what was found
 * (`tool_calls`), the answer's text as it is written (`content`), its sources (`sources`), then the bare event `done`.
 *
 *     events: s--r--r---a---a'--done|
 *     chunks: c---------fgt-t'--(gSd|)      c, f: search called, found; g: writing; t: text; S: sources; d: done
 *
 * Text that was sent cannot be taken back: where an answer is begun anew, the new one follows after a blank line.
 */
export function chatChunks(options: ChunkOptions): OperatorFunction<StreamEvent<ResearchResponse>, string> {
  const { id, input, model, whole, warnings, now = () => Math.floor(Date.now() / 1000) } = options;

  const chunk = (delta: object, more: object = {}, finish_reason: "stop" | null = null): string => {
    const choices = [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }];
    return `data: ${JSON.stringify({ id, object: "chat.completion.chunk", model, created: now(), choices, ...more })}\n\n`;
  };
  const called = (name: string, said: string, more: object = {}): string =>
    chunk({
      tool_calls: { type: "tool_call", tool_call: [{ name, id: `${id}-${name}`, arguments: said, ...more }] },
    });
  const responded = (name: string, said: string, more: object = {}): string =>
    chunk({
      tool_calls: { type: "tool_response", tool_response: [{ name, id: `${id}-${name}`, arguments: said, ...more }] },
    });

  return (events$) =>
    defer(() => {
      const found = new Map<string, { readonly rank: number; readonly source: Source }>();
      let searching = true;
      let writing = false;
      let sent = "";

      const searched = (): readonly string[] => {
        if (!searching) return [];
        searching = false;
        const sources = [...found.values()]
          .toSorted((a, b) => a.rank - b.rank)
          .slice(0, MAX_TOLD)
          .map(({ source }) => source);
        return [responded("WebSearch", `Found ${found.size} pages`, { sources })];
      };
      const text = (written: string): readonly string[] => {
        const further = written.startsWith(sent) ? written.slice(sent.length) : `\n\n${written}`;
        sent = written;
        const begun = writing ? [] : [called("Generating", "Writing the answer")];
        writing = true;
        return further ? [...begun, chunk({ content: further })] : begun;
      };

      const chunks$ = events$.pipe(
        concatMap((event): readonly string[] => {
          switch (event.event) {
            case "result": {
              const { title, url } = event.data.item;
              if (typeof url !== "string") return [];
              const favicon = new URL("/favicon.ico", url).href;
              const source = { title: typeof title === "string" ? title : url, url, favicon };
              found.set(event.data.id, { rank: event.data.rank, source });
              return [];
            }
            case "page":
              return searched();
            case "answer":
              return whole ? searched() : [...searched(), ...text(event.data.text)];
            case "done": {
              const { answer, warnings: own = [], truncated } = event.data;
              const said = [...warnings, ...own];
              const more = { ...(said.length > 0 && { warnings: said }), ...(truncated && { truncated }) };
              return [
                ...searched(),
                ...text(answer),
                responded("Generating", "Wrote the answer"),
                chunk({ sources: citedSources(event.data) }, more, "stop"),
                "event: done\n\n",
              ];
            }
            default:
              return [];
          }
        }),
      );
      return concat(from([called("WebSearch", `Searching the web for: ${input}`, { queries: [input] })]), chunks$);
    });
}
