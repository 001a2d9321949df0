import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom, forkJoin } from "rxjs";
import { ownerOf } from "../../auth.ts";
import type { Ordering } from "./orders.ts";
import type { Version } from "./version.ts";

/** Nothing is billed here: clients that count what is left see more than they can spend. */
const CREDITS = 1_000_000_000;
const MAX_LISTED = 1_000;

/** What is left of credits or tokens. */
export function usage(version: Version, what: "Credits" | "Tokens"): object {
  if (version === "v1") {
    const name = what.toLowerCase();
    return {
      success: true,
      data: {
        [`remaining_${name}`]: CREDITS,
        [`plan_${name}`]: CREDITS,
        billing_period_start: null,
        billing_period_end: null,
      },
    };
  }
  return {
    success: true,
    data: {
      [`remaining${what}`]: CREDITS,
      [`plan${what}`]: CREDITS,
      billingPeriodStart: null,
      billingPeriodEnd: null,
    },
  };
}

/** The caller's tasks that wait and that are under way. */
async function open({ tasks }: Ordering, request: FastifyRequest) {
  const owner = ownerOf(request);
  const list = (state: "queued" | "running" | "completed", most: number) =>
    tasks.list(owner, state, Number.MAX_SAFE_INTEGER, most);
  const [waiting, running, [last]] = await firstValueFrom(
    forkJoin([list("queued", MAX_LISTED), list("running", MAX_LISTED), list("completed", 1)]),
  );
  return { waiting: waiting.length, running, last };
}

/** Answers `GET /team/queue-status`. */
export async function queueStatus(
  ordering: Ordering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { waiting, running, last } = await open(ordering, request);
  return reply.send({
    success: true,
    jobsInQueue: waiting + running.length,
    activeJobsInQueue: running.length,
    waitingJobsInQueue: waiting,
    maxConcurrency: ordering.face.config.TASKS_VISITS,
    mostRecentSuccess: last?.ended_at ? new Date(last.ended_at).toISOString() : null,
  });
}

/** Answers `GET /concurrency-check`. */
export async function concurrency(
  ordering: Ordering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { running } = await open(ordering, request);
  return reply.send({
    success: true,
    data: {
      concurrency: running.reduce((sum, { claimed }) => sum + claimed, 0),
      maxConcurrency: ordering.face.config.TASKS_VISITS,
    },
  });
}
