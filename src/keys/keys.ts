import { catchError, EMPTY, map, type Observable, of, tap } from "rxjs";
import type { CostClass } from "../admission/classes.ts";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { createKeyring, type Holder, type Keyring } from "./keyring.ts";
import { ALL } from "./record.ts";
import { redisUsage } from "./redis-store.ts";
import { sqliteUsage } from "./sqlite-store.ts";
import type { Came, Charged, DayUse, UsageStore } from "./store.ts";
import { windowsAt } from "./windows.ts";

/** One limit of a key, as headers tell it. */
export interface Limit {
  /** `minute`, `search-minute`, `day` …: the window, and the class where it has one. */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetS: number;
  readonly windowS: number;
}

/** What becomes of a request under a key's quotas. */
interface Allowance {
  readonly limits: readonly Limit[];
  /** Set where a limit is reached: 429. */
  readonly refusal?: SourceError | undefined;
}

/** The keys of the service, with what each may use and has used. */
export interface Keys extends Keyring {
  /** Counts a request; cold, emits once, never fails: what cannot be counted is let through, and told to the log. */
  charge(holder: Holder, cost: CostClass): Observable<Allowance>;
  /** Adds the bytes, pages and cache hits of a request that is over to the usage of its day; cold, never fails: an error of the store is logged. */
  came(holder: Holder, cost: CostClass, came: Came): Observable<void>;
  /** What a holder has used in the last `days` days: an operator sees every key. */
  usage(holder: Holder, days: number): Observable<readonly (DayUse & { readonly name: string })[]>;
  /** The share of a key, by the beginning of its digest; 1 where nobody says otherwise. */
  weightOf(id: string): number;
  /** What was counted since the start, for metrics. */
  readonly series: {
    readonly name: string;
    readonly help: string;
    readonly type: "counter";
    readonly labels: readonly string[];
    read(): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
  };
  close(): Promise<void>;
}

interface KeysParts {
  readonly log?: (message: string) => void;
  readonly now?: () => number;
  readonly store?: UsageStore;
}

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

const DAY_S = 86_400;

/** Opens nothing before the first request with a key. */
export function createKeys(
  config: Pick<Config, "API_KEYS" | "KEYS_FILE" | "DATA_DIR" | "REDIS_URL">,
  { log = warn, now = Date.now, store: given }: KeysParts = {},
): Keys {
  const failed = (what: string) => (error: unknown) =>
    log(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  const keyring = createKeyring(config, failed("The keys stay as they were"), now);
  let opened = given;
  const store = (): UsageStore => {
    if (opened) return opened;
    const own = sqliteUsage(config.DATA_DIR);
    opened = config.REDIS_URL ? redisUsage(config.REDIS_URL, own, log) : own;
    return opened;
  };
  /** By name, class and outcome. */
  const counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  const count = ({ name }: Holder, cost: CostClass, outcome: "ok" | "refused"): void => {
    const labels = { key: name, class: cost, outcome };
    const of = Object.values(labels).join(" ");
    const counted = counts.get(of) ?? { labels, value: 0 };
    counted.value += 1;
    counts.set(of, counted);
  };
  return {
    ...keyring,
    series: {
      name: "tributary_key_requests_total",
      help: "Requests by the name of their key, what they cost, and whether the quota had room",
      type: "counter",
      labels: ["key", "class", "outcome"],
      read: () => [...counts.values()],
    },
    charge(holder, cost) {
      const at = now();
      const { minute, day } = windowsAt(at);
      const limits = [holder.perMinute[cost], holder.perMinute[ALL], holder.perDay[cost], holder.perDay[ALL]] as const;
      return store()
        .charge({ key: holder.id, cost, minute: minute.start, day: day.start, limits })
        .pipe(
          tap(({ refused }) => count(holder, cost, refused ? "refused" : "ok")),
          map((charged) => allowanceOf(charged, cost, limits, at)),
          catchError((error: unknown) => {
            failed("What keys use cannot be counted")(error);
            return of({ limits: [] });
          }),
        );
    },
    came(holder, cost, came) {
      const note = { key: holder.id, cost, day: windowsAt(now()).day.start, ...came };
      return store()
        .note(note)
        .pipe(
          catchError((error: unknown) => {
            failed("What keys use cannot be counted")(error);
            return EMPTY;
          }),
        );
    },
    usage(holder, days) {
      const names = new Map(
        (holder.operator ? keyring.holders() : [holder]).map(({ id, name }): [string, string] => [id, name]),
      );
      const since = windowsAt(now()).day.start - (days - 1) * DAY_S;
      return store()
        .usage([...names.keys()], since)
        .pipe(map((uses) => uses.map((use) => ({ ...use, name: names.get(use.key) ?? use.key }))));
    },
    weightOf: (id) => keyring.holders().find((holder) => holder.id === id)?.weight ?? 1,
    close: async () => opened?.close(),
  };
}

function allowanceOf(
  { refused, counts }: Charged,
  cost: CostClass,
  limits: readonly (number | undefined)[],
  at: number,
): Allowance {
  const { minute, day } = windowsAt(at);
  const told = [
    { window: minute, name: `${cost}-minute` },
    { window: minute, name: "minute" },
    { window: day, name: `${cost}-day` },
    { window: day, name: "day" },
  ].flatMap(({ window, name }, index): readonly Limit[] => {
    const limit = limits[index];
    if (limit === undefined) return [];
    const remaining = Math.max(0, limit - (counts[index] ?? 0));
    const resetS = Math.max(1, Math.ceil(window.start + window.seconds - at / 1000));
    return [{ name, limit, remaining, resetS, windowS: window.seconds }];
  });
  if (!refused) return { limits: told };
  const reached = told.filter(({ remaining }) => remaining === 0);
  const seconds = Math.max(1, ...reached.map(({ resetS }) => resetS));
  const which = reached.map(({ limit, name }) => `${limit} ${quotaOf(name)}`).join(", ");
  return {
    limits: told,
    refusal: new SourceError(
      "quota-exceeded",
      `The key's quota is used up: ${which}. Ask again in ${seconds} seconds.`,
      { retryAfterMs: seconds * 1000, rests: false },
    ),
  };
}

const quotaOf = (name: string): string => {
  const [first = "", span = first] = name.split("-");
  return `${first === span ? "requests" : `${first} requests`} a ${span}`;
};

/**
 * The headers that tell a key's limits: `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), and
 * `X-RateLimit-*` of the limit that is nearest to its end.
 */
export function rateLimitHeaders(limits: readonly Limit[]): Readonly<Record<string, string>> {
  const nearest = limits.toSorted((a, b) => a.remaining / (a.limit || 1) - b.remaining / (b.limit || 1))[0];
  if (!nearest) return {};
  return {
    "ratelimit-policy": limits.map(({ name, limit, windowS }) => `"${name}";q=${limit};w=${windowS}`).join(", "),
    ratelimit: limits.map(({ name, remaining, resetS }) => `"${name}";r=${remaining};t=${resetS}`).join(", "),
    "x-ratelimit-limit": String(nearest.limit),
    "x-ratelimit-remaining": String(nearest.remaining),
    "x-ratelimit-reset": String(nearest.resetS),
  };
}
