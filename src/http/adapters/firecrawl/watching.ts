import { BEGINNING, type TaskEvent } from "../../../tasks/events.ts";
import type { TaskRow } from "../../../tasks/order.ts";
import type { Tasks } from "../../../tasks/tasks.ts";
import type { AppContext } from "../../app-context.ts";
import type { Socket } from "../../sockets.ts";
import { taskEvents } from "../../task-event-stream.ts";
import { MAX_PAGE_CHARS, statusText } from "./status.ts";
import type { Version } from "./version.ts";

/* RFC 6455 §7.4.1. */
const NORMAL = 1000;
const BROKEN = 1011;
const POLICY = 1008;
/** What a closing frame holds at most, but for its code. */
const MAX_REASON_BYTES = 123;
const HEARTBEAT_MS = 30_000;

/** A reason as clients of the first version read it; a sentence that is too long is cut. */
function reasonOf(message: { readonly type: string; readonly error?: string }): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= MAX_REASON_BYTES || message.error === undefined) return text;
  return reasonOf({ ...message, error: `${message.error.slice(0, Math.floor(message.error.length * 0.8) - 1)}…` });
}

/** Tells a client that there is no such job. */
export async function unknownJob(socket: Socket): Promise<void> {
  const message = { type: "error", error: "Job not found" };
  await socket.send(JSON.stringify(message));
  socket.close(POLICY, reasonOf(message));
}

/**
 * Tells a client of a job until its end: once what there is, then each further document as it is kept. There is no message of the
 * end where the job is completed: the connection is closed, and the client asks for the status or reads the reason.
 */
export async function watched(
  { tasks, face }: { readonly tasks: Tasks; readonly face: AppContext },
  version: Version,
  id: string,
  socket: Socket,
): Promise<void> {
  const keepMs = face.config.TASKS_KEEP_HOURS * 3_600_000;
  const said$ = taskEvents(tasks, id, BEGINNING, {
    heartbeatMs: face.heartbeatMs ?? HEARTBEAT_MS,
    stopping: face.stopping,
  });
  socket.onClose(() => void said$.return());
  let row: TaskRow | undefined;
  let caughtUp = false;
  let whole = false;
  for await (const said of said$) {
    if ("beat" in said) socket.ping();
    else if ("failure" in said) return socket.close(BROKEN, reasonOf({ type: "error", error: said.failure.error }));
    else {
      row = said.events.findLast((event) => event.row)?.row ?? row;
      const over = said.events.some(({ event }) => event === "done");
      const documents = said.events.filter(isDocument).map(({ text }) => text);
      let left: readonly string[] = documents;
      if (!caughtUp && row) {
        caughtUp = true;
        ({ left, whole } = await caughtUpWith(row, documents, over, keepMs, socket));
      }
      for (const text of left) await socket.send(`{"type":"document","data":${text}}`);
      if (over && row) return ended(version, row, whole, keepMs, socket);
    }
  }
}

/** Notes of addresses that came to no document are told by `/errors`. */
const isDocument = ({ event, at }: TaskEvent): boolean => event === "page" && at === undefined;

interface CatchUp {
  /** The documents that had no room in it. */
  readonly left: readonly string[];
  /** It told the end. */
  readonly whole: boolean;
}

/** Sends the first message. */
async function caughtUpWith(
  row: TaskRow,
  documents: readonly string[],
  over: boolean,
  keepMs: number,
  socket: Socket,
): Promise<CatchUp> {
  let chars = 0;
  const fitting = documents.filter((text) => {
    chars += text.length;
    return chars <= MAX_PAGE_CHARS;
  });
  const whole = over && fitting.length === documents.length;
  // The end event is sent after the last document: clients close the connection when they receive it.
  const status = statusText(row, fitting, keepMs, { ...(!whole && { status: "scraping" }) });
  await socket.send(`{"type":"catchup","data":${status}}`);
  return { left: documents.slice(fitting.length), whole };
}

/** Tells how the job ended, and closes. */
async function ended(version: Version, row: TaskRow, isTold: boolean, keepMs: number, socket: Socket): Promise<void> {
  if (row.state === "completed") return socket.close(NORMAL, reasonOf({ type: "done" }));
  const error = row.error ?? "The crawl was cancelled.";
  if (version === "v1") return socket.close(NORMAL, reasonOf({ type: "error", error }));
  if (!isTold) await socket.send(`{"type":"status","data":${statusText(row, [], keepMs)}}`);
  socket.close(NORMAL, reasonOf({ type: "done" }));
}
