import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifyServerOptions,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Observable } from "rxjs";
import type { Admission } from "../admission/admission.ts";
import type { Client, WeightOf } from "../admission/client.ts";
import type { Config } from "../config.ts";
import type { Keys } from "../keys/keys.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Catalogue } from "../sources/by-name.ts";
import type { Category } from "../sources/define.ts";
import type { BrokenSource } from "../sources/own/folder.ts";
import type { RunEnv } from "../sources/run.ts";
import type { ListedSource } from "../sources/source.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { RequestLog } from "./request-log.ts";

/** What the REST face is built on; nothing of it reads the process's environment. */
export interface ServerDeps {
  readonly config: Config;
  readonly env: RunEnv;
  /** What can be asked: see `sources/catalogue.ts`, and `listed` for sources whose code is there. */
  readonly categories: readonly Category<ListedSource>[];
  /** What of `SOURCES_DIR` cannot be used: told by `/health`. */
  readonly broken?: readonly BrokenSource[];
  /** Fastify's logging; default: `config.LOG_LEVEL` on standard output. */
  readonly log?: FastifyServerOptions["logger"];
  /** What is counted, where other faces count too; default: its own. */
  readonly metrics?: Metrics;
  /** What may begin, where other faces share the machine; default: its own. */
  readonly admission?: Admission;
  /** The share of a key beside others; default: all have the same. */
  readonly weightOf?: WeightOf;
  /** The keys that are asked for, where other faces ask for them too; default: its own. */
  readonly keys?: Keys;
  /** The server runs on recordings: every answer is labelled so. */
  readonly replay?: boolean;
  /** It works on tasks from the moment it is ready, and answers nothing but /health and /metrics. */
  readonly worksOnly?: boolean;
  /** Speaks the protocol of the tools (MCP) at `/mcp`; absent: they are not served at this port. */
  readonly tools?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Milliseconds that any answer may take, where that is less than its operation has. */
  readonly deadlineMs?: number;
  /** Milliseconds between two heartbeats of a stream of server-sent events; default 15,000. */
  readonly heartbeatMs?: number;
  /** Milliseconds in which a request must have arrived whole; default 30,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds for which a client may take nothing of its answer; default 30,000. */
  readonly stalledMs?: number;
}

/** How the answers under way learn that the service stops: each fails with `stopping`, and never says anything else. */
export interface Stopping {
  /** At once: for what has no end that is worth waiting for. */
  readonly now$: Observable<never>;
  /** When those who may still come to an end have had their time. */
  readonly late$: Observable<never>;
}

/** What the routes share. */
export interface AppContext extends ServerDeps {
  readonly catalogue: Catalogue;
  readonly metrics: Metrics;
  readonly keys: Keys;
  readonly stopping: Stopping;
  readonly admission: Admission;
  /** The last requests, where they are kept. */
  readonly requests: RequestLog;
  /** Who sends a request, as far as sharing goes. */
  readonly clientOf: (request: FastifyRequest) => Client;
  /** Whether an upstream has ever answered with a recording. */
  readonly replayed: { seen: boolean };
}

/** The server with routes typed by their zod schemas. */
export type App = FastifyInstance<
  Server,
  RawRequestDefaultExpression<Server>,
  RawReplyDefaultExpression<Server>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyInstance {
    /** Work that outlives its request, as `/tasks` shows it: a library's own orders go here. */
    readonly tasks: Tasks;
  }
  interface FastifyRequest {
    /** The query's parameters as they were before they were checked; see `written`. */
    given?: Readonly<Record<string, unknown>>;
    /** The code of the failure that the request was answered with, in whatever shape. */
    failedAs?: string;
    /** Pages that were read for it so far. */
    pagesRead: number;
  }
}

/** The query's parameters as they were written, each a text or a list of texts. */
export function rawParameters({ given, query }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (given) return given;
  return typeof query === "object" && query !== null ? { ...query } : {};
}
