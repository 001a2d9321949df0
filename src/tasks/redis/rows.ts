import { STATES, type TaskRow } from "../order.ts";

/** A row as a task, undefined where there is none; what a changed row says instead of a state is `failed`. */
export function taskOf(fields: Readonly<Record<string, string>>): TaskRow | undefined {
  const id = fields["id"];
  if (id === undefined) return undefined;
  const count = (name: string): number => Number(fields[name] ?? 0);
  const time = (name: string): number | null => (fields[name] === undefined ? null : Number(fields[name]));
  return {
    id,
    owner: fields["owner"] ?? "",
    kind: fields["kind"] ?? "",
    state: STATES.find((state) => state === fields["state"]) ?? "failed",
    body: fields["body"] ?? "",
    created_at: count("created_at"),
    started_at: time("started_at"),
    ended_at: time("ended_at"),
    deadline_at: count("deadline_at"),
    error: fields["error"] ?? null,
    stopped: fields["stopped"] ?? null,
    sites: fields["sites"] ?? "[]",
    docs: count("docs"),
    notes: count("notes"),
    failed: count("failed"),
    disallowed: count("disallowed"),
    waiting: count("waiting"),
    claimed: count("claimed"),
    keep_ms: time("keep_ms"),
  };
}
