import { map, type Observable } from "rxjs";
import { createDiscovery } from "../pipelines/crawl/discovery.ts";
import type { Arrival } from "../pipelines/crawl/frontier.ts";
import { crawlOptions } from "../pipelines/crawl/options.ts";
import { SeenKeys } from "../pipelines/crawl/seen.ts";
import { type VisitDeps, visitor } from "../pipelines/crawl/visitor.ts";
import { parseUrl } from "../sources/kit/ask/query.ts";
import { signedKey, type TaskEntry, type TaskVisit } from "./frontier.ts";
import { readOrder, type TaskRow } from "./order.ts";
import type { TaskStore } from "./store.ts";

/** How a process visits the addresses of one task. */
export interface Crawling {
  visit(entry: TaskEntry): Observable<Arrival<TaskEntry, TaskVisit>>;
  /** These are in the store: they need not be offered again. */
  known(keys: readonly bigint[]): void;
}

/** Reads a task's order as one that is to be crawled; throws where it cannot be read. */
export function crawlingOf({ id, body, sites }: TaskRow, store: TaskStore, deps: VisitDeps): Crawling {
  const order = readOrder(body);
  const options = crawlOptions.parse(order.options);
  const seen = new SeenKeys();
  const adopted: unknown = JSON.parse(sites);
  const discovery = createDiscovery(
    parseUrl(order.url.trim()),
    options,
    { knows: (key) => seen.has(key), admit: (key) => store.admit(id, signedKey(key)) },
    Array.isArray(adopted) ? adopted.map(String) : [],
  );
  const visit = visitor(options, deps, discovery);
  return {
    visit: (entry) =>
      visit(entry).pipe(
        map(
          ({ outcome, found = [], pace }): Arrival<TaskEntry, TaskVisit> => ({
            ...(outcome && { outcome: { ...outcome, entry, sites: discovery.own() } }),
            found: found.map((one) => ({ ...one, task: id })),
            ...(pace && { pace }),
          }),
        ),
      ),
    known(keys) {
      // With a breadth not all that is offered is kept.
      if (options.max_breadth === undefined) for (const key of keys) seen.add(key);
    },
  };
}
