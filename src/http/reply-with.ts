import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom, fromEvent, identity, map, type Observable, takeUntil, tap } from "rxjs";
import { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { withDeadline } from "../operators/withDeadline.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import type { Face } from "./deps.ts";
import { failureFor, formatOf, refusalFor, wireOf } from "./failure.ts";
import { besideList, failureOfAll, SOURCES_HEADER, WARNINGS_HEADER } from "./formats/beside.ts";
import { ndjson, ndjsonLine, sse, sseEvent, withHeartbeat } from "./formats/events.ts";
import { CONTENT_TYPE, type Wire } from "./formats/negotiate.ts";
import { pictureIn, wantsPicture } from "./formats/picture.ts";
import { csvOf, csvRows, type Layout, xmlOf, xmlRows } from "./formats/rows.ts";
import { begun } from "./readable.ts";
import type { Watch } from "./watch.ts";

const FIVE_MINUTES = 300_000;

/** Answers that hold, or may hold, a recording say so. */
export const REPLAY_HEADER = "x-tributary-replay";

interface Answering {
  readonly layout?: Layout;
  /** The upstream that the events come from: says what the headers tell of it. */
  readonly watch?: Watch;
  /** What to say of the request itself, beside what the pipeline has to say. */
  readonly warnings?: readonly string[];
  /** What the answer travels as, where the request says so elsewhere than in its headers and `format`. */
  readonly wire?: Wire;
  /** Milliseconds that this answer may take, where it may take longer than any other. */
  readonly deadlineMs?: number;
}

/** Answers requests. */
export interface Replying {
  /**
   * Answers with a stream's events in whatever way the request asks for: whole as JSON, CSV or XML, or event by event as
   * SSE or NDJSON. What fails before anything was sent is answered with its status, later as an `error` event; a CSV or
   * XML document that has begun is broken off, and one whose list is empty because all failed is that failure. A client
   * that hangs up unsubscribes the stream at once.
   * To a request that accepts pictures first, an answer whose first item holds one is that picture.
   */
  events(
    events$: Observable<StreamEvent>,
    request: FastifyRequest,
    reply: FastifyReply,
    answering?: Answering,
  ): Promise<FastifyReply>;
  /**
   * Answers with server-sent events that are written already, with a heartbeat among them. What fails before anything was
   * sent is answered with its status, later as an `error` event. A client that hangs up unsubscribes the stream at once.
   */
  pieces(
    pieces$: Observable<string>,
    request: FastifyRequest,
    reply: FastifyReply,
    answering?: Pick<Answering, "watch">,
  ): Promise<FastifyReply>;
  /** Answers with a value that is there already. */
  value(answer: object, request: FastifyRequest, reply: FastifyReply, layout?: Layout): FastifyReply;
}

export function createReplying(face: Face): Replying {
  const { deadlineMs = FIVE_MINUTES, heartbeatMs, metrics, replayed, stopping } = face;
  const late = (ms: number) => (): SourceError =>
    new SourceError("timeout", `The answer was not complete after ${ms / 1000} s and was cut off.`);

  function label(reply: FastifyReply, watch: Watch | undefined): void {
    const cache = watch?.cache();
    if (cache) reply.header("x-tributary-cache", cache);
    if (watch && replayed.seen) reply.header(REPLAY_HEADER, "1");
  }

  async function sent(
    pieces$: Observable<string>,
    wire: Wire,
    request: FastifyRequest,
    reply: FastifyReply,
    watch: Watch | undefined,
    beside: () => Readonly<Record<string, string>> | undefined = () => undefined,
  ): Promise<FastifyReply> {
    const hungUp$ = fromEvent(reply.raw, "close");
    const readable = await begun(pieces$.pipe(takeUntil(hungUp$)), { farewell: farewellFor(wire, request) });
    if (reply.raw.destroyed) {
      readable.destroy();
      return reply.hijack();
    }
    label(reply, watch);
    if (wire === "csv" || wire === "xml") tell(reply, beside);
    if (wire === "sse") reply.header("cache-control", "no-cache").header("x-accel-buffering", "no");
    return reply.type(CONTENT_TYPE[wire]).send(readable);
  }

  return {
    async events(events$, request, reply, answering = {}) {
      const { layout = {}, watch, warnings = [], wire = wireOf(request) } = answering;
      const mostMs = Math.max(deadlineMs, answering.deadlineMs ?? 0);
      const observed$ = events$.pipe(
        withDeadline(mostMs, late(mostMs)),
        takeUntil(wire === "sse" || wire === "ndjson" ? stopping.now$ : stopping.late$),
        tap((event) => {
          if (event.event === "source" && event.data.status !== "started") metrics.source(event.data);
        }),
        warnings.length === 0 ? identity : map((event) => warned(event, warnings)),
      );
      if (wire === "json") {
        const answer$ = oneShot(observed$).pipe(takeUntil(fromEvent(reply.raw, "close")));
        const answer = await firstValueFrom(answer$, { defaultValue: undefined });
        if (answer === undefined) return reply.hijack();
        label(reply, watch);
        const picture = wantsPicture(request.headers.accept) ? pictureIn(answer) : undefined;
        if (picture) return reply.type(picture.type).send(picture.bytes);
        return reply.type(CONTENT_TYPE.json).send(JSON.stringify(answer));
      }
      if (wire !== "csv" && wire !== "xml")
        return sent(observed$.pipe(piecesFor(wire, layout, heartbeatMs)), wire, request, reply, watch);
      let beside: Readonly<Record<string, string>> | undefined;
      const listed$ = observed$.pipe(
        tap((event) => {
          if (event.event !== "done") return;
          const failure = failureOfAll(event.data, layout);
          if (failure) throw failure;
          beside = besideList(event.data);
        }),
        piecesFor(wire, layout, heartbeatMs),
      );
      return sent(listed$, wire, request, reply, watch, () => beside);
    },
    pieces(pieces$, request, reply, { watch } = {}) {
      const timed$ = pieces$.pipe(
        withDeadline(deadlineMs, late(deadlineMs)),
        takeUntil(stopping.now$),
        withHeartbeat(heartbeatMs),
      );
      return sent(timed$, "sse", request, reply, watch);
    },
    value(answer, request, reply, layout = {}) {
      const format = formatOf(request);
      const text = { json: () => JSON.stringify(answer), csv: () => csvOf(answer, layout), xml: () => xmlOf(answer) };
      return reply.type(CONTENT_TYPE[format]).send(text[format]());
    },
  };
}

/** What stands beside a table: in its headers, or after it where its first rows left before the answer was complete. */
function tell(reply: FastifyReply, beside: () => Readonly<Record<string, string>> | undefined): void {
  const known = beside();
  if (known) reply.headers(known);
  else
    for (const name of [SOURCES_HEADER, WARNINGS_HEADER])
      reply.trailer(name, (_reply, _payload, done) => done(null, beside()?.[name] ?? ""));
}

/** An `error` event for the streams of events; the documents have no place for one. */
function farewellFor(wire: Wire, request: FastifyRequest): ((thrown: unknown) => string) | undefined {
  const write = wire === "sse" ? sseEvent : wire === "ndjson" ? ndjsonLine : undefined;
  return (
    write &&
    ((thrown) => {
      const { error } = refusalFor(thrown);
      if (error.kind === "internal") request.log.error({ err: error.cause ?? error }, "internal failure");
      return write({ event: "error", data: failureFor(request, error) });
    })
  );
}

function piecesFor(wire: Exclude<Wire, "json">, layout: Layout, heartbeatMs: number | undefined) {
  switch (wire) {
    case "sse":
      return sse(heartbeatMs);
    case "ndjson":
      return ndjson();
    case "csv":
      return csvRows(layout);
    case "xml":
      return xmlRows(layout);
  }
}

/** The answer with the request's own warnings before the pipeline's. */
function warned(event: StreamEvent, warnings: readonly string[]): StreamEvent {
  if (event.event !== "done" || typeof event.data !== "object" || event.data === null) return event;
  const own = "warnings" in event.data && Array.isArray(event.data.warnings) ? event.data.warnings : [];
  return { event: "done", data: { ...event.data, warnings: [...warnings, ...own] } };
}
