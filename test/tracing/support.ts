import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { startTracing } from "../../src/tracing/start.ts";
import { type Tracing, useTracing } from "../../src/tracing/tracing.ts";

const Value = z.looseObject({});
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));
const SpanRecord = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.looseObject({ code: z.number().optional() }).optional(),
});
const LogLine = z.looseObject({
  traceId: z.string().optional(),
  severityText: z.string().optional(),
  body: Value.optional(),
  attributes: Attributes,
});
const Traces = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: Attributes }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(SpanRecord) })),
    }),
  ),
});
const Logs = z.object({
  resourceLogs: z.array(z.looseObject({ scopeLogs: z.array(z.looseObject({ logRecords: z.array(LogLine) })) })),
});

type SpanRecord = z.output<typeof SpanRecord>;

/** A collector on loopback that takes OTLP as JSON. */
export interface FakeCollector {
  readonly endpoint: string;
  readonly spans: SpanRecord[];
  readonly logs: z.output<typeof LogLine>[];
  readonly resources: Record<string, unknown>[];
  /** The requests as they came. */
  readonly requests: {
    readonly path: string;
    readonly contentType: string;
    readonly authorization: string;
    readonly text: string;
  }[];
  close(): void;
}

export async function fakeCollector(): Promise<FakeCollector> {
  const spans: SpanRecord[] = [];
  const logs: z.output<typeof LogLine>[] = [];
  const resources: Record<string, unknown>[] = [];
  const requests: FakeCollector["requests"] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const { url = "", headers } = request;
      const contentType = String(headers["content-type"]);
      requests.push({ path: url, contentType, authorization: String(headers.authorization), text });
      if (contentType === "application/json") {
        if (url === "/v1/traces")
          for (const { resource, scopeSpans } of Traces.parse(JSON.parse(text)).resourceSpans) {
            resources.push(resource.attributes);
            spans.push(...scopeSpans.flatMap((scope) => scope.spans));
          }
        if (url === "/v1/logs")
          for (const { scopeLogs } of Logs.parse(JSON.parse(text)).resourceLogs)
            logs.push(...scopeLogs.flatMap(({ logRecords }) => logRecords));
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    logs,
    resources,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Tracing towards a collector, until it is stopped; what is traced must be made after. */
export async function tracingTo(
  endpoint: string,
  environment: Readonly<Record<string, string>> = {},
  warn: (message: string) => void = () => undefined,
): Promise<Tracing> {
  const tracing = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "50",
      ...environment,
    },
    warn,
  );
  if (!tracing) throw new Error("there is no tracing");
  return {
    ...tracing,
    stop: async () => {
      useTracing(undefined);
      await tracing.stop();
    },
  };
}

/** The spans of a trace as an indented list, each below its parent, siblings by name. */
export function treeOf(spans: readonly SpanRecord[], traceId: string): string {
  const own = spans.filter((span) => span.traceId === traceId);
  const ids = new Set(own.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, depth: number): readonly string[] =>
    own
      .filter(({ parentSpanId }) =>
        parent === undefined ? parentSpanId === undefined || !ids.has(parentSpanId) : parentSpanId === parent,
      )
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ name, spanId }) => [`${"  ".repeat(depth)}${name}`, ...below(spanId, depth + 1)]);
  return below(undefined, 0).join("\n");
}
