import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { FailureBody, OutcomeBody, TruncatedBody, Warnings } from "../schemas.ts";

/** What the bodies and answers of the common search API have in common. */

const MAX_UNREAD_TOLD = 10;

/**
 * A JSON object with the API's fields; `null` counts as absent. Fields that are not named pass, and are told of by
 * `unreadFields`.
 */
export const apiBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (body) =>
      typeof body === "object" && body !== null && !Array.isArray(body)
        ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
        : body,
    z.looseObject(
      { ...shape, api_key: z.string().optional().describe("a key, where it is not in the Authorization header") },
      { error: "The body must be a JSON object" },
    ),
  );

/** Fields that say who asks, and nothing of what is asked. */
const OF_THE_CLIENT = new Set([
  "api_key",
  "apiBaseURL",
  "apiKey",
  "client_name",
  "client_source",
  "clientName",
  "clientSource",
  "human_id",
  "integration",
  "orgId",
  "origin",
  "projectId",
  "proxies",
  "session_id",
]);

/** The fields of a body that nobody reads, each in a sentence. */
export const unreadFields = (body: Readonly<Record<string, unknown>>, known: object): readonly string[] =>
  Object.keys(body)
    .filter((name) => !Object.hasOwn(known, name) && !OF_THE_CLIENT.has(name))
    .slice(0, MAX_UNREAD_TOLD)
    .map((name) => `${name.slice(0, 40)} is unknown and was ignored.`);

/** A list of texts, or one text alone. */
export const texts = (most: number) => {
  const error = `must be a text or a list of at most ${most} texts`;
  return z
    .union([z.string(), z.array(z.string()).max(most, { error })], { error })
    .transform((given) => [given].flat().filter((text) => text.trim() !== ""));
};

/** A whole number within bounds. */
export const number = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

export const yesNo = z.boolean({ error: "must be true or false" });

/** Seconds. */
export const seconds = (max: number) => {
  const error = `must be a number of seconds, more than 0 and at most ${max}`;
  return z.number({ error }).positive({ error }).max(max, { error });
};

/** What every answer has beside its own fields. */
export const common = {
  response_time: z.number().describe("seconds"),
  request_id: z.string(),
  usage: z.object({ credits: z.number().describe("0: nothing is billed") }).optional(),
  truncated: TruncatedBody.optional(),
  warnings: Warnings,
};

export const SourcesBody = z.array(OutcomeBody);

/** A failure in both shapes. */
export const ApiFailureBody = FailureBody.extend({
  detail: z.object({ error: z.string().describe("the same sentence") }),
}).meta({ id: "ApiFailure", description: "Every failure of the common search API" });

/** Seconds of an answer, from the pipelines' text. */
export const secondsOf = (responseTime: string): number => Number(responseTime);

interface Ending {
  readonly requestId: string;
  readonly usage: boolean;
  readonly warnings: readonly string[];
}

/** The fields that end every answer. */
export const endOf = ({ requestId, usage, warnings }: Ending) => ({
  request_id: requestId,
  ...(usage && { usage: { credits: 0 } }),
  ...(warnings.length > 0 && { warnings }),
});

/** A page's passages for a question are asked for with this many, where nobody says how many. */
export const DEFAULT_CHUNKS = 3;

/** A body is left as it was given, for the route to read; the other parts of a request are checked as everywhere. */
export const bodyAsGiven: FastifySchemaCompiler<unknown> = (part) => {
  const { schema, httpPart } = part;
  if (httpPart === "body" || !(schema instanceof z.ZodType)) return (value) => ({ value });
  return validatorCompiler({ ...part, schema });
};
