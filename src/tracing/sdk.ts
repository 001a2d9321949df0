import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Config } from "../config.ts";
import { VERSION } from "../version.ts";
import { Collector } from "./collector.ts";
import { logRecord } from "./log-record.ts";
import { samplerOf } from "./sampler.ts";
import type { Attributes, Span, SpanOptions, Tracing } from "./tracing.ts";

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** What is sent at the end has so many milliseconds. */
const STOP_MS = 2_000;

type TracingConfig = Config & { readonly OTEL_EXPORTER_OTLP_ENDPOINT: string };

/** Tracing by OpenTelemetry's SDK: what waits to be sent is bounded, what is beyond is dropped. Nothing waits for the collector. */
export function createTracing(config: TracingConfig, warn: (message: string) => void): Tracing {
  const isJson = config.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json";
  const collector = new Collector({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    contentType: isJson ? "application/json" : "application/x-protobuf",
    timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    warn,
  });
  const resource = resourceFromAttributes({
    "service.version": VERSION,
    ...config.OTEL_RESOURCE_ATTRIBUTES,
    "service.name": config.OTEL_SERVICE_NAME ?? config.OTEL_RESOURCE_ATTRIBUTES?.["service.name"] ?? "tributary",
    "process.pid": process.pid,
  });
  const batches = {
    maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
    scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
  };
  const spans = new TracerProvider({
    resource,
    sampler: samplerOf(config.OTEL_TRACES_SAMPLER, config.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors:
      config.OTEL_TRACES_EXPORTER === "none"
        ? []
        : [
            new BatchSpanProcessor({
              ...batches,
              exporter: collector.exporter("/v1/traces", isJson ? JsonTraceSerializer : ProtobufTraceSerializer),
            }),
          ],
  });
  const logs = new LoggerProvider({
    resource,
    processors:
      config.OTEL_LOGS_EXPORTER === "none"
        ? []
        : [
            new BatchLogRecordProcessor({
              ...batches,
              exporter: collector.exporter("/v1/logs", isJson ? JsonLogsSerializer : ProtobufLogsSerializer),
            }),
          ],
  });
  const tracer = spans.getTracer("tributary", VERSION);
  const logger = logs.getLogger("tributary", VERSION);
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;
  const tellsQueries = config.OTEL_CAPTURE_QUERIES;
  const told = new Set(config.OTEL_PROPAGATE_TO);

  return {
    tellsQueries,
    begin(name, { kind = "internal", attributes = {}, parent = here() }: SpanOptions = {}): Span {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: present(attributes) }, parent);
      return {
        context: trace.setSpan(parent, span),
        set: (more) => void span.setAttributes(present(more)),
        failed(type, message) {
          span.setAttribute("error.type", type);
          span.setStatus({ code: SpanStatusCode.ERROR, ...(tellsQueries && message !== undefined && { message }) });
        },
        end: () => {
          if (span.isRecording()) span.end();
        },
      };
    },
    here,
    nowhere: ROOT_CONTEXT,
    at: (context, act) => contexts.run(context, act),
    from: (headers) => propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    headersFor(host) {
      const carrier: Record<string, string> = {};
      if (told.has(host) || told.has("*")) propagator.inject(here(), carrier, defaultTextMapSetter);
      return carrier;
    },
    ids(): Readonly<Record<string, string>> {
      const context = trace.getSpanContext(here());
      if (!context) return {};
      return { trace_id: context.traceId, span_id: context.spanId };
    },
    log: (line) => logger.emit({ ...logRecord(line, tellsQueries), context: here() }),
    async stop() {
      collector.hurry();
      const late = setTimeout(() => collector.abandon(), STOP_MS);
      // What could not be sent was told by the collector.
      await Promise.allSettled([spans.shutdown(), logs.shutdown()]);
      clearTimeout(late);
    },
  };
}

const present = (attributes: Attributes): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
