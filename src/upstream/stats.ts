import type { Observable } from "rxjs";
import type { QueueState } from "../admission/queue-state.ts";
import { createDurations, type DurationCounts } from "./durations.ts";

/** How often a cache answered: from what it held, from another's flight, with a value past its time, or by asking. */
export interface CacheCounts {
  hit: number;
  joined: number;
  stale: number;
  miss: number;
}

export interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  /** By the category of the source that the value is of. */
  readonly kinds: ReadonlyMap<string, Readonly<CacheCounts>>;
}

/** Connections to upstreams. */
export interface SocketStats {
  readonly connected: number;
  /** Idle, kept for the next request. */
  readonly free: number;
  /** Requests on a socket. */
  readonly running: number;
  /** Requests that wait for a socket. */
  readonly waiting: number;
}

/** What the upstream does at the moment. */
export interface UpstreamStats {
  readonly sockets: SocketStats;
  /** Requests that wait for their turn at a host, and those under way. */
  readonly pace: QueueState;
  /** How long requests that were sent had waited for their turn, in all processes where they share their pace. */
  readonly paceWaits: DurationCounts;
  /** Pages in the browser. */
  readonly browser: QueueState;
  readonly renders: RenderCounts;
}

/** How the browser fares. */
export interface BrowserState {
  /** `off`: there is none; `idle`: none runs; `recovering`: one was lost within the last minute; `down`: it rests, having been lost too often. */
  readonly state: "off" | "idle" | "ready" | "busy" | "recovering" | "down";
  readonly kind: "local" | "remote";
  /** What holds its requests to the guard: our proxy, which they come through, or asking before each of them. */
  readonly guard: "proxy" | "requests";
  readonly version?: string;
  readonly pages_open: number;
  readonly queued: number;
  /** Pages rendered since the start, and in the last hour. */
  readonly served: number;
  readonly rendered_1h: number;
  /** Browsers that were lost. */
  readonly restarts: number;
  readonly memory_mb?: number;
  readonly last_error?: { readonly code: string; readonly error: string; readonly at: string };
}

/** Renderings since the start. */
interface RenderCounts {
  /** By `ok`, `cancelled` or the kind of failure. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Seconds of all together, waiting included. */
  readonly seconds: number;
}

const NOTHING: QueueState = { running: 0, waiting: 0, oldestMs: 0 };

/** What an upstream does that nobody asked yet. */
export const IDLE_STATS: UpstreamStats = {
  sockets: { connected: 0, free: 0, running: 0, waiting: 0 },
  pace: NOTHING,
  paceWaits: createDurations().read(),
  browser: NOTHING,
  renders: { outcomes: new Map(), seconds: 0 },
};

/** Another service that is set in the configuration, without which this one cannot answer as it should. */
export interface Dependency {
  readonly name: "redis" | "gateway" | "tasks";
  /** Asks it: completes where it answers, fails with the reason where it does not. */
  readonly check$: Observable<unknown>;
}
