import { type ErrorKind, SourceError } from "../../errors.ts";
import type { HttpRequest } from "../../upstream/types.ts";

/** An OpenAI-compatible server that the operator named, and a model there. */
export interface OpenAiServer {
  /** Up to and without `/chat/completions` or `/embeddings`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
}

/** Returns a POST request to a path of the server, for the upstream: sent directly, redirects not followed. */
export const postTo = ({ baseUrl, apiKey }: OpenAiServer, path: string, accept: string, body: object) =>
  ({
    url: `${baseUrl.replace(/\/+$/, "")}${path}`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    redirect: "manual",
    direct: true,
  }) satisfies HttpRequest;

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  401: "missing-key",
  403: "missing-key",
  429: "rate-limited",
};

/** Returns the error of a status other than 200; `who` begins the sentence. The body is not read: it may hold anything. */
export const statusError = (who: string, status: number): SourceError =>
  new SourceError(
    KIND_OF_STATUS[status] ?? "unreachable",
    status === 401 || status === 403
      ? `${who} refused the key (HTTP ${status}): check LLM_API_KEY.`
      : `${who} answered HTTP ${status}.`,
  );
