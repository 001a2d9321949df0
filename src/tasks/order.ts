import { z } from "zod";
import { SourceError } from "../errors.ts";

/** The version of what is written here: a process works on no order of a later one. */
export const ORDER_VERSION = 1;

/** What makes another page of an address than a crawl's own: its name, and what it was asked. */
const Form = z.object({ name: z.string().max(100), options: z.unknown() });
export type Form = z.output<typeof Form>;

/** A request of the service's own interface. */
const UnitRequest = z.object({
  method: z.enum(["GET", "POST"]),
  /** With its query. */
  path: z.string().startsWith("/").max(20_000),
  body: z.unknown().optional(),
});
export type UnitRequest = z.output<typeof UnitRequest>;

const UNIT_KINDS = ["map", "batch", "research", "analysis", "parsers", "extract", "check"] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

const v = z.literal(ORDER_VERSION);
/** Whatever its face wants to have again with the task. */
const told = z.unknown().optional();

/** What a task is to do, as it is stored: with the parameters as they were written, which are checked again when read. */
export const OrderSchema = z.discriminatedUnion("kind", [
  z.object({
    v,
    kind: z.literal("crawl"),
    url: z.string().max(10_000),
    options: z.record(z.string(), z.unknown()),
    form: Form.optional(),
    told,
  }),
  /** Addresses by themselves, each an entry. */
  z.object({ v, kind: z.literal("scrape"), form: Form, told }),
  /** One request, run again from its beginning where its process died. */
  z.object({ v, kind: z.enum(UNIT_KINDS), request: UnitRequest, told }),
]);
export type Order = z.output<typeof OrderSchema>;

export const STATES = ["queued", "running", "paused", "completed", "failed", "cancelled"] as const;
export type State = (typeof STATES)[number];

/** A task as it is stored. Times are milliseconds since 1970. */
export interface TaskRow {
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly state: State;
  readonly body: string;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly deadline_at: number;
  readonly error: string | null;
  readonly stopped: string | null;
  /** Hosts that the first page led to, as JSON. */
  readonly sites: string;
  readonly docs: number;
  readonly notes: number;
  readonly failed: number;
  readonly disallowed: number;
  readonly waiting: number;
  readonly claimed: number;
  /** Milliseconds that it is kept after its end, where that is less than others are kept. */
  readonly keep_ms: number | null;
}

/** When an ended task is deleted; others are kept `keepMs`. */
export const expiryOf = ({ keep_ms }: Pick<TaskRow, "keep_ms">, endedAt: number, keepMs: number): number =>
  endedAt + Math.min(keepMs, keep_ms ?? keepMs);

/** A stored order; fails with `internal` where its row was not written by this version of the service, or was changed. */
export function readOrder(body: string): Order {
  try {
    return OrderSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw new SourceError("internal", "The stored order of this task cannot be read by this version of the service.", {
      cause,
    });
  }
}
