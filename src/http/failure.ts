import type { FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorKind, plainly, SourceError, toSourceError } from "../errors.ts";
import type { Failure } from "../events.ts";
import { rawParameters } from "./app-context.ts";
import { CONTENT_TYPE, type Format, type Wire, wholeOf, wireFor } from "./formats/negotiate.ts";
import { csvOf, xmlOf } from "./formats/rows.ts";
import { TOO_LONG } from "./header-limits.ts";

/** A failure and the HTTP status that goes with it, which may say more than its kind's own. */
export interface Refusal {
  readonly status: number;
  readonly error: SourceError;
}

/** A failure in a format. */
export function failureText(failure: Failure, format: Format): string {
  if (format === "csv") return csvOf(failure);
  return format === "xml" ? xmlOf(failure) : JSON.stringify(failure);
}

/** Fastify's own refusals, by code. */
const FRAMEWORK: ReadonlyMap<string, ErrorKind> = new Map(
  Object.entries<ErrorKind>({
    FST_ERR_CTP_BODY_TOO_LARGE: "too-large",
    FST_ERR_MAX_PARAM_LENGTH: "too-large",
    [TOO_LONG]: "too-large",
  }),
);

/** What Fastify says too briefly. */
const SAID: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    FST_ERR_CTP_INVALID_MEDIA_TYPE: "The body must be JSON, sent with Content-Type: application/json.",
  }),
);

/** Anything thrown while answering, as a refusal. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof SourceError) return { status: error.status, error };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const parameter = issue?.instancePath.split("/")[1];
    const message = [parameter, plainly(issue?.message ?? "")].filter(Boolean).join(": ");
    return { status: 400, error: new SourceError("bad-query", sentence(message), { cause: error }) };
  }
  const { status, code, message } = httpErrorIn(error);
  if (status >= 400 && status < 500) {
    const said = SAID.get(code) ?? sentence(message);
    return { status, error: new SourceError(FRAMEWORK.get(code) ?? "bad-query", said, { cause: error }) };
  }
  return { status: 500, error: toSourceError(error) };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route speaks the common search API: its failures have `detail.error` beside our own fields, and a key may stand in the body. */
    commonApi?: boolean;
    /** The route speaks as another service does: how that one tells a failure. */
    failing?: FailureShape;
  }
}

/** A failure as another service's clients read it: always JSON, with its own status where that differs from ours. */
export type FailureShape = (
  failure: Failure,
  status: number,
  request: FastifyRequest,
  error: SourceError,
) => { readonly status?: number; readonly body: object };

/** Answers a failure in the format asked for; what is our own fault is logged with its cause, which the answer never shows. */
export function refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const { status, error } = refusalFor(thrown);
  if (status >= 500 && error.kind === "internal") request.log.error({ err: error.cause ?? error }, "internal failure");
  const { failing } = request.routeOptions.config ?? {};
  const format = failing ? "json" : formatOf(request);
  if (error.retryAfterMs !== undefined) reply.header("retry-after", Math.ceil(error.retryAfterMs / 1000));
  if (failing) {
    const shaped = failing(failureOf(request, error), status, request, error);
    return reply
      .code(shaped.status ?? status)
      .type(CONTENT_TYPE.json)
      .send(JSON.stringify(shaped.body));
  }
  return reply
    .code(status)
    .type(CONTENT_TYPE[format])
    .send(failureText(commonly(request, failureOf(request, error)), format));
}

/** A failure in the shape that the route's clients read. */
export function failureFor(request: FastifyRequest, error: SourceError): object {
  const failure = failureOf(request, error);
  return (
    request.routeOptions.config?.failing?.(failure, error.status, request, error).body ?? commonly(request, failure)
  );
}

/** The failure in our own shape; notes it on the request, for what is counted. */
function failureOf(request: FastifyRequest, error: SourceError): Failure {
  request.failedAs = error.kind;
  return { success: false, error: error.message, code: error.kind, request_id: request.id };
}

const commonly = (request: FastifyRequest, failure: Failure): Failure & { detail?: { error: string } } =>
  request.routeOptions.config?.commonApi ? { ...failure, detail: { error: failure.error } } : failure;

/** The format of a whole answer to a request, its query valid or not. */
export const formatOf = (request: FastifyRequest): Format => wholeOf(wireOf(request));

/** What a request's answer travels as. */
export const wireOf = (request: FastifyRequest): Wire =>
  wireFor(rawParameters(request)["format"], request.headers.accept);

function httpErrorIn(error: unknown): { readonly status: number; readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { status: 500, code: "", message: "" };
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { status, code, message: error.message };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
