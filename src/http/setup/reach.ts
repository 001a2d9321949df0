import { catchError, defaultIfEmpty, defer, forkJoin, ignoreElements, map, type Observable, of, timeout } from "rxjs";
import { toSourceError } from "../../errors.ts";
import { createReadiness } from "../../readiness.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { takesConnections } from "../../upstream/dependencies.ts";
import { findChromium } from "../../upstream/find-chromium.ts";
import type { AppContext } from "../app-context.ts";

/** Something beside the service that it uses. */
export interface Reach {
  readonly name: string;
  readonly state: "reached" | "unreached" | "unset";
  /** One sentence. */
  readonly said: string;
}

/** Whoever asks waits no longer for any of them. */
const PATIENCE_MS = 5_000;
const MOST_SAID = 300;
const MODELS_BYTES = 1024 * 1024;

/** Asks everything that is set whether it is there; emits once, and never fails. */
export const reached = (face: AppContext, tasks: Tasks): Observable<readonly Reach[]> =>
  defer(() =>
    forkJoin([store(face), ...dependencies(face), ...proxies(face), browser(face), model(face), work(face, tasks)]),
  ).pipe(map((lists) => lists.flat()));

type Reaches = Observable<readonly Reach[]>;

/** `check$` completes where it is there, and fails with the reason where it is not. */
const asked = (name: string, what: string, check$: Observable<unknown>): Reaches =>
  check$.pipe(
    ignoreElements(),
    timeout({
      each: PATIENCE_MS,
      with: () => {
        throw new Error(`no answer within ${PATIENCE_MS / 1000} s`);
      },
    }),
    catchError((error: unknown) => {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, MOST_SAID);
      return of<Reach>({ name, state: "unreached", said: `${what} is not reached: ${reason}.`.replace(/\.\.$/, ".") });
    }),
    defaultIfEmpty<Reach, Reach>({ name, state: "reached", said: `${what} is reached.` }),
    map((reach) => [reach]),
  );

const unset = (name: string, said: string): Reaches => of([{ name, state: "unset", said }]);

const store = ({ config }: AppContext): Reaches =>
  createReadiness(config.DATA_DIR, [], () => undefined).pipe(
    map((checks) =>
      checks.map(
        ({ failure }): Reach =>
          failure === undefined
            ? { name: "data", state: "reached", said: "DATA_DIR can be written to." }
            : {
                name: "data",
                state: "unreached",
                said: `DATA_DIR cannot be written to: ${toSourceError(failure).message}`,
              },
      ),
    ),
  );

const DEPENDENCIES = {
  redis: ["REDIS_URL", "Redis (REDIS_URL)", "No Redis is set (REDIS_URL): results are kept in this process."],
  gateway: [
    "UPSTREAM_GATEWAY",
    "The gateway (UPSTREAM_GATEWAY)",
    "No gateway is set (UPSTREAM_GATEWAY): upstreams are asked directly.",
  ],
} as const;

const dependencies = ({ env }: AppContext): readonly Reaches[] =>
  (["redis", "gateway"] as const).map((name) => {
    const [, what, without] = DEPENDENCIES[name];
    const known = env.upstream.dependencies.find((dependency) => dependency.name === name);
    return known ? asked(name, what, known.check$) : unset(name, without);
  });

const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] as const;

function proxies({ config }: AppContext): readonly Reaches[] {
  const set = PROXIES.flatMap((name) => {
    const address = config[name];
    return address === undefined ? [] : [asked("proxy", `The proxy (${name})`, takesConnections(address))];
  });
  return set.length > 0 ? set : [unset("proxy", "No proxy is set (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY).")];
}

function browser({ config, env }: AppContext): Reaches {
  if (config.BROWSER_URL.length > 0) {
    const browsers = config.BROWSER_URL.map((url) =>
      // A key in its query is not told.
      asked(
        "browser",
        `The browser at ${new URL(url).host} (BROWSER_URL)`,
        takesConnections(url.replace(/^ws/, "http")),
      ),
    );
    return forkJoin(browsers).pipe(map((lists) => lists.flat()));
  }
  if (env.upstream.rendering.available())
    return of([
      {
        name: "browser",
        state: "reached",
        said: `A browser is installed (${findChromium(config) ?? "CHROMIUM_PATH"}); it is started when a page needs it.`,
      },
    ]);
  return config.CHROMIUM_PATH === undefined
    ? unset(
        "browser",
        "No browser is installed: pages that need JavaScript are read as they come, and there are no screenshots.",
      )
    : of([{ name: "browser", state: "unreached", said: "CHROMIUM_PATH names no program that can be run." }]);
}

function model({ config, env }: AppContext): Reaches {
  const { LLM_BASE_URL: base, LLM_API_KEY: key, LLM_MODEL: name } = config;
  if (base === undefined)
    return unset(
      "model",
      "No language model is set (LLM_BASE_URL): research answers are made of sentences of the pages.",
    );
  return env.upstream
    .http({
      url: `${base.replace(/\/+$/, "")}/models`,
      direct: true,
      maxBytes: MODELS_BYTES,
      timeoutMs: PATIENCE_MS,
      headers: { accept: "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    })
    .pipe(
      map(({ status }): readonly Reach[] => {
        if (status === 401 || status === 403)
          return [{ name: "model", state: "unreached", said: "The language model's server refuses LLM_API_KEY." }];
        return [{ name: "model", state: "reached", said: `The language model's server answers; ${name} is asked.` }];
      }),
      catchError((error: unknown) => {
        const said = `The language model's server (LLM_BASE_URL) is not reached: ${toSourceError(error).message}`;
        return of<readonly Reach[]>([{ name: "model", state: "unreached", said: said.slice(0, MOST_SAID) }]);
      }),
    );
}

const work = ({ config }: AppContext, tasks: Tasks): Reaches =>
  config.TASKS_REDIS_URL === undefined
    ? unset("tasks", "Tasks are kept in DATA_DIR (TASKS_REDIS_URL is not set).")
    : asked(
        "tasks",
        "The Redis of the tasks (TASKS_REDIS_URL)",
        defer(() => tasks.stats()),
      );
