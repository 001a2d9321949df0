import { readConfig } from "../config.ts";
import { type Tracing, useTracing } from "./tracing.ts";

/** Sends traces and logs to the collector of the environment from now on; undefined where there is none. The SDK is imported only then. */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void = toStandardError,
): Promise<Tracing | undefined> {
  if (!environment["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim()) return undefined;
  const config = readConfig(environment);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED } = config;
  if (endpoint === undefined || OTEL_SDK_DISABLED) return undefined;
  const { createTracing } = await import("./sdk.ts");
  const tracing = createTracing({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, warn);
  useTracing(tracing);
  return tracing;
}

const toStandardError = (message: string): void => void process.stderr.write(`${message}\n`);
