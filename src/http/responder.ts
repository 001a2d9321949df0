import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  defer,
  firstValueFrom,
  fromEvent,
  identity,
  type MonoTypeOperatorFunction,
  map,
  type Observable,
  switchMap,
  takeUntil,
  tap,
} from "rxjs";
import type { StreamEvent } from "../events.ts";
import { cutOffAfter, OPERATION_MS } from "../pipelines/deadlines.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import { SHARE_OF_RESULTS } from "../upstream/cache-store.ts";
import type { AppContext } from "./app-context.ts";
import { costOf } from "./cost.ts";
import { failureFor, formatOf, refusalFor, wireOf } from "./failure.ts";
import { HEARTBEAT, ndjson, ndjsonLine, sse, sseEvent, withHeartbeat } from "./formats/events.ts";
import { jsonPieces } from "./formats/json-pieces.ts";
import { failureOfAll, metadataHeaders, SOURCES_HEADER, WARNINGS_HEADER } from "./formats/metadata-headers.ts";
import { CONTENT_TYPE, type Format, isStream, type Wire } from "./formats/negotiate.ts";
import { pictureIn, wantsPicture } from "./formats/picture.ts";
import { RawBody } from "./formats/raw-body.ts";
import { csvOf, csvRows, type Layout, xmlOf, xmlRows } from "./formats/rows.ts";
import type { RequestContext } from "./request-context.ts";
import { type CachedResponse, createResponseCache } from "./response-cache.ts";
import { toReadable } from "./to-readable.ts";

/** Answers that hold, or may hold, a recording say so. */
export const REPLAY_HEADER = "x-tributary-replay";

interface Answering {
  readonly layout?: Layout;
  /** The upstream that the events come from: says what the headers tell of it. */
  readonly watch?: RequestContext;
  /** What to say of the request itself, beside what the pipeline has to say. */
  readonly warnings?: readonly string[];
  /** What the answer travels as, where the request says so elsewhere than in its headers and `format`. */
  readonly wire?: Wire;
  /** Milliseconds that this answer may take; default `OPERATION_MS`. */
  readonly deadlineMs?: number;
  /** What the request comes to, in one form: its finished answer is held while all of it is fresh, unless a source failed. */
  readonly hold?: string;
}

