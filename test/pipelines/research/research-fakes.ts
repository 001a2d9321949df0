import { from, type Observable } from "rxjs";
import type { StreamEvent } from "../../../src/events.ts";
import { statements } from "../../../src/pipelines/research/fitting.ts";
import { ResearchRequest, type ResearchResponse } from "../../../src/pipelines/research/index.ts";
import { withoutMarks } from "../../../src/pipelines/research/passages.ts";
import type { Engine } from "../../../src/pipelines/search/engine.ts";
import type { Item } from "../../../src/sources/source.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

export const noUpstream = replayUpstream(() => undefined);

export const topic = (rest: Partial<ResearchRequest> = {}): ResearchRequest => ({
  ...ResearchRequest.parse({ query: "Rhine length" }),
  ...rest,
});

export const hit = (source: string, name: string, snippet?: string): Item => ({
  source,
  title: name,
  url: `https://${name}.example.com/`,
  ...(snippet !== undefined && { snippet }),
});

/** An engine that answers each query with its own stream. */
export const asking = (id: string, answer: (q: string) => Observable<Item>, rest: Partial<Engine> = {}): Engine => ({
  id,
  run: ({ q }) => answer(q),
  ...rest,
});

export const engine = (id: string, ...items: readonly Item[]): Engine => asking(id, () => from(items));

/** An event in a few words. */
export function brief(event: StreamEvent<ResearchResponse>): string {
  switch (event.event) {
    case "source":
      return `${event.data.id} ${event.data.status}`;
    case "result":
      return `${String(event.data.item["title"])} #${event.data.rank} by ${String(event.data.item["engines"])}`;
    case "page":
      return `page ${String(event.data["url"])} ${String(event.data["passages"] ?? event.data["code"])}`;
    case "answer":
      return event.data.text;
    case "done":
      return `done ${event.data.usage.searches}/${event.data.usage.results_total} in ${event.data.response_time}`;
    default:
      return event.event;
  }
}

/** The statements of an answer that are not in what they cite, and those that cite nothing. */
export const unfounded = ({ answer, results }: ResearchResponse): readonly string[] =>
  statements(answer).filter((statement) => {
    const said = statement.replace(/ ?(?:\[\d+\])+$/, "");
    const cited = [...statement.matchAll(/\[(\d+)\]/g)].map(([, n]) => results[Number(n) - 1]?.content ?? "");
    return cited.length === 0 || !cited.every((text) => withoutMarks(text).replace(/\s+/g, " ").includes(said));
  });
