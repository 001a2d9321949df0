import { type Admission, createAdmission } from "./admission/admission.ts";
import { closeState } from "./aggregate/state/state.ts";
import { type Config, readConfig } from "./config.ts";
import { bytesInFlight } from "./in-flight.ts";
import { createKeys, type Keys } from "./keys/keys.ts";
import { watchAdmission } from "./metrics/classes.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { sources } from "./sources/catalogue.ts";
import type { RunEnv } from "./sources/run.ts";
import { createUpstream } from "./upstream/upstream.ts";

/** What every face of the service runs on. */
export interface Runtime {
  readonly config: Config;
  readonly env: RunEnv;
  /** Counts what all faces answer. */
  readonly metrics: Metrics;
  /** What of all faces may begin. */
  readonly admission: Admission;
  /** The keys that every face asks for. */
  readonly keys: Keys;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The runtime for an environment; throws a sentence that names a variable at fault. */
export function createRuntime(environment: Environment): Runtime {
  const config = readConfig(environment);
  bytesInFlight.maxBytes = config.MAX_WAITING_BYTES;
  const unknown = config.ENGINES.find((name) => !sources.some(({ id }) => id === name.replace(/^-/, "")));
  if (unknown !== undefined) throw new Error(`ENGINES: there is no engine “${unknown}”.`);
  const upstream = createUpstream(config);
  const keys = createKeys(config);
  const metrics = createMetrics(upstream);
  metrics.series(keys.series);
  const admission = createAdmission();
  watchAdmission(metrics, admission);
  return {
    config,
    metrics,
    admission,
    keys,
    env: { upstream, keys: environment, dataDir: config.DATA_DIR, engines: config.ENGINES },
    close: () =>
      upstream.close().finally(() => {
        keys.close();
        closeState(config.DATA_DIR);
      }),
  };
}
