import { randomUUID } from "node:crypto";
import { catchError, concatMap, filter, forkJoin, map, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { ORDER_VERSION, STATES, type TaskRow } from "../order.ts";
import {
  type NewTask,
  type Ordered,
  STORE_FULL,
  type StoredClaim,
  type StoredNote,
  type StoredOutcome,
  StoreFullError,
  type StoreStats,
  type TaskStore,
} from "../store.ts";
import { type Bodies, bodiesOf, folderBodies, redisBodies } from "./bodies.ts";
import { connection, PATIENT_MS } from "./connection.ts";
import { redisItems } from "./items.ts";
import { redisRobots } from "./robots.ts";
import { taskOf } from "./rows.ts";
import { contentOf, placeArgument } from "./wire.ts";

/** Its number is that of the keys' layout: no process of another layout sees them. */
const LAYOUT = "tributary:tasks:2:";
/** With one shard all hosts, and all tasks, are in this slot. */
const SHARD = 0;
/** Addresses that a task is expected to know, for each page of its limit. */
const KNOWN_PER_PAGE = 10;
/** Integers of a set that Redis keeps compact, half filled. */
const BUCKET = 256;
const MAX_BUCKETS = 65_536;
const WITHOUT_END = 0;
const TIMED_OUT_UNIT = "It was not complete at its deadline and was cut off.";

export interface RedisStoreOptions {
  readonly maxBytes?: number;
  /** The folder, shared by all processes, in which pages are kept; default: in Redis. */
  readonly bodiesDir?: string | undefined;
  /** Told of each loss of Redis, and of its return. */
  readonly log?: (message: string) => void;
}

const Taken = z.object({
  claims: z
    .array(
      z.object({
        task: z.string(),
        seq: z.int(),
        token: z.string(),
        host: z.string(),
        url: z.string(),
        depth: z.int(),
      }),
    )
    .nullable(),
  wait: z.number().nullable(),
});
const Stats = z.object({
  tasks: z.array(z.object({ kind: z.string(), state: z.string(), count: z.int() })).nullable(),
  oldestQueued: z.array(z.object({ kind: z.string(), at: z.number() })).nullable(),
  processes: z.array(z.object({ id: z.string(), machine: z.string(), pid: z.int(), seenAt: z.number() })).nullable(),
  waiting: z.int(),
  claimed: z.int(),
  bytes: z.int(),
});
const Texts = z.array(z.string());
const Rows = z.array(z.array(z.string()));

/**
 * The store in Redis, shared by any number of processes. Nothing is connected before the first question. Where Redis is away,
 * who reads or orders hears of it within seconds (`overloaded`); what visits came to is offered again for a minute, and
 * nothing more is taken until Redis is back.
 */
export function redisStore(
  url: string,
  { maxBytes = Number.POSITIVE_INFINITY, bodiesDir, log = () => undefined }: RedisStoreOptions = {},
): TaskStore {
  const redis = connection(url, { prefix: `${LAYOUT}{d${SHARD}}:`, log });
  const { prefix, run, ask } = redis;
  const bodies = bodiesDir === undefined ? redisBodies() : folderBodies(bodiesDir);
  const budget = Number.isFinite(maxBytes) ? Math.floor(maxBytes) : Number.MAX_SAFE_INTEGER;
  const rowAt = (id: string): Observable<TaskRow | undefined> =>
    ask((client) => client.hgetall(`${prefix}task:${id}`)).pipe(map(taskOf));
  const isOne = map((answer: unknown) => answer === 1);
  const nothing = map(() => undefined);

  const end = (id: string, state: string, error: string | null): Observable<void> =>
    run("end", [id, state, error ?? ""], PATIENT_MS).pipe(nothing);

  return {
    ...redisItems(redis),
    order: (task) => run("order", [orderArgument(task), budget]).pipe(map((answer) => orderedOf(Texts.parse(answer)))),
    append: (id, seeds, more) => run("append", [id, JSON.stringify(seeds.map(placeArgument)), more]).pipe(isOne),
    find: (owner, id) => rowAt(id).pipe(map((row) => (row?.owner === owner ? row : undefined))),
    byId: rowAt,
    list: (owner, state, before, most) =>
      run("list", [owner, state ?? "", before, most]).pipe(
        map((answer) => Rows.parse(answer).flatMap((row) => taskOf(fieldsOf(row)) ?? [])),
      ),
    pause: (id) => run("pause", [id]).pipe(isOne),
    resume: (id) => run("resume", [id]).pipe(isOne),
    end,
    forget: (id) =>
      run("forget", [id]).pipe(
        concatMap(() => bodies.forget(id)),
        nothing,
      ),
    documents: (id, from, most) =>
      ask((client) => client.xrangeBuffer(`${prefix}docs:${id}`, `${from + 1}-0`, "+", "COUNT", most)).pipe(
        concatMap((entries) =>
          bodiesOf(
            bodies,
            id,
            entries.flatMap(([, [, reference]]) => reference ?? []),
          ),
        ),
      ),
    notes: (id, from, most) =>
      ask((client) => client.xrange(`${prefix}notes:${id}`, `${from + 1}-0`, "+", "COUNT", most)).pipe(
        map((entries) => entries.map(([, [, body = "", , at]]): StoredNote => ({ body, at: Number(at) }))),
      ),
    take: (process, most, perHost, pool) =>
      run("take", [process, pool, most, perHost, ORDER_VERSION, randomUUID()], WITHOUT_END).pipe(
        map((answer) => {
          const { claims, wait } = Taken.parse(JSON.parse(String(answer)));
          return { claims: claims ?? [], nextAt: wait === null ? null : Date.now() + wait };
        }),
      ),
    settle: (claim, outcome, found, pace) =>
      referenceOf(bodies, claim, outcome).pipe(
        concatMap((reference) => {
          const told = { ...contentOf(outcome), found: found.map(placeArgument), full: STORE_FULL };
          const { answeredMs: answered, spacingMs: spacing, retryAfterMs: retry } = pace;
          const came = JSON.stringify({ ...told, answered, spacing, retry });
          return run("settle", [claim.task, claim.seq, claim.token, came, reference, budget], PATIENT_MS);
        }),
        isOne,
        catchError((error: unknown) =>
          error instanceof StoreFullError
            ? end(claim.task, "failed", STORE_FULL).pipe(map(() => false))
            : throwError(() => error),
        ),
      ),
    admit: (task, key, by) =>
      run("admit", [task, String(key), Number(BigInt.asUintN(16, key)), String(by)], PATIENT_MS).pipe(isOne),
    release: ({ task, seq, token }, notBefore) =>
      run("release", [task, seq, token, Math.max(0, notBefore - Date.now())], PATIENT_MS).pipe(nothing),
    beat: ({ id, machine, pid }) =>
      run("beat", [id, JSON.stringify({ machine, pid })], PATIENT_MS).pipe(map((answer) => Texts.parse(answer))),
    reclaim: ({ id, machine, pid }, alive, most) =>
      run("reclaim", [id, machine, pid, JSON.stringify(alive), most], PATIENT_MS).pipe(map(Number)),
    leave: (process) => run("leave", [process]).pipe(nothing),
    sweep: (endedBefore) =>
      run("sweep", [Math.max(0, Math.floor(endedBefore)), TIMED_OUT_UNIT], PATIENT_MS).pipe(
        map((answer) => Texts.parse(answer)),
        concatMap((deleted) => (deleted.length === 0 ? of([]) : forkJoin(deleted.map((id) => bodies.forget(id))))),
        nothing,
      ),
    stats: () => run("stats", []).pipe(map((answer) => statsOf(String(answer)))),
    pids: (machine) =>
      ask((client) => client.hvals(`${prefix}processes`), PATIENT_MS).pipe(
        map((texts) => texts.flatMap((text) => pidOf(text, machine))),
      ),
    changed$: redis.messages$.pipe(
      filter(({ channel }) => channel === "changed"),
      map(({ text }) => text),
    ),
    wake$: redis.messages$.pipe(
      filter(({ channel }) => channel === "wake"),
      map(() => undefined),
    ),
    over$: redis.messages$.pipe(
      filter(({ channel }) => channel === "over"),
      map(({ text }) => text),
    ),
    robots: redisRobots(redis),
    close: () => redis.close(),
  };
}

function statsOf(text: string): StoreStats {
  const { tasks, oldestQueued, processes, ...counts } = Stats.parse(JSON.parse(text));
  return {
    ...counts,
    tasks: (tasks ?? []).flatMap(({ state: said, ...rest }) => {
      const state = STATES.find((one) => one === said);
      return state ? [{ ...rest, state }] : [];
    }),
    oldestQueued: oldestQueued ?? [],
    processes: processes ?? [],
  };
}

const Described = z.object({ machine: z.string(), pid: z.int() });

function pidOf(text: string, machine: string): readonly number[] {
  const described = Described.parse(JSON.parse(text));
  return described.machine === machine ? [described.pid] : [];
}

function fieldsOf(row: readonly string[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (let index = 0; index + 1 < row.length; index += 2) fields[row[index] ?? ""] = row[index + 1] ?? "";
  return fields;
}

function orderArgument({ order, seeds, limit, maxBreadth, visits, keepMs, idempotency, ...task }: NewTask): string {
  const { id, owner, deadlineAt, pool, maxOpen, webhook } = task;
  return JSON.stringify({
    id,
    owner,
    deadlineAt,
    pool,
    maxOpen,
    limit,
    kind: order.kind,
    v: order.v,
    body: JSON.stringify(order),
    buckets: Math.min(MAX_BUCKETS, Math.ceil((limit * KNOWN_PER_PAGE) / BUCKET)),
    seeds: seeds.map(placeArgument),
    ...(maxBreadth !== null && { breadth: maxBreadth }),
    ...(visits !== undefined && { visits }),
    ...(keepMs !== undefined && { keepMs }),
    ...(webhook !== undefined && { webhook }),
    ...(idempotency && { idem: `${owner}:${idempotency.key}`, hash: idempotency.hash }),
  });
}

function orderedOf([kind, text = ""]: readonly string[]): Ordered {
  if (kind !== "refused") return { id: text, again: kind === "again" };
  return { refused: text === "too-many" || text === "full" ? text : "other-request" };
}

/** What is kept of an outcome: a page's reference, the text of a note, or nothing. */
function referenceOf(bodies: Bodies, claim: StoredClaim, { kind, body }: StoredOutcome): Observable<Buffer> {
  if (body === undefined || kind === "nothing") return of(Buffer.alloc(0));
  return kind === "page" ? bodies.put(claim.task, claim.token.replaceAll("/", "-"), body) : of(Buffer.from(body));
}
