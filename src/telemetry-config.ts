import { z } from "zod";

const flag = z.stringbool().default(false);
const milliseconds = z.coerce.number().int().positive();
const exporter = z.enum(["otlp", "none"], { error: "must be otlp or none" }).default("otlp");

/** `name=value` pairs with commas between them, percent-encoded, as OpenTelemetry has them. */
const pairs = z
  .string()
  .transform((text, context): Readonly<Record<string, string>> => {
    const entries = text.split(",").filter((entry) => entry.trim());
    const read = entries.flatMap((entry): readonly (readonly [string, string])[] => {
      const [name = "", ...rest] = entry.split("=");
      const value = decoded(rest.join("=").trim());
      return name.trim() && value !== undefined ? [[name.trim(), value]] : [];
    });
    if (read.length === entries.length) return Object.fromEntries(read);
    context.addIssue({ code: "custom", message: "must be name=value pairs, comma-separated and percent-encoded" });
    return z.NEVER;
  })
  .optional();

function decoded(text: string): string | undefined {
  try {
    return text === "" ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The variables of traces and logs: OpenTelemetry's own names, and two of ours. */
export const TelemetryEnvironment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe(
      "a collector that takes OTLP over HTTP, http://localhost:4318: traces and logs are sent there, to /v1/traces and /v1/logs; see docs/tracing.md",
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/protobuf", "http/json"], { error: "must be http/protobuf or http/json" })
    .default("http/protobuf")
    .describe("how it is spoken to"),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe("headers for the collector, name=value,name=value"),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000).describe("milliseconds that one attempt to send may take"),
  OTEL_SDK_DISABLED: flag.describe("send nothing, whatever else is set"),
  OTEL_TRACES_EXPORTER: exporter.describe("otlp sends traces, none does not"),
  OTEL_LOGS_EXPORTER: exporter.describe("otlp sends the log beside writing it, none does not"),
  OTEL_SERVICE_NAME: z.string().optional().describe("service.name of what is sent; default: tributary"),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe("attributes of the process, deployment.environment.name=production"),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        "always_on",
        "always_off",
        "traceidratio",
        "parentbased_always_on",
        "parentbased_always_off",
        "parentbased_traceidratio",
      ],
      { error: "is none of OpenTelemetry's samplers, such as parentbased_traceidratio" },
    )
    .default("parentbased_always_on")
    .describe("which traces are kept"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number from 0 to 1" })
    .min(0, { error: "must be a number from 0 to 1" })
    .max(1, { error: "must be a number from 0 to 1" })
    .default(1)
    .describe("the share of the traces that a sampler by ratio keeps"),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce
    .number()
    .int()
    .positive()
    .default(2_048)
    .describe("spans, and lines of the log, that wait to be sent; further ones are dropped"),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000).describe("milliseconds between two times of sending"),
  OTEL_CAPTURE_QUERIES: flag.describe(
    "traces and logs may say what was asked: queries, arguments of tools, addresses of pages, sentences of failures",
  ),
  OTEL_PROPAGATE_TO: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe("comma-separated hosts that are sent traceparent, * for all; empty: none is"),
});
