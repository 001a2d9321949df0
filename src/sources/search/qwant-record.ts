import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { numeric } from "../kit/json.ts";

const Refusal = z.object({
  status: z.literal("error"),
  data: z
    .object({ error_code: numeric.nullish(), message: z.union([z.string(), z.array(z.string())]).nullish() })
    .nullish(),
});

/** 22 and 24 stand for a country or a visitor that is not served, 27 for a captcha. */
export function refused(body: unknown): SourceError | undefined {
  const read = Refusal.safeParse(body);
  if (!read.success) return undefined;
  const { error_code: code, message } = read.data.data ?? {};
  const said = [message ?? []].flat().join(" ") || `error ${code}`;
  if (code === 24) return new SourceError("rate-limited", `Qwant says too many requests: ${said}.`);
  if (code === 22 || code === 27) return new SourceError("blocked", `Qwant refuses to answer: ${said}.`);
  return new SourceError("unreachable", `Qwant failed: ${said}.`);
}

const Web = z.object({
  title: z.string(),
  url: z.string(),
  desc: z.string().nullish(),
  source: z.string().nullish(),
  date: numeric.nullish(),
});

/** Web results among rows of advertisements, images, videos and news. */
const Row = z.union([
  z.object({ type: z.literal("web"), items: z.array(Web) }),
  z.object({ type: z.string().refine((type) => type !== "web") }).transform(() => ({ items: [] })),
]);

/** The answer. */
export const Body = z.object({
  data: z.object({ result: z.object({ items: z.object({ mainline: z.array(Row).nullish() }) }) }),
});
