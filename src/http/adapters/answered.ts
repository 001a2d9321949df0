import { map, type OperatorFunction } from "rxjs";
import type { StreamEvent } from "../../events.ts";

/**
 * Gives the answer that `done` carries another shape; the events before it pass as they are.
 *
 *     events:      --page--done|
 *     answered(f): --page--done'|
 */
export const answered = <From, To>(shape: (answer: From) => To): OperatorFunction<StreamEvent<From>, StreamEvent<To>> =>
  map((event) => (event.event === "done" ? { event: "done", data: shape(event.data) } : event));
