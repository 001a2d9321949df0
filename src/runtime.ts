import { type Admission, createAdmission } from "./admission/admission.ts";
import { closeState } from "./aggregate/state/state.ts";
import { type Config, readConfig } from "./config.ts";
import { bytesInFlight } from "./in-flight.ts";
import { createKeys, type Keys } from "./keys/keys.ts";
import { watchAdmission } from "./metrics/classes.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { type Catalogue, catalogueFor } from "./sources/by-name.ts";
import type { Category } from "./sources/define.ts";
import { ownSources } from "./sources/from-folder.ts";
import type { BrokenSource } from "./sources/own/folder.ts";
import type { RunEnv } from "./sources/run.ts";
import type { ListedSource } from "./sources/source.ts";
import { createUpstream } from "./upstream/upstream.ts";

/** What every face of the service runs on. */
export interface Runtime {
  readonly config: Config;
  readonly env: RunEnv;
  /** What can be asked: the built-in sources, and those in `SOURCES_DIR`. */
  readonly categories: readonly Category<ListedSource>[];
  /** The same by name. */
  readonly catalogue: Catalogue;
  /** What of `SOURCES_DIR` cannot be used. */
  readonly broken: readonly BrokenSource[];
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
  const { categories, broken } = ownSources(config.SOURCES_DIR);
  const catalogue = catalogueFor(categories);
  const unknown = config.ENGINES.find((name) => !catalogue.sources.some(({ id }) => id === name.replace(/^-/, "")));
  if (unknown !== undefined) throw new Error(`ENGINES: there is no engine “${unknown}”.`);
  const upstream = createUpstream(config);
  const keys = createKeys(config);
  const metrics = createMetrics(upstream);
  metrics.series(keys.series);
  const admission = createAdmission();
  watchAdmission(metrics, admission);
  return {
    config,
    categories,
    catalogue,
    broken,
    metrics,
    admission,
    keys,
    env: { upstream, keys: environment, dataDir: config.DATA_DIR, engines: config.ENGINES },
    close: () =>
      upstream.close().finally(async () => {
        await keys.close();
        await closeState(config.DATA_DIR);
      }),
  };
}
