import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { numeric } from "./json.ts";
import { wallIn } from "./refusals.ts";

/** What Qwant's searches (web, images) have in common. */

/** Headers of its own page. */
export const FROM_QWANT = { origin: "https://www.qwant.com", referer: "https://www.qwant.com/" } as const;

const Refusal = z.object({
  status: z.literal("error"),
  data: z
    .object({ error_code: numeric.nullish(), message: z.union([z.string(), z.array(z.string())]).nullish() })
    .nullish(),
});

/** As a `refused`: 22 and 24 stand for a country or a visitor that is not served, 27 for a captcha. */
export function qwantRefusal(body: unknown): SourceError | undefined {
  const read = Refusal.safeParse(body);
  if (!read.success) return undefined;
  const { error_code: code, message } = read.data.data ?? {};
  const said = [message ?? []].flat().join(" ") || `error ${code}`;
  if (code === 24) return new SourceError("rate-limited", `Qwant says too many requests: ${said}.`);
  if (code === 22 || code === 27) return new SourceError("blocked", `Qwant refuses to answer: ${said}.`);
  return new SourceError("unreachable", `Qwant failed: ${said}.`);
}

/** The first answer to a new visitor is a refusal that sets a cookie: see `askedAgain`. */
export const qwantGreeting = (response: HttpResponse): boolean =>
  response.setCookie.some((cookie) => cookie.startsWith("datadome=")) && wallIn(response) !== undefined;
