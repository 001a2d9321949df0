import { catchError, map, type Observable, throwError } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../errors.ts";
import type { InsideRequest } from "../../tasks/units.ts";
import { MaxTokens, Offset } from "../arguments.ts";
import { OwnRefusal } from "../refusal.ts";
import type { McpDeps } from "../tool.ts";

/** Kept with a task that a call became: how its result is shown. */
export const Told = z.object({
  tool: z.string(),
  size: z.object({ offset: Offset, max_tokens: MaxTokens }),
  /** The arguments that the tool did not know, in a sentence. */
  ignored: z.string().optional(),
});
export type Told = z.output<typeof Told>;

const StoredTask = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(["queued", "running", "paused", "completed", "failed", "cancelled"]),
  created_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  expires_at: z.string().optional(),
  stopped: z.string().optional(),
  error: z.string().optional(),
  pages: z.object({ kept: z.int(), failed: z.int(), disallowed: z.int(), waiting: z.int(), under_way: z.int() }),
  /** Another face may keep something of its own. */
  told: Told.optional().catch(undefined),
});
/** A task as the service tells of it to itself. */
export type StoredTask = z.output<typeof StoredTask>;

const Listed = z.object({ items: z.array(StoredTask), next_cursor: z.string().optional() });

/** Where a task is found. */
export const taskPath = (id: string): string => `/tasks/${encodeURIComponent(id)}`;

/** Asks the service's own interface on the caller's behalf: the answer's text, once. */
export const asking = (request: InsideRequest, { inside, owner = "" }: McpDeps): Observable<string> =>
  inside
    ? inside(request, owner)
    : throwError(() => new OwnRefusal("not-found", "This server takes no work for the background."));

/** A task of the caller's; fails with `not-found` where there is none. */
export const storedTask = (id: string, deps: McpDeps): Observable<StoredTask> =>
  asOwn(asking({ method: "GET", path: taskPath(id) }, deps)).pipe(map((text) => StoredTask.parse(JSON.parse(text))));

/** The caller's tasks, newest first, and where there are more. */
export const storedTasks = (path: string, deps: McpDeps): Observable<z.output<typeof Listed>> =>
  asOwn(asking({ method: "GET", path }, deps)).pipe(map((text) => Listed.parse(JSON.parse(text))));

/** What refuses an order, or a task's id, names what the caller wrote, and nothing from the web. */
export const asOwn = <T>(asked$: Observable<T>): Observable<T> =>
  asked$.pipe(
    catchError((thrown: unknown) => {
      const { kind, message, retryAfterMs } = toSourceError(thrown);
      return throwError(() => new OwnRefusal(kind, message, { retryAfterMs }));
    }),
  );

/** How far a task is, in our own words. */
export const progressText = ({ state, ended_at, pages: { kept, failed, waiting, under_way } }: StoredTask): string =>
  ended_at === undefined
    ? `The task is ${state}: ${kept} kept, ${failed} failed, ${under_way} under way, ${waiting} waiting.`
    : `The task is ${state}: ${kept} kept, ${failed} failed.`;
