import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Carries the id of a request; one that a proxy in front gave is kept. */
export const REQUEST_ID_HEADER = "x-request-id";

/** The id of a request: the log, the answer's headers and its failures name it alike. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
