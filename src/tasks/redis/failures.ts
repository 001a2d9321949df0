import { SourceError } from "../../errors.ts";
import { StoreFullError } from "../store.ts";

/** Seconds after which a caller may ask again; a Redis that was started anew answers by then. */
const AGAIN_MS = 5_000;

const unusable = (why: string, cause?: unknown): SourceError =>
  new SourceError("overloaded", `The store of tasks (TASKS_REDIS_URL) ${why}`, { cause, retryAfterMs: AGAIN_MS });

export const away = (): SourceError => unusable("does not answer.");
export const refused = (why: string): SourceError => unusable(why);

/** What Redis answers with instead of a result, by the word that it begins with. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: "is a read-only replica: give the address of the primary.",
  MASTERDOWN: "is a replica whose primary is gone.",
  LOADING: "is reading its file after a start.",
  BUSY: "is busy with a script.",
  MISCONF: "cannot write to its disk.",
  NOAUTH: "asks for a password.",
  WRONGPASS: "refused the user name or password.",
  NOPERM: "does not permit its user what tasks need.",
  CLUSTERDOWN: "is a cluster that is down.",
};

/** An error of the client or of Redis as one of the service: full, unusable with the reason, or `internal`. */
export function failureOf(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const word = /(?:^|script: )(-?)([A-Z]+)\b/.exec(message)?.[2] ?? "";
  if (word === "OOM") return new StoreFullError();
  const refusal = REFUSALS[word];
  if (refusal !== undefined) return unusable(refusal, error);
  if (/Connection is closed|no elements in sequence|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|Socket/i.test(message))
    return away();
  return new SourceError("internal", `The store of tasks in Redis failed: ${message.slice(0, 200)}`, { cause: error });
}

/** Why this Redis must hold no tasks, by its own account (`INFO`); undefined where it may. */
export function unfitness(info: string): string | undefined {
  const said = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\s*$`, "m").exec(info)?.[1];
  const major = Number(said("redis_version")?.split(".")[0]);
  if (major < 7) return `is Redis ${said("redis_version")}; tasks need 7 or later, or Valkey.`;
  if (said("role") === "slave") return "is a read-only replica: give the address of the primary.";
  const policy = said("maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction")
    return `evicts keys when its memory is full (maxmemory-policy ${policy}), tasks among them: set maxmemory-policy noeviction.`;
  return undefined;
}