/** Answers requests. */
export interface Responder {
  /**
   * Answers with a stream's events in whatever way the request asks for: whole as JSON, CSV or XML, or event by event as
   * SSE or NDJSON. What fails before anything was sent is answered with its status, later as an `error` event; a CSV or
   * XML document that has begun is broken off, and one whose list is empty because all failed is that failure. A client
   * that hangs up unsubscribes the stream at once.
   * To a request that accepts pictures first, an answer whose first item holds one is that picture. A whole answer that is
   * a `WrittenBody` goes out as it is. What cannot begin in time is refused with `overloaded`, as `admission` decides.
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
    answering?: Pick<Answering, "watch" | "deadlineMs">,
  ): Promise<FastifyReply>;
  /** Answers with the text that is made of a stream's answer, whole; fails and is cancelled as a whole answer is. Default type: plain text. */
  text<Response>(
    events$: Observable<StreamEvent<Response>>,
    made: (answer: Response) => Observable<string>,
    reply: FastifyReply,
    answering?: Pick<Answering, "watch" | "deadlineMs"> & { readonly type?: string },
  ): Promise<FastifyReply>;
  /** Answers with a value that is there already. */
  value(answer: object, request: FastifyRequest, reply: FastifyReply, layout?: Layout): FastifyReply;
  /** Answers with a value that never changes: written once per format, and every answer sends that one buffer. */
  fixed(answer: () => object, layout?: Layout): (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

export function createResponder(face: AppContext): Responder {
  const { admission, catalogue, heartbeatMs, metrics, replayed, requests, stopping } = face;
  const held = createResponseCache(face.config.CACHE_MAX_BYTES * (1 - SHARE_OF_RESULTS));
  const timeOf = (ms = OPERATION_MS): number => Math.min(ms, face.deadlineMs ?? ms);

  /** The answer's time begins when it may begin. */
  const admitted = <T>(request: FastifyRequest): MonoTypeOperatorFunction<T> =>
    request.hasRoom ? identity : admission.admitted(costOf(request, catalogue), face.clientOf(request));

  const counted = <Response>(request: FastifyRequest, event: StreamEvent<Response>): void => {
    requests.event(request, event);
    if (event.event === "page") request.pagesRead += 1;
    if (event.event === "source" && event.data.status !== "started") metrics.source(event.data);
  };

  function label(reply: FastifyReply, watch: RequestContext | undefined): void {
    const cache = watch?.cache();
    if (cache) reply.header("x-tributary-cache", cache);
    if (watch && replayed.seen) reply.header(REPLAY_HEADER, "1");
  }

  async function sent(
    pieces$: Observable<string>,
    wire: Wire,
    request: FastifyRequest,
    reply: FastifyReply,
    watch: RequestContext | undefined,
    beside: () => Readonly<Record<string, string>> | undefined = () => undefined,
  ): Promise<FastifyReply> {
    const hungUp$ = fromEvent(reply.raw, "close");
    const readable = await toReadable(pieces$.pipe(takeUntil(hungUp$)), {
      trailingErrorChunk: farewellFor(wire, request),
    });
    if (reply.raw.destroyed) {
      readable.destroy();
      return reply.hijack();
    }
    label(reply, watch);
    if (wire === "csv" || wire === "xml") tell(reply, beside);
    return travelling(reply, wire).send(readable);
  }

  /** Answers with what is held for the request. */
  function again({ body, ageMs, headers = {} }: CachedResponse, wire: Wire, reply: FastifyReply): FastifyReply {
    if (replayed.seen) reply.header(REPLAY_HEADER, "1");
    reply
      .header("x-tributary-cache", "hit")
      .header("age", Math.floor(ageMs / 1000))
      .headers(headers);
    return travelling(reply, wire).send(body);
  }

  return {
    async events(events$, request, reply, answering = {}) {
      const { layout = {}, watch, warnings = [], wire = wireOf(request), hold } = answering;
      const name = hold === undefined ? undefined : `${wire} ${hold}`;
      const before = name === undefined ? undefined : held.get(name);
      if (before) return again(before, wire, reply);
      let whole = true;
      let done = false;
      let beside: Readonly<Record<string, string>> | undefined;
      const observed$ = events$.pipe(
        cutOffAfter(timeOf(answering.deadlineMs)),
        admitted(request),
        takeUntil(isStream(wire) ? stopping.now$ : stopping.late$),
        tap((event) => {
          done ||= event.event === "done";
          counted(request, event);
          if (event.event !== "source" || event.data.status === "started") return;
          whole &&= event.data.status === "ok" || event.data.status === "empty";
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
        if (answer instanceof RawBody) {
          return reply.headers(answer.headers).type(answer.type).send(answer.text);
        }
        const pieces = jsonPieces(answer);
        const first = pieces.next();
        const second = pieces.next();
        // What is large is written as its reader takes it, and not held: it is made anew of the results that are.
        if (!first.done && !second.done)
          return reply.type(CONTENT_TYPE.json).send(Readable.from(following([first.value, second.value], pieces)));
        const body = Buffer.from(first.value ?? "");
        keep(body);
        return reply.type(CONTENT_TYPE.json).send(body);
      }
      const keeping = name === undefined ? identity : gathered(keep);
      if (wire !== "csv" && wire !== "xml")
        return sent(observed$.pipe(piecesFor(wire, layout, heartbeatMs), keeping), wire, request, reply, watch);
      const listed$ = observed$.pipe(
        tap((event) => {
          if (event.event !== "done") return;
          const failure = failureOfAll(event.data, layout);
          if (failure) throw failure;
          beside = metadataHeaders(event.data);
        }),
        piecesFor(wire, layout, heartbeatMs),
        keeping,
      );
      return sent(listed$, wire, request, reply, watch, () => beside);

      function keep(body: Buffer): void {
        const freshness = whole && done ? watch?.freshness() : undefined;
        if (name === undefined || !freshness) return;
        held.set(name, { body, ageMs: freshness.ageMs, ...(beside && { headers: beside }) }, freshness.leftMs);
      }
    },
    pieces(pieces$, request, reply, { watch, deadlineMs } = {}) {
      const timed$ = pieces$.pipe(
        cutOffAfter(timeOf(deadlineMs)),
        admitted(request),
        takeUntil(stopping.now$),
        withHeartbeat(heartbeatMs),
      );
      return sent(timed$, "sse", request, reply, watch);
    },
    async text(events$, made, reply, { watch, deadlineMs, type = "text/plain; charset=utf-8" } = {}) {
      const text$ = events$.pipe(
        cutOffAfter(timeOf(deadlineMs)),
        admitted(reply.request),
        takeUntil(stopping.late$),
        tap((event) => counted(reply.request, event)),
        (counted$) => oneShot(counted$),
        switchMap(made),
        takeUntil(fromEvent(reply.raw, "close")),
      );
      const text = await firstValueFrom(text$, { defaultValue: undefined });
      if (text === undefined) return reply.hijack();
      label(reply, watch);
      return reply.type(type).send(text);
    },
    value(answer, request, reply, layout = {}) {
      const format = formatOf(request);
      return reply.type(CONTENT_TYPE[format]).send(writtenAs(format, answer, layout));
    },
    fixed(answer, layout = {}) {
      const written = new Map<Format, Buffer>();
      return (request, reply) => {
        const format = formatOf(request);
        const body = written.get(format) ?? Buffer.from(writtenAs(format, answer(), layout));
        written.set(format, body);
        return reply.type(CONTENT_TYPE[format]).send(body);
      };
    },
  };
}

function* following(begun: readonly string[], rest: Iterable<string>): Generator<string, void> {
  yield* begun;
  yield* rest;
}

function writtenAs(format: Format, answer: object, layout: Layout): string {
  if (format === "json") return JSON.stringify(answer);
  return format === "csv" ? csvOf(answer, layout) : xmlOf(answer);
}

/** What stands beside a table: in its headers, or after it where its first rows left before the answer was complete. */
function tell(reply: FastifyReply, beside: () => Readonly<Record<string, string>> | undefined): void {
  const known = beside();
  if (known) reply.headers(known);
  else
    for (const name of [SOURCES_HEADER, WARNINGS_HEADER])
      reply.trailer(name, (_reply, _payload, done) => done(null, beside()?.[name] ?? ""));
}

/** The head of an answer that travels as `wire`. */
const travelling = (reply: FastifyReply, wire: Wire): FastifyReply =>
  (wire === "sse" ? reply.header("cache-control", "no-cache").header("x-accel-buffering", "no") : reply).type(
    CONTENT_TYPE[wire],
  );

/** Tells of the pieces as one text once they have all gone out; what keeps a connection alive is not among them. */
const gathered =
  (tell: (whole: Buffer) => void): MonoTypeOperatorFunction<string> =>
  (pieces$) =>
    defer(() => {
      const pieces: string[] = [];
      return pieces$.pipe(
        tap({
          next: (piece) => {
            if (piece !== HEARTBEAT) pieces.push(piece);
          },
          complete: () => tell(Buffer.from(pieces.join(""))),
        }),
      );
    });

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
