import { SourceError } from "../errors.ts";

/** What undici and the socket say, by code, as the end of the sentence "<host> …". */
const WHAT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  EPIPE: "broke the connection off",
  UND_ERR_SOCKET: "closed the connection before its answer was complete",
  ENOTFOUND: "was not found: there is no such name",
  EAI_AGAIN: "could not be looked up: the name server does not answer",
  ENETUNREACH: "cannot be reached: no route to its network",
  EHOSTUNREACH: "cannot be reached: no route to it",
  EADDRNOTAVAIL: "cannot be reached: no local address to connect from",
  ETIMEDOUT: "did not accept a connection",
  CERT_HAS_EXPIRED: "showed an expired certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "showed a certificate for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "showed a self-signed certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "showed a certificate of an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "showed an incomplete certificate chain",
  UNABLE_TO_GET_ISSUER_CERT: "showed an incomplete certificate chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "showed a certificate of an unknown authority",
  UND_ERR_HEADERS_OVERFLOW: "sent headers too large to read",
};

/** Failures that may well be gone at the next try. */
const TRANSIENT = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/** What went wrong on the wire with `host`, as an error a person can read: `timeout`, `unreachable`, `changed` or `bad-query`. */
export function wireFailure(host: string, error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT")
    return new SourceError("timeout", `${host} did not accept a connection in time.`, {
      cause: error,
      unanswered: true,
    });
  if (code === "UND_ERR_HEADERS_TIMEOUT")
    return new SourceError("timeout", `${host} did not begin to answer in time.`, { cause: error, unanswered: true });
  if (code === "UND_ERR_BODY_TIMEOUT")
    return new SourceError("timeout", `${host} stopped in the middle of its answer.`, {
      cause: error,
      unanswered: true,
    });
  if (code === "UND_ERR_INVALID_ARG")
    return new SourceError("bad-query", `The request to ${host} cannot be sent: ${messageOf(error)}.`, {
      cause: error,
    });
  if (code.startsWith("HPE_") || (error instanceof Error && error.name === "HTTPParserError"))
    return new SourceError("changed", `${host} answered with something that is not HTTP.`, { cause: error });
  if (code.startsWith("ERR_SSL_") || code === "EPROTO")
    return new SourceError("unreachable", `${host} speaks no TLS that we do (${code}).`, { cause: error });
  const what = WHAT[code] ?? `could not be asked (${code || messageOf(error)})`;
  return new SourceError("unreachable", `${host} ${what}.`, { cause: error, unanswered: true });
}

/** Whether the same request may succeed if it is simply sent again: the connection failed, not the request. */
export function isTransient(error: unknown): boolean {
  return error instanceof SourceError && error.kind === "unreachable" && TRANSIENT.has(codeOf(error.cause));
}

/** The code of an error, or of the first of several tries (one per address). */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : "";
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
