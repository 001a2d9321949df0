import type { Redis } from "ioredis";
import {
  BehaviorSubject,
  catchError,
  concatMap,
  defer,
  exhaustMap,
  filter,
  first,
  from,
  map,
  merge,
  Observable,
  of,
  Subject,
  type Subscription,
  shareReplay,
  tap,
  throwError,
  timeout,
  timer,
} from "rxjs";
import { away, failureOf, refused, unfitness } from "./failures.ts";
import { SCRIPTS } from "./lua/scripts.ts";

const CONNECT_MS = 2_000;
const RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 1_000;
const CHECK_MS = 60_000;
/** Who reads or orders is told soon that Redis is gone. */
const SOON_MS = 5_000;
/** What came of a visit is worth a minute. */
export const PATIENT_MS = 60_000;

/** What processes tell one another. */
const CHANNELS = ["wake", "changed", "over", "robots"];

type Asked = string | number | Buffer;

type State = { readonly kind: "away" } | { readonly kind: "unfit"; readonly why: string } | { readonly kind: "ready" };

export interface ConnectionOptions {
  /** All keys begin with it; in its braces the hash tag. */
  readonly prefix: string;
  readonly log: (message: string) => void;
}

/** A Redis that is connected again whenever it was lost. All answers fail as `failureOf` says. */
export interface Connection {
  readonly prefix: string;
  /** Runs a script with the arguments that its text names. Fails where there is no answer within `patienceMs`; without end where it is 0. */
  run(name: keyof typeof SCRIPTS, given: readonly Asked[], patienceMs?: number): Observable<unknown>;
  /** The same for a command. */
  ask<T>(command: (client: Redis) => Promise<T>, patienceMs?: number): Observable<T>;
  /** What any process says, by the channel's name without the prefix. */
  readonly messages$: Observable<{ readonly channel: string; readonly text: string }>;
  /** Undefined: it is connected, and fit to hold tasks. */
  trouble(): string | undefined;
  close(): void;
}

/** Connects with the first question. */
export function connection(url: string, { prefix, log }: ConnectionOptions): Connection {
  const state$ = new BehaviorSubject<State>({ kind: "away" });
  const messages$ = new Subject<{ channel: string; text: string }>();
  const clients: Redis[] = [];
  let checking: Subscription | undefined;
  let closed = false;
  let said = "";

  function say(message: string): void {
    if (message !== said) log(message);
    said = message;
  }

  const opened$ = defer(() => import("ioredis")).pipe(
    map(({ Redis: Client }) => {
      if (closed) throw away();
      const client = new Client(url, {
        connectTimeout: CONNECT_MS,
        keepAlive: CONNECT_MS,
        // What was asked is asked again after a reconnection: every script may be asked twice.
        maxRetriesPerRequest: null,
        retryStrategy: (times) => Math.min(times * RECONNECT_MS, MAX_RECONNECT_MS),
      });
      const listener = client.duplicate();
      clients.push(client, listener);
      for (const one of clients)
        one.on("error", (error: Error) => say(`The store of tasks (TASKS_REDIS_URL) is away: ${error.message}`));
      client.on("close", () => state$.next({ kind: "away" }));
      listener.on("message", (channel, text) => messages$.next({ channel: channel.slice(prefix.length), text }));
      void listener.subscribe(...CHANNELS.map((name) => prefix + name)).catch(() => undefined);
      checking = merge(
        new Observable<void>((subscriber) => {
          const ready = (): void => subscriber.next();
          client.on("ready", ready);
          return () => client.off("ready", ready);
        }),
        timer(CHECK_MS, CHECK_MS),
      )
        .pipe(
          filter(() => client.status === "ready"),
          exhaustMap(() => from(client.info()).pipe(catchError((error: unknown) => of(failureOf(error))))),
        )
        .subscribe(checked);
      return client;
    }),
    shareReplay(1),
  );

  function checked(info: string | Error): void {
    const why = typeof info === "string" ? unfitness(info) : undefined;
    if (typeof info !== "string") return;
    if (why !== undefined) say(`The store of tasks (TASKS_REDIS_URL) ${why}`);
    else if (said !== "") say("The store of tasks answers again.");
    if (why === undefined) said = "";
    state$.next(why === undefined ? { kind: "ready" } : { kind: "unfit", why });
  }

  const within = <T>(patienceMs: number, asked$: Observable<T>): Observable<T> =>
    patienceMs > 0 ? asked$.pipe(timeout({ first: patienceMs, with: () => throwError(away) })) : asked$;

  const ask = <T>(command: (client: Redis) => Promise<T>, patienceMs = SOON_MS): Observable<T> =>
    within(
      patienceMs,
      opened$.pipe(
        concatMap((client) =>
          state$.pipe(
            first(({ kind }) => kind !== "away"),
            tap((state) => {
              if (state.kind === "unfit") throw refused(state.why);
            }),
            concatMap(() => command(client)),
          ),
        ),
      ),
    ).pipe(catchError((error: unknown) => throwError(() => failureOf(error))));

  return {
    prefix,
    messages$,
    ask,
    run(name, given, patienceMs) {
      const { text, sha } = SCRIPTS[name];
      return ask(async (client) => {
        try {
          return await client.evalsha(sha, 1, prefix, ...given);
        } catch (error) {
          if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
          return await client.eval(text, 1, prefix, ...given);
        }
      }, patienceMs);
    },
    trouble() {
      const state = state$.value;
      if (state.kind === "unfit") return refused(state.why).message;
      return state.kind === "away" ? away().message : undefined;
    },
    close() {
      closed = true;
      checking?.unsubscribe();
      for (const client of clients) client.disconnect();
      state$.complete();
      messages$.complete();
    },
  };
}
