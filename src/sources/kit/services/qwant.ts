import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import { numeric } from "../readers/json.ts";
import { get } from "../requests/request.ts";
import { wallIn } from "../responses/refusals.ts";
import { quotedSaying } from "../responses/said.ts";

/** What Qwant's searches (web, images) have in common. */

/** Headers of its own page. */
export const FROM_QWANT = { origin: "https://www.qwant.com", referer: "https://www.qwant.com/" } as const;

const SAFE = { off: 0, moderate: 1, strict: 2 } as const;

interface QwantSearch {
  readonly text: string;
  readonly safe?: keyof typeof SAFE | undefined;
  readonly page: number;
}

/** One page of a search; the parameters are sent in the order of its own page. `group` is a visitor's test group, 1 to 3. */
export function qwantPage(
  kind: "web" | "images",
  { text, safe = "moderate", page }: QwantSearch,
  market: { readonly language: string; readonly region: string } = { language: "en", region: "US" },
  rows = 10,
  group = 1,
): HttpRequest {
  const place = { locale: `${market.language}_${market.region}`, offset: rows * (page - 1) };
  const visitor = { tgp: group, device: "desktop", safesearch: SAFE[safe], displayed: true, llm: true };
  return get(
    `https://api.qwant.com/v3/search/${kind}`,
    { q: text, count: rows, ...place, ...visitor },
    { session: "qwant", headers: FROM_QWANT },
  );
}

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
  if (code === 24) return new SourceError("rate-limited", `Qwant says too many requests: ${quotedSaying(said)}.`);
  if (code === 27) return new SourceError("blocked", "Qwant wants a captcha solved before it answers (error 27).");
  if (code === 22) return new SourceError("blocked", `Qwant refuses to answer: ${quotedSaying(said)}.`);
  return new SourceError("unreachable", `Qwant failed: ${quotedSaying(said)}.`);
}

/** The first answer to a new visitor is a refusal that sets a cookie: see `askedAgain`. */
export const qwantGreeting = (response: HttpResponse): boolean =>
  response.setCookie.some((cookie) => cookie.startsWith("datadome=")) && wallIn(response) !== undefined;
