import type { Observable } from "rxjs";
import type { Order, TaskRow } from "./order.ts";
import type { Ordered } from "./store.ts";
import type { GivenWebhook } from "./webhook.ts";

type WithoutVersion<T> = T extends unknown ? Omit<T, "v"> : never;

export interface NewOrder {
  readonly order: WithoutVersion<Order>;
  /** The addresses of a `scrape`. */
  readonly urls?: readonly string[];
  /** Seconds after which it ends with what it has; default: a crawl's own, else a day. */
  readonly timeoutS?: number | undefined;
  /** Milliseconds that it is kept after its end, where that is less than others are kept. */
  readonly keepMs?: number | undefined;
  /** Pages of it under way at once, at most. */
  readonly visits?: number | undefined;
  /** Within a day the same key gives the same task again; with another order it is refused. */
  readonly idempotencyKey?: string | undefined;
  /** Told as the task goes on. */
  readonly webhook?: GivenWebhook | undefined;
}

/** The task that an order became, or was before; or why it was not taken. */
export type Placed = { readonly row: TaskRow; readonly again: boolean } | Extract<Ordered, { refused: string }>;

export type Place = (owner: string, order: NewOrder) => Observable<Placed>;
