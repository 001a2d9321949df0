import { from, type Observable } from "rxjs";
import { SourceError } from "../../../src/errors.ts";
import type { StreamEvent } from "../../../src/events.ts";
import type { Engine } from "../../../src/pipelines/search/engine.ts";
import type { SearchResponse } from "../../../src/pipelines/search/search.ts";
import type { Ask } from "../../../src/sources/run.ts";
import type { Item } from "../../../src/sources/source.ts";

export const ask: Ask = { q: "rxjs", pagecount: 1, noCache: false, options: {} };

export const page = (source: string, name: string): Item => ({
  source,
  title: name,
  url: `https://example.com/${name}`,
});

export const pages = (source: string, ...names: readonly string[]): Observable<Item> =>
  from(names.map((name) => page(source, name)));

/** An engine that answers with a stream, whatever it is asked. */
export const engine = (id: string, items$: Observable<Item>, rest: Partial<Engine> = {}): Engine => ({
  id,
  run: () => items$,
  ...rest,
});

export const blocked = new SourceError("blocked", "A captcha stands in the way.");

const last = (url: unknown): string => String(url).split("/").at(-1) ?? "";

/** An event in a few words. */
export function brief(event: StreamEvent<SearchResponse>): string {
  switch (event.event) {
    case "source": {
      const { data } = event;
      if (data.status === "started") return `${data.id} started`;
      return `${data.id} ${data.status} ${data.items} in ${data.time_ms} ms`;
    }
    case "result":
      return `${last(event.data.id)} #${event.data.rank} by ${String(event.data.item["engines"])}`;
    case "done": {
      const { items, sources, time_ms } = event.data;
      const found = items.map(({ url, engines }) => `${last(url)} by ${engines}`).join("; ");
      return `${found} | ${sources.map(({ id, status }) => `${id} ${status}`).join(", ")} | ${time_ms} ms`;
    }
    default:
      return event.event;
  }
}
