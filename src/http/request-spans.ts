import type { FastifyRequest } from "fastify";
import { type Span, type Tracing, tracing } from "../tracing/tracing.ts";
import { type App, rawParameters } from "./app-context.ts";
import { isInside } from "./internal-requests.ts";

/** What a request came to, in the words of the metrics. */
interface Ending {
  readonly status: number;
  readonly face: string;
  readonly operation: string;
  readonly outcome: string;
}

interface RequestSpans {
  /** Ends a request's span; `act` (its line of the log) belongs to it. */
  end(request: FastifyRequest, ending: Ending, act: () => void): void;
}

/** Asked every few seconds by machines: they would bury what people ask. */
const PROBES = /^\/(health(\/.*)?|metrics|healthz)$/;
/** From here on it is our failure; below, the caller's. */
const OUR_FAILURES = 500;

/**
 * Records a span for each request but probes: a child of what its `traceparent` says, or of the task that asks from inside.
 * Without tracing requests end as ever.
 */
export function spansOf(app: App, routeOf: (request: FastifyRequest) => string): RequestSpans {
  const to = tracing();
  return to ? recording(app, routeOf, to) : { end: (_request, _ending, act) => act() };
}

function recording(app: App, routeOf: (request: FastifyRequest) => string, to: Tracing): RequestSpans {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook("onRequest", (request, _reply, done) => {
    const route = routeOf(request);
    if (PROBES.test(route)) return done();
    const { method, headers, protocol } = request;
    const span = to.begin(`${method} ${route}`, {
      kind: "server",
      parent: isInside() ? to.here() : to.from(headers),
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "url.scheme": protocol,
        "user_agent.original": headers["user-agent"],
      },
    });
    spans.set(request, span);
    to.at(span.context, done);
  });
  // What follows a body was brought by its socket, which belongs nowhere.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (!span) return done();
    const { q } = to.tellsQueries ? rawParameters(request) : {};
    if (typeof q === "string") span.set({ "tributary.query": q });
    to.at(span.context, done);
  });

  return {
    end(request, { status, face, operation, outcome }, act) {
      const span = spans.get(request);
      if (!span) return act();
      span.set({
        "http.response.status_code": status,
        "tributary.face": face,
        "tributary.operation": operation,
        "tributary.outcome": outcome,
      });
      if (status >= OUR_FAILURES) span.failed(outcome);
      to.at(span.context, act);
      span.end();
    },
  };
}
