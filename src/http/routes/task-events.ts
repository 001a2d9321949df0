import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { flag } from "../../pipelines/parameters.ts";
import { BEGINNING, type Position, positionOf, type TaskEvent } from "../../tasks/events.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { App, AppContext } from "../app-context.ts";
import { wireOf } from "../failure.ts";
import { HEARTBEAT } from "../formats/events.ts";
import { CONTENT_TYPE } from "../formats/negotiate.ts";
import type { Sockets } from "../sockets.ts";
import { type Said, taskEvents } from "../task-event-stream.ts";
import { foundTask, shown, TaskParams } from "./tasks.ts";

const Query = z.object({
  after: z
    .string()
    .refine((text) => positionOf(text) !== undefined, { error: "must be the id of an event" })
    .optional()
    .describe("the id of the last event that was seen; the header Last-Event-ID says the same"),
  brief: flag(false).describe("pages without their text and pictures, with `chars`, how long the text is"),
});

const Page = z.looseObject({ raw_content: z.string().optional(), markdown: z.string().optional() });
/** Characters of any one text of a brief page at most. */
const LONGEST_BRIEF = 2_000;

interface Telling {
  readonly keepMs: number;
  readonly brief: boolean;
}

/** RFC 6455 §7.4.1. */
const NORMAL_CLOSURE = 1000;
const HEARTBEAT_MS = 15_000;
/** Milliseconds after which a client that lost its connection comes again. */
const RETRY = "retry: 2000\n\n";

/**
 * `GET /tasks/:id/events`: what a task tells, from its beginning or after an event, to its end; as server-sent events, or
 * NDJSON where `Accept` likes that better. A reader gets no more than it takes.
 */
export function taskEventsRoute(app: App, face: AppContext, tasks: Tasks, sockets: Sockets): void {
  const keepMs = face.config.TASKS_KEEP_HOURS * 3_600_000;
  const telling = { heartbeatMs: face.heartbeatMs ?? HEARTBEAT_MS, stopping: face.stopping };

  sockets.serve(
    /^\/tasks\/[^/]+\/events$/,
    ({ pathname, search }) => pathname.replace(/\/events$/, "") + search,
    async (socket) => {
      const id = decodeURIComponent(socket.url.pathname.split("/")[2] ?? "");
      const after = socket.url.searchParams.get("after") ?? undefined;
      const brief = socket.url.searchParams.get("brief") === "true";
      const said$ = taskEvents(tasks, id, positionIn(socket, after), telling);
      socket.onClose(() => void said$.return());
      for await (const said of said$)
        if ("events" in said) for (const event of said.events) await socket.send(jsonOf(event, { keepMs, brief }));
        else if ("beat" in said) socket.ping();
        else await socket.send(JSON.stringify({ event: "error", data: { success: false, ...said.failure } }));
      socket.close(NORMAL_CLOSURE);
    },
  );

  app.get(
    "/tasks/:id/events",
    {
      exposeHeadRoute: false,
      schema: {
        operationId: "task_events",
        tags: ["tasks"],
        summary: "What a task tells as it goes on: pages, failures, its state, its end",
        description:
          "Server-sent events, NDJSON, or a WebSocket. Each event has an id; with it as Last-Event-ID or `after` a reader " +
          "goes on where it was, also after a restart.",
        params: TaskParams,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const { id } = await firstValueFrom(foundTask(tasks, request, request.params.id));
      const { after, brief } = request.query;
      const said = taskEvents(tasks, id, positionIn(request, after), telling);
      const wire = wireOf(request) === "ndjson" ? "ndjson" : "sse";
      if (wire === "sse") reply.header("cache-control", "no-cache").header("x-accel-buffering", "no");
      return reply
        .type(CONTENT_TYPE[wire])
        .send(Readable.from(written(said, wire, { keepMs, brief }), { highWaterMark: 4 }));
    },
  );
}

/** Where a reader goes on. */
function positionIn({ headers }: Pick<FastifyRequest, "headers">, after: string | undefined): Position {
  const last = after ?? headers["last-event-id"];
  if (last === undefined || last === "") return BEGINNING;
  const position = positionOf(String(last));
  if (!position) throw new SourceError("bad-query", "Last-Event-ID must be the id of an event of this task.");
  return position;
}

async function* written(
  said$: AsyncIterable<Said>,
  wire: "sse" | "ndjson",
  how: Telling,
): AsyncGenerator<string, void> {
  if (wire === "sse") yield RETRY;
  for await (const said of said$) {
    if ("events" in said)
      yield said.events.map((event) => (wire === "sse" ? sseOf(event, how) : `${jsonOf(event, how)}\n`)).join("");
    else if ("beat" in said) yield wire === "sse" ? HEARTBEAT : "\n";
    else {
      const failure = JSON.stringify({ success: false, ...said.failure });
      yield wire === "sse" ? `event: error\ndata: ${failure}\n\n` : `{"event":"error","data":${failure}}\n`;
    }
  }
}

/** A state may be told again to a reader who comes back, so it moves no position. */
function sseOf(event: TaskEvent, how: Telling): string {
  const id = event.event === "state" ? "" : `id: ${event.position}\n`;
  return `${id}event: ${event.event}\ndata: ${dataOf(event, how)}\n\n`;
}

/** An event as one JSON text. */
const jsonOf = (event: TaskEvent, how: Telling): string =>
  `{"event":"${event.event}","id":"${event.position}","data":${dataOf(event, how)}}`;

/** Of a state and an end the task itself: its results are a list, and stand there. */
function dataOf({ event, row, text }: TaskEvent, { keepMs, brief }: Telling): string {
  if (row) return JSON.stringify(shown(row, keepMs));
  return brief && event === "page" ? briefly(text) : text;
}

/** A page without its text, its lists and whatever else is long. */
function briefly(text: string): string {
  const page = Page.parse(JSON.parse(text));
  const { raw_content, markdown } = page;
  const short = Object.entries(page).filter(
    ([name, value]) => name !== "raw_content" && typeof value !== "object" && String(value).length <= LONGEST_BRIEF,
  );
  const chars = (raw_content ?? markdown)?.length;
  return JSON.stringify({ ...Object.fromEntries(short), ...(chars !== undefined && { chars }) });
}
