import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { checked, SourceError, toSourceError } from "../../../errors.ts";
import { languageModelOf } from "../../../pipelines/research/index.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { meansOf, planOf } from "../../../pipelines/scrape/limits.ts";
import { ScrapeOptions, withoutNulls, withScheme } from "../../../pipelines/scrape/options.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import type { TaskRow } from "../../../tasks/order.ts";
import type { NewOrder, Tasks } from "../../../tasks/tasks.ts";
import type { AppContext } from "../../app-context.ts";
import { ownerOf } from "../../auth.ts";
import { publicAddress } from "../../host.ts";
import { scrapeOptionsOfV1 } from "./v1.ts";
import type { Version } from "./version.ts";

export interface Ordering {
  readonly face: AppContext;
  readonly tasks: Tasks;
}

const MAX_KEY = 255;
const MAX_ADDRESS = 10_000;
const AGAIN_MS = 30_000;
/** A job with `zeroDataRetention` is kept no longer after its end. */
const BRIEF_MS = 3_600_000;

/** The options of every page, as they are checked and as they are stored. */
export function pageOptions(given: unknown, version: Version, face: AppContext) {
  const scrape = (version === "v1" ? scrapeOptionsOfV1(given ?? {}) : withoutNulls(given)) ?? {};
  const options = checked(ScrapeOptions, scrape);
  return {
    scrape,
    options,
    plan: planOf(options, meansOf({ model: languageModelOf(face.config), upstream: face.env.upstream })),
  };
}

/** How long a job is kept where that is less than others are. */
export const keptFor = (...options: readonly { readonly zeroDataRetention: boolean }[]) =>
  options.some(({ zeroDataRetention }) => zeroDataRetention) ? { keepMs: BRIEF_MS } : {};

/** An address as it is asked for, or why it is none. */
export function addressIn(url: string): { readonly href?: string; readonly error?: string } {
  if (url.length > MAX_ADDRESS) return { error: `“${url.slice(0, 40)}…” is longer than ${MAX_ADDRESS} characters.` };
  try {
    return { href: parseUrl(withScheme(url)).href };
  } catch (thrown) {
    return { error: toSourceError(thrown).message };
  }
}

/** The failure of an order that names an address which is none. */
export const noAddress = ({
  url,
  error = `“${url}” is not a URL.`,
}: {
  readonly url: string;
  readonly error?: string;
}) => new SourceError("bad-query", `urls: ${error}`);

/** The answer to an order: the job's id, and where its status is. */
export const jobOf = (id: string, path: string, face: AppContext, version: Version, request: FastifyRequest) => ({
  success: true,
  id,
  url: `${publicAddress(request, face.config)}/${version}/${path}/${id}`,
});

/** Orders a job, and answers where it is. */
export async function answered(
  given: NewOrder,
  path: string,
  warnings: readonly string[],
  beside: object,
  { face, tasks }: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await placed(given, { face, tasks }, request);
  return reply.send({
    ...jobOf(id, path, face, version, request),
    ...beside,
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  });
}

/** Orders a job; fails where it is not taken. The same idempotency key gives the same job again. */
export async function placed(given: NewOrder, { tasks }: Ordering, request: FastifyRequest): Promise<TaskRow> {
  const idempotencyKey = keyOf(request);
  const order = { ...given, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const ordered = await firstValueFrom(tasks.order(ownerOf(request), order));
  if ("refused" in ordered) throw refusals[ordered.refused]();
  return ordered.row;
}

const limited = (message: string): ScrapeError =>
  new ScrapeError("rate-limited", 429, "RATE_LIMITED", message, undefined, AGAIN_MS);

const refusals = {
  "too-many": () => limited("You have too many open jobs; cancel one or wait for one to end."),
  full: () => limited("The store of jobs is full; wait until older ones have expired."),
  "other-request": () => new ScrapeError("bad-query", 409, "CONFLICT", "Idempotency key already used"),
} as const;

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["x-idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key === "" || key.length > MAX_KEY)
    throw new SourceError("bad-query", `x-idempotency-key must be one text of 1 to ${MAX_KEY} characters.`);
  return key;
}
