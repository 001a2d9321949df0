import { type Fields, number, text } from "../../kit/shape.ts";

/** A page of a crawl as its table shows it. */
export interface Row {
  readonly url: string;
  readonly title: string;
  readonly depth: number;
  /** `ok`, `duplicate`, or why it failed. */
  readonly status: string;
  readonly chars: number;
  /** Its number among the pages with a text; absent where it has none. */
  readonly page?: number;
  readonly error?: string;
}

interface Second {
  readonly at: number;
  count: number;
}

/** What a crawl has come to so far: fed with the events of its task. 100,000 pages are some 20 MB. */
export class Visited {
  readonly rows: Row[] = [];
  readonly statuses = new Map<string, number>();
  readonly hosts = new Map<string, number>();
  readonly seconds: Second[] = [];
  chars = 0;
  /** The task as it was last told. */
  task: Fields | undefined;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  take(event: string, data: Fields, id: string): void {
    if (event === "state" || event === "done") this.task = data;
    if (event === "page" || event === "failed") this.#row(rowOf(event, data, id));
  }

  /** The hosts with the most pages. */
  busiest(most: number): readonly (readonly [string, number])[] {
    return [...this.hosts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  }

  #row(row: Row): void {
    this.rows.push(row);
    this.chars += row.chars;
    const host = URL.parse(row.url)?.host ?? "";
    this.statuses.set(row.status, (this.statuses.get(row.status) ?? 0) + 1);
    if (host) this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1);
    const at = Math.floor(this.#now() / 1000);
    const last = this.seconds.at(-1);
    if (last?.at === at) last.count += 1;
    else this.seconds.push({ at, count: 1 });
  }
}

function rowOf(event: string, data: Fields, id: string): Row {
  const shared = { url: text(data["url"]), title: text(data["title"]), depth: number(data["depth"]) ?? 0 };
  if (data["disallowed"] === true) return { ...shared, status: "disallowed", chars: 0 };
  if (event === "failed")
    return { ...shared, status: text(data["code"]) || "failed", chars: 0, error: text(data["error"]) };
  if (data["duplicate_of"] !== undefined)
    return { ...shared, status: "duplicate", chars: 0, error: text(data["duplicate_of"]) };
  // The id of an event says how many pages there are with it.
  return { ...shared, status: "ok", chars: number(data["chars"]) ?? 0, page: Number(id.split(".")[0]) - 1 };
}
