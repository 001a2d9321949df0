import { type Attributes, type LogRecord, SeverityNumber } from "@opentelemetry/api";

/** Pino's levels in OpenTelemetry's words. */
const SEVERITIES: ReadonlyMap<unknown, readonly [SeverityNumber, string]> = new Map([
  [10, [SeverityNumber.TRACE, "TRACE"]],
  [20, [SeverityNumber.DEBUG, "DEBUG"]],
  [30, [SeverityNumber.INFO, "INFO"]],
  [40, [SeverityNumber.WARN, "WARN"]],
  [50, [SeverityNumber.ERROR, "ERROR"]],
  [60, [SeverityNumber.FATAL, "FATAL"]],
]);

/** Fields of a line that the record has elsewhere, or that its resource has. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "level",
  "time",
  "pid",
  "hostname",
  "msg",
  "err",
  "trace_id",
  "span_id",
  "trace_flags",
]);
/** Fields that say what was asked. */
const ASKED: ReadonlySet<string> = new Set(["query", "arguments", "url", "req"]);

/**
 * A line of the log as a record. Of an error the type goes out; what was asked, and an error's sentence and stack (which may
 * say it), only where `tellsQueries`.
 */
export function logRecord(line: Readonly<Record<string, unknown>>, tellsQueries: boolean): LogRecord {
  const { level, time, msg, err } = line;
  const [severityNumber, severityText] = SEVERITIES.get(level) ?? [SeverityNumber.UNSPECIFIED, undefined];
  return {
    ...(typeof time === "number" && { timestamp: time }),
    severityNumber,
    ...(severityText !== undefined && { severityText }),
    ...(typeof msg === "string" && { body: msg }),
    attributes: {
      ...Object.fromEntries(
        Object.entries(line).flatMap(([name, value]) => {
          if (ELSEWHERE.has(name) || (ASKED.has(name) && !tellsQueries)) return [];
          return [[name, isPlain(value) ? value : JSON.stringify(value)]];
        }),
      ),
      ...exceptionOf(err, tellsQueries),
    },
  };
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** An error, or what pino makes of one. */
function exceptionOf(error: unknown, tellsQueries: boolean): Attributes {
  if (typeof error !== "object" || error === null) return {};
  const { type, name, message, stack }: Readonly<Record<"type" | "name" | "message" | "stack", unknown>> = {
    type: undefined,
    name: undefined,
    message: undefined,
    stack: undefined,
    ...error,
    ...(error instanceof Error && { name: error.name, message: error.message, stack: error.stack }),
  };
  const kind = type ?? name;
  return {
    ...(typeof kind === "string" && { "exception.type": kind }),
    ...(tellsQueries && typeof message === "string" && { "exception.message": message }),
    ...(tellsQueries && typeof stack === "string" && { "exception.stacktrace": stack }),
  };
}
