import { type Fields, fields, number, text } from "../../kit/shape.ts";
import { type Row, Rows } from "./rows.ts";

interface Pace {
  /** Seconds since 1970, one after another. */
  readonly times: readonly number[];
  readonly pages: readonly number[];
}

/** The pace is kept of so many seconds, the last ones. */
const PACE_SECONDS = 900;

/** What a crawl has come to so far: fed with the events of its task. */
export class Visited {
  readonly rows = new Rows();
  readonly statuses = new Map<string, number>();
  readonly hosts = new Map<string, number>();
  chars = 0;
  /** Of the pages, as they came over the network; 0 where the job tells none. */
  bytes = 0;
  /** Pages by second, of those that came while this page was open. */
  readonly #paced = new Map<number, number>();
  /** The rows that were there before, which come all at once. */
  #before: number | undefined;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  take(event: string, data: Fields, id: string): void {
    if (event === "state") this.#before ??= kept(fields(data["pages"]));
    if (event !== "page" && event !== "failed") return;
    this.bytes += number(data["bytes"]) ?? 0;
    this.#row(rowOf(event, data, id));
  }

  /** The hosts with the most pages. */
  busiest(most: number): readonly (readonly [string, number])[] {
    return [...this.hosts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  }

  /** Pages a second since this page follows the job; a second in which none came is 0. */
  pace(): Pace {
    const [first] = this.#paced.keys();
    const last = Math.floor(this.#now() / 1000);
    if (first === undefined) return { times: [], pages: [] };
    const from = Math.max(first, last - PACE_SECONDS + 1);
    // The second that runs is not whole.
    const times = Array.from({ length: Math.max(0, last - from) }, (_, index) => from + index);
    return { times, pages: times.map((at) => this.#paced.get(at) ?? 0) };
  }

  #row(row: Row): void {
    this.rows.push(row);
    this.chars += row.chars;
    const host = URL.parse(row.url)?.host ?? "";
    this.statuses.set(row.status, (this.statuses.get(row.status) ?? 0) + 1);
    if (host) this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1);
    if (this.rows.length <= (this.#before ?? 0)) return;
    const at = Math.floor(this.#now() / 1000);
    this.#paced.set(at, (this.#paced.get(at) ?? 0) + 1);
    for (const second of this.#paced.keys()) {
      if (second > at - PACE_SECONDS) break;
      this.#paced.delete(second);
    }
  }
}

/** The rows that a task's counts stand for. */
const kept = (pages: Fields): number =>
  ["kept", "failed", "disallowed", "duplicates"].reduce((sum, name) => sum + (number(pages[name]) ?? 0), 0);

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
