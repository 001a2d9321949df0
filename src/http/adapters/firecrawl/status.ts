import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, EMPTY, expand, firstValueFrom, forkJoin, map, type Observable, of, reduce } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { expiryOf, readOrder, type TaskRow } from "../../../tasks/order.ts";
import type { Tasks } from "../../../tasks/tasks.ts";
import { rawParameters } from "../../app-context.ts";
import { ownerOf } from "../../auth.ts";
import { publicAddress } from "../../host.ts";
import { FORM } from "./forms.ts";
import type { Ordering } from "./orders.ts";

export const MAX_PAGE_CHARS = 10 * 1024 * 1024;
/** Documents read from the store at once. */
const SLICE = 50;

const number = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max);
const PageQuery = z.object({
  skip: number(0, 1_000_000_000).default(0),
  limit: number(1, 1_000).default(100),
});

const STATUS_NAMES = {
  queued: "scraping",
  running: "scraping",
  paused: "scraping",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The order of a task of this API; undefined for others. */
export function orderOf(row: TaskRow) {
  const order = readOrder(row.body);
  return (order.kind === "crawl" || order.kind === "scrape") && order.form?.name === FORM ? order : undefined;
}

/** A task of the caller's own that this API ordered; fails where there is none. */
export const foundJob = ({ tasks }: Ordering, request: FastifyRequest, id: string): Observable<TaskRow> =>
  tasks.find(ownerOf(request), id).pipe(
    map((row) => {
      if (!row || !orderOf(row)) throw new SourceError("not-found", "Job not found");
      return row;
    }),
  );

interface Documents {
  readonly texts: readonly string[];
  readonly chars: number;
}

/** The JSON texts of documents from a number on; less than wanted where they are large, but one at least. */
export function documentsFrom(tasks: Tasks, row: TaskRow, skip: number, limit: number): Observable<readonly string[]> {
  const wanted = Math.min(limit, Math.max(0, row.docs - skip));
  const slice = (had: Documents, from: number): Observable<Documents> =>
    tasks
      .documents(row.id, from, Math.min(SLICE, wanted - (from - skip)))
      .pipe(
        map((texts) =>
          texts.reduce<Documents>((all, text) => (hasRoom(all, text) ? added(all, text) : full(all)), had),
        ),
      );
  if (wanted === 0) return of([]);
  const begin: Documents = { texts: [], chars: 0 };
  return slice(begin, skip).pipe(
    expand((all) =>
      all.texts.length >= wanted || all.texts.length === 0 || all.chars >= MAX_PAGE_CHARS
        ? EMPTY
        : slice(all, skip + all.texts.length),
    ),
    reduce((_, all) => all),
    map(({ texts }) => texts),
  );
}

const hasRoom = ({ texts, chars }: Documents, text: string): boolean =>
  texts.length === 0 || chars + text.length <= MAX_PAGE_CHARS;
const added = ({ texts, chars }: Documents, text: string): Documents => ({
  texts: [...texts, text],
  chars: chars + text.length,
});
/** What follows a document without room has none either: their order has no gaps. */
const full = (all: Documents): Documents => ({ ...all, chars: MAX_PAGE_CHARS });

const Limited = z.object({ limit: z.coerce.number() });

/** Documents of a job at most. */
function limitOf(row: TaskRow): number {
  const order = orderOf(row);
  const limited = order?.kind === "crawl" ? Limited.safeParse(order.options) : undefined;
  return limited?.data?.limit ?? Number.POSITIVE_INFINITY;
}

/** A job's status as JSON, with documents as the bytes that they are kept as. */
export function statusText(
  row: TaskRow,
  documents: readonly string[],
  keepMs: number,
  { next, status = STATUS_NAMES[row.state] }: { readonly next?: string | undefined; readonly status?: string } = {},
): string {
  const ended = row.ended_at !== null;
  const seen = row.docs + row.claimed + row.waiting;
  const head = {
    success: true,
    status,
    total: ended ? row.docs : Math.min(seen, Math.max(row.docs, limitOf(row))),
    completed: row.docs,
    creditsUsed: row.docs,
    expiresAt: new Date(expiryOf(row, row.ended_at ?? Date.now(), keepMs)).toISOString(),
    ...(next !== undefined && { next }),
    ...(row.error !== null && { error: row.error }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"data":[${documents.join(",")}]}`;
}

/** Answers `GET /crawl/{id}` and `GET /batch/scrape/{id}`. */
export async function status(
  ordering: Ordering,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { skip, limit } = checked(PageQuery, rawParameters(request));
  const keepMs = ordering.face.config.TASKS_KEEP_HOURS * 3_600_000;
  const text$ = foundJob(ordering, request, id).pipe(
    concatMap((row) => forkJoin([of(row), documentsFrom(ordering.tasks, row, skip, limit)])),
    map(([row, documents]) => {
      const after = skip + documents.length;
      const path = request.url.split("?", 1)[0] ?? "";
      const next =
        after < row.docs
          ? `${publicAddress(request, ordering.face.config)}${path}?skip=${after}&limit=${limit}`
          : undefined;
      return statusText(row, documents, keepMs, { next });
    }),
  );
  return reply.type("application/json; charset=utf-8").send(await firstValueFrom(text$));
}

/** Answers `DELETE /crawl/{id}` and `DELETE /batch/scrape/{id}`. */
export async function cancelled(
  ordering: Ordering,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return endedBy(ordering, await firstValueFrom(foundJob(ordering, request, id)), reply);
}

/** Cancels a job that is open, and says so. */
export async function endedBy({ tasks }: Ordering, row: TaskRow, reply: FastifyReply): Promise<FastifyReply> {
  if (row.ended_at !== null)
    throw new ScrapeError("bad-query", 409, "CONFLICT", `The job has ended already: it is ${row.state}.`);
  await firstValueFrom(tasks.cancel(row.id), { defaultValue: undefined });
  return reply.send({ status: "cancelled" });
}

const Told = z.object({ url: z.string(), options: z.record(z.string(), z.unknown()) });
const MAX_ACTIVE = 1_000;

/** Answers `GET /crawl/active`: crawls under way. */
export async function active({ tasks }: Ordering, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = ownerOf(request);
  const open = (state: "queued" | "running") => tasks.list(owner, state, Number.MAX_SAFE_INTEGER, MAX_ACTIVE);
  const rows = (await firstValueFrom(forkJoin([open("running"), open("queued")]))).flat();
  const crawls = rows.flatMap((row) => {
    const order = orderOf(row);
    const told = Told.safeParse(order?.told);
    if (order?.kind !== "crawl" || !told.success) return [];
    const created_at = new Date(row.created_at).toISOString();
    return [{ id: row.id, teamId: owner || "local", ...told.data, created_at }];
  });
  return reply.send({ success: true, crawls });
}
