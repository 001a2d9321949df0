import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import type { State } from "./order.ts";

/** The words that a receiver's events begin with: ours, or those of the service whose face took the order. */
const PREFIXES = ["task", "crawl", "batch_scrape", "extract", "monitor"] as const;

/** Where a task is told as it goes on. */
export const WebhookTarget = z.object({
  url: z.string().max(10_000),
  headers: z.record(z.string(), z.string()).default({}),
  /** Types (`page`, or `crawl.page` whole); absent: all. */
  events: z.array(z.string()).optional(),
  metadata: z.unknown().optional(),
  prefix: z.enum(PREFIXES).default("task"),
  /** A list of a unit's answer: nothing is told where it is empty. */
  only_with: z.string().optional(),
});
export type WebhookTarget = z.output<typeof WebhookTarget>;
/** As a face gives it. */
export type GivenWebhook = z.input<typeof WebhookTarget>;

const EVENTS = ["started", "page", "note", "ending"] as const;
/** What is delivered: the start, document `n`, note `n`, the end. */
const Delivery = z.object({ event: z.enum(EVENTS), n: z.int() });
export type Delivery = z.output<typeof Delivery>;

const Retry = Delivery.extend({ tries: z.int(), at: z.number() });
export type Retry = z.output<typeof Retry>;

/** A webhook as it is stored: its target, and how far it is. */
export const Webhook = z.object({
  target: WebhookTarget,
  started: z.boolean().default(false),
  docs: z.int().default(0),
  notes: z.int().default(0),
  ended: z.boolean().default(false),
  retries: z.array(Retry).default([]),
  delivered: z.int().default(0),
  given_up: z.int().default(0),
  last_error: z.string().optional(),
});
export type Webhook = z.output<typeof Webhook>;

/** What a receiver is sent. */
export interface Sent {
  readonly type: string;
  readonly success: boolean;
  readonly data: readonly unknown[];
  readonly error?: string | undefined;
}

/** The type of a delivery, without its prefix. */
export const typeOf = ({ event }: Delivery, state: State, { prefix }: Pick<WebhookTarget, "prefix">): string => {
  if (event === "page" || event === "note") return "page";
  const type = event === "started" ? event : state;
  return prefix === "monitor" ? `check.${type}` : type;
};

export const wants = ({ events, prefix }: WebhookTarget, type: string): boolean =>
  events === undefined || events.some((one) => one === type || one === `${prefix}.${type}`);

/** Of all ids of webhooks: any fixed UUID would do. */
const NAMESPACE = Buffer.from("8c1f62f7f2f94a0c9a3c1f0a5b0a1d52", "hex");

/** The same for every try of one delivery, also after a crash: a UUID of version 5 (RFC 9562). */
function webhookIdOf(task: string, { event, n }: Delivery): string {
  const digest = createHash("sha1").update(NAMESPACE).update(`${task} ${event} ${n}`).digest().subarray(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The bytes of a delivery's body. */
export const bodyOf = (
  task: string,
  delivery: Delivery,
  { prefix, metadata }: WebhookTarget,
  { type, success, data, error }: Sent,
): string =>
  JSON.stringify({
    success,
    type: `${prefix}.${type}`,
    id: task,
    webhookId: webhookIdOf(task, delivery),
    data,
    ...(metadata !== undefined && { metadata }),
    ...(error !== undefined && { error }),
  });

/** What no order may set: the message's own framing. */
const OWN_HEADERS = new Set(["host", "content-length", "transfer-encoding", "connection", "content-type"]);
const SIGNATURES = ["x-tributary-signature", "x-firecrawl-signature"];

/** The headers of a delivery; with a secret it is signed, and no header that was ordered replaces that. */
export function headersOf(
  { headers }: WebhookTarget,
  body: string,
  secret: string | undefined,
): Readonly<Record<string, string>> {
  const given = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OWN_HEADERS.has(name) && !SIGNATURES.includes(name));
  const signature = secret === undefined ? undefined : createHmac("sha256", secret).update(body).digest("hex");
  return {
    ...Object.fromEntries(given),
    "content-type": "application/json",
    ...(signature !== undefined && Object.fromEntries(SIGNATURES.map((name) => [name, `sha256=${signature}`]))),
  };
}
