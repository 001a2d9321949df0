import { catchError, defer, map, type Observable } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { AskInside, InsideRequest } from "../tasks/units.ts";
import { withInside } from "./inside.ts";

/** Asks the service: what its JSON says, undefined where it says nothing. Fails in the service's own words. */
export type AskService = (request: InsideRequest) => Observable<unknown>;

/** No service listens. */
class NobodyThere extends SourceError {
  constructor(base: string, cause: unknown) {
    super("unreachable", `No service answers at ${base}; start one with: tributary serve.`, { cause });
  }
}

/**
 * Sends requests to the service on HOST and PORT, with the first of API_KEYS. Where none listens, writes to the task store
 * itself (DATA_DIR or TASKS_REDIS_URL) and calls `alone` once. This process runs no tasks.
 */
export function withService<T>(
  runtime: Runtime,
  { err, alone }: { readonly err: NodeJS.WritableStream; readonly alone: (base: string) => void },
  use: (ask: AskService) => Observable<T>,
): Observable<T> {
  const { config, keys } = runtime;
  const base = `http://${config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST}:${config.PORT}`;
  const [key] = config.API_KEYS;
  const owner = (key !== undefined && keys.holderOf([key])?.id) || "";
  return withInside(runtime, { works: false, log: err }, (inside) => {
    let isAlone = false;
    const fromStore: AskService = (request) => asked(inside, request, owner);
    return use((request) =>
      defer(() => (isAlone ? fromStore(request) : fetched(base, key, request))).pipe(
        catchError((thrown: unknown) => {
          if (!(thrown instanceof NobodyThere) || isAlone) throw thrown;
          isAlone = true;
          alone(base);
          return fromStore(request);
        }),
      ),
    );
  });
}

const asked = (inside: AskInside, request: InsideRequest, owner: string): Observable<unknown> =>
  inside(request, owner).pipe(map((text): unknown => (text === "" ? undefined : JSON.parse(text))));

const fetched = (base: string, key: string | undefined, { method, path, body }: InsideRequest): Observable<unknown> =>
  defer(() =>
    fetch(base + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then(answerOf, (cause: unknown) => {
      throw new NobodyThere(base, cause);
    }),
  );

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const answer = text === "" ? undefined : jsonIn(text);
  if (response.ok) return answer;
  const said = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined;
  throw new SourceError("bad-query", typeof said === "string" ? said : `The service answered ${response.status}.`);
}

/** Undefined where something else than the service listens there. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
