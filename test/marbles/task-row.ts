import { ORDER_VERSION, type Order, type TaskRow } from "../../src/tasks/order.ts";

export const mapOrder: Order = { v: ORDER_VERSION, kind: "map", request: { method: "GET", path: "/map?q=a.example" } };

/** A task as a store gives it. */
export const taskRow = (more: Partial<TaskRow> = {}): TaskRow => ({
  id: "t",
  owner: "o",
  kind: "map",
  state: "running",
  body: JSON.stringify(mapOrder),
  created_at: 0,
  started_at: 0,
  ended_at: null,
  deadline_at: 1e12,
  error: null,
  stopped: null,
  sites: "[]",
  docs: 0,
  notes: 0,
  failed: 0,
  disallowed: 0,
  waiting: 0,
  claimed: 0,
  keep_ms: null,
  ...more,
});
