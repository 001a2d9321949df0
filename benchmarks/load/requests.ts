/**
 * The clients, in a process of their own: each asks from an address of its own on loopback, as soon as it was answered, after
 * a refusal when it was told to. What a plan asks for comes as a message, what came of it goes back as one.
 */
import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Target, targetOf } from "./targets.ts";

/** What so many clients do, and until when. */
export interface Plan {
  readonly group: string;
  readonly clients: number;
  /** Requests that each has under way. */
  readonly each: number;
  /** What they ask, in these shares. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Milliseconds between two requests' beginnings; 0: at once. */
  readonly everyMs: number;
  /** Each asks so often and ends; 0: until the time is up. */
  readonly times: number;
  readonly target: Target;
}

/** What one request came to. */
export interface Came {
  readonly group: string;
  readonly kind: string;
  /** The status; 0: none came. For MCP 503 where the tool said that the service is overloaded; for a search without results 204. */
  readonly status: number;
  readonly ms: number;
  /** Milliseconds since the plan began, at its end. */
  readonly at: number;
  /** Bytes of the body that were taken before the answer. */
  readonly sent: number;
  readonly why?: string;
}

const PATIENCE_MS = 90_000;
const MOST_WAIT_MS = 5_000;
const LEAST_WAIT_MS = 250;
const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: "fifo" });

let agent = newAgent();

let questions = 0;

interface Answer {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly sent: number;
  readonly why?: string;
}

/** One request; never fails. */
function asked(kind: string, from: string, target: Target): Promise<Answer> {
  questions += 1;
  const { url, method = "GET", headers = {}, body, overloaded } = targetOf(kind, questions, target);
  return new Promise((resolve) => {
    let done = false;
    const sending = request(url, { method, headers, agent, localAddress: from });
    const end = (answer: Omit<Answer, "sent">): void => {
      if (done) return;
      done = true;
      clearTimeout(patience);
      const sent = Math.max(0, (sending.socket?.bytesWritten ?? 0) - before);
      if (answer.status === 0 || (body && answer.status !== 200)) sending.destroy();
      resolve({ ...answer, sent });
    };
    let before = 0;
    const patience = setTimeout(() => end({ status: 0, retryAfterMs: 0, why: "no answer in 90 s" }), PATIENCE_MS);
    sending.once("socket", (socket) => {
      before = socket.bytesWritten;
    });
    sending.once("error", (error) => end({ status: 0, retryAfterMs: 0, why: error.message.slice(0, 60) }));
    sending.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        if (text.length < 4_000) text += piece;
      });
      response.once("error", (error) => end({ status: 0, retryAfterMs: 0, why: error.message.slice(0, 60) }));
      response.once("end", () => {
        const { statusCode = 0, headers: told } = response;
        const empty = statusCode === 200 && kind === "search" && !text.includes('"url"');
        const status = statusCode === 200 && overloaded?.test(text) ? 503 : empty ? 204 : statusCode;
        const why = status >= 400 ? /"(?:code|tributary\/code)": ?"([\w-]+)"/.exec(text)?.[1] : undefined;
        end({ status, retryAfterMs: 1000 * Number(told["retry-after"] ?? 1), ...(why && { why }) });
      });
    });
    if (headers["expect"] === undefined) sending.end(body);
    else {
      sending.once("continue", () => sending.end(body));
      sending.flushHeaders();
    }
  });
}

function chosen(kinds: Plan["kinds"]): string {
  const entries = Object.entries(kinds);
  let left = Math.random() * entries.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of entries) {
    left -= share;
    if (left < 0) return kind;
  }
  return entries[0]?.[0] ?? "search";
}

/** Groups ask from networks of their own. */
const addressOf = (group: string, client: number): string =>
  `127.${20 + ((group.codePointAt(0) ?? 0) % 50)}.${1 + Math.floor(client / 200)}.${1 + (client % 200)}`;

async function carriedOut(plan: Plan): Promise<readonly Came[]> {
  const { group, clients, each, kinds, seconds, everyMs, times, target } = plan;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const came: Came[] = [];
  const client = async (from: string): Promise<void> => {
    // They do not all begin at the same moment.
    if (everyMs > 0) await sleep(Math.random() * everyMs);
    for (let n = 0; performance.now() < end && (times === 0 || n < times); n += 1) {
      const kind = chosen(kinds);
      const began = performance.now();
      const { retryAfterMs, ...answer } = await asked(kind, from, target);
      const now = performance.now();
      came.push({ group, kind, ...answer, ms: now - began, at: now - begin });
      const refused = answer.status === 503 || answer.status === 429 || answer.status === 0;
      if (refused) await sleep(Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, retryAfterMs)));
      else if (everyMs > 0) await sleep(Math.max(0, began + everyMs - performance.now()));
    }
  };
  await Promise.all(Array.from({ length: clients * each }, (_, at) => client(addressOf(group, Math.floor(at / each)))));
  return came;
}

const isPlans = (message: unknown): message is readonly Plan[] =>
  Array.isArray(message) && message.every((plan) => typeof plan === "object" && plan !== null && "kinds" in plan);

if (process.send) {
  // How late the clients themselves are: what they measure is not the service's alone.
  const late = monitorEventLoopDelay({ resolution: 20 });
  late.enable();
  process.on("message", (message: unknown) => {
    if (!isPlans(message)) return;
    void Promise.all(message.map(carriedOut)).then((all) => {
      agent.destroy();
      agent = newAgent();
      process.send?.({ came: all.flat(), lateMs: late.percentile(99) / 1e6 });
      late.reset();
    });
  });
  process.on("disconnect", () => process.exit());
}
