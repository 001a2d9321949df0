import { progressText, type StoredTask } from "./stored.ts";

/** Milliseconds between two questions for a task. */
export const POLL_MS = 1_000;

/** Of both revisions' tasks. What an upstream said is no part of it: hosts may show the message to a model. */
const common = (task: StoredTask) => ({
  taskId: task.id,
  status: statusOf(task),
  statusMessage: progressText(task),
  createdAt: task.created_at,
  lastUpdatedAt: task.ended_at ?? task.started_at ?? task.created_at,
});

function statusOf({ state }: StoredTask) {
  switch (state) {
    case "queued":
    case "running":
    case "paused":
      return "working";
    default:
      return state;
  }
}

/** Milliseconds for which a task is kept from its creation on: while it is open, at least as long as after its end. */
const ttlOf = ({ created_at, expires_at }: StoredTask, keepMs: number): number =>
  expires_at === undefined ? keepMs : Date.parse(expires_at) - Date.parse(created_at);

/** A task as revision 2025-11-25 writes it. */
export const legacyTask = (task: StoredTask, keepMs: number) => ({
  ...common(task),
  ttl: ttlOf(task, keepMs),
  pollInterval: POLL_MS,
});

/** A task as the extension of revision 2026-07-28 writes it, without its result. */
export const modernTask = (task: StoredTask, keepMs: number) => ({
  ...common(task),
  ttlMs: ttlOf(task, keepMs),
  pollIntervalMs: POLL_MS,
});
