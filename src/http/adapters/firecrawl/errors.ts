import type { ErrorKind, SourceError } from "../../../errors.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import type { FailureShape } from "../../failure.ts";

interface Answered {
  readonly status: number;
  readonly code?: string;
}

const SITE: Answered = { status: 500, code: "SCRAPE_SITE_ERROR" };
const FAILED: Answered = { status: 500, code: "SCRAPE_ALL_ENGINES_FAILED" };
const UNREADABLE: Answered = { status: 500, code: "SCRAPE_UNSUPPORTED_FILE_ERROR" };
const UNAVAILABLE: Answered = { status: 503, code: "UNAVAILABLE" };
const UNKNOWN: Answered = { status: 500, code: "UNKNOWN_ERROR" };

/** Never 502: clients ask again then, three times. */
const ANSWERED: Readonly<Record<ErrorKind, Answered>> = {
  "bad-query": { status: 400, code: "BAD_REQUEST" },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  "forbidden-target": { status: 403, code: "FORBIDDEN_TARGET" },
  "quota-exceeded": { status: 429 },
  "unknown-source": { status: 404 },
  "not-found": { status: 404 },
  "method-not-allowed": { status: 405 },
  "too-large": UNREADABLE,
  "missing-key": SITE,
  internal: UNKNOWN,
  blocked: SITE,
  crashed: UNREADABLE,
  "rate-limited": SITE,
  unreachable: FAILED,
  changed: FAILED,
  "unsupported-type": UNREADABLE,
  busy: UNAVAILABLE,
  "action-failed": { status: 500, code: "SCRAPE_ACTION_ERROR" },
  "no-browser": { status: 501, code: "NOT_SUPPORTED" },
  "not-ready": UNAVAILABLE,
  overloaded: UNAVAILABLE,
  stopping: UNAVAILABLE,
  timeout: { status: 408, code: "SCRAPE_TIMEOUT" },
};

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|EPROTO)/;

/** The code that a failed connection has, or the first of several tries. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return causeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** How a failure is told to clients of this API: with which status and code. */
export function answeredAs(error: SourceError, status: number): Answered {
  if (error instanceof ScrapeError) return { status: error.scrapeStatus, code: error.scrapeCode };
  const cause = error.kind === "unreachable" ? causeOf(error.cause) : "";
  if (CERTIFICATE.test(cause)) return { status: 500, code: "SCRAPE_SSL_ERROR" };
  // An answer that came, and says no: clients do not ask again.
  if (cause === "ENOTFOUND") return { status: 200, code: "SCRAPE_DNS_RESOLUTION_ERROR" };
  const answered = ANSWERED[error.kind];
  return status === 413 ? { ...answered, status } : answered;
}

/** Failures as Firecrawl's clients read them. */
export const failing: FailureShape = ({ error, request_id }, status, _request, thrown) => {
  const { code, status: shown } = answeredAs(thrown, status);
  const [, field, message] = code === "BAD_REQUEST" ? (/^([\w.]+): (.*)$/s.exec(error) ?? []) : [];
  return {
    status: shown,
    body: {
      success: false,
      error,
      ...(code !== undefined && { code }),
      ...(field !== undefined && { details: [{ path: field.split("."), message }] }),
      request_id,
    },
  };
};
