import { EMPTY } from "rxjs";
import { z } from "zod";
import type { Config } from "../../../config.ts";
import { checked, SourceError, toSourceError } from "../../../errors.ts";
import { withoutNulls } from "../../../pipelines/scrape/options.ts";
import type { GivenWebhook } from "../../../tasks/webhook.ts";
import { createGuard } from "../../../upstream/guard.ts";

const MAX_HEADERS = 50;
const MAX_METADATA_CHARS = 10_000;

const Target = z.preprocess(
  (given) => (typeof given === "string" ? { url: given } : withoutNulls(given)),
  z.object(
    {
      url: z.string({ error: "is missing: an address" }).max(10_000, { error: "must be at most 10,000 characters" }),
      headers: z
        .record(
          z.string(),
          z
            .string({ error: "must be a text" })
            .max(8_000)
            .regex(/^[\t\x20-\x7e\x80-\uffff]*$/, { error: "cannot be sent" }),
        )
        .refine((given) => Object.keys(given).every((name) => /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)), {
          error: "holds a name that is none of a header",
        })
        .refine((given) => Object.keys(given).length <= MAX_HEADERS, { error: `must be at most ${MAX_HEADERS}` })
        .optional(),
      metadata: z
        .record(z.string(), z.unknown(), { error: "must be a JSON object" })
        .refine((given) => JSON.stringify(given).length <= MAX_METADATA_CHARS, {
          error: `must be at most ${MAX_METADATA_CHARS} characters of JSON`,
        })
        .optional(),
      events: z
        .array(z.string({ error: "must be a text" }).max(100), { error: "must be a list of events" })
        .max(20)
        .optional(),
    },
    { error: "must be an address, or an object with url" },
  ),
);

/** Where a job is to be told as it goes on, or undefined; fails with `bad-query` where that is no address, or may not be asked. */
export function webhookOf(
  given: unknown,
  prefix: NonNullable<GivenWebhook["prefix"]>,
  config: Config,
): GivenWebhook | undefined {
  if (given === undefined || given === null) return undefined;
  const { webhook } = checked(z.object({ webhook: Target }), { webhook: given });
  // Names are looked up at each delivery, where the guard stands again.
  const guard = createGuard(config, () => EMPTY);
  try {
    const { events, ...target } = webhook;
    // Forms send an empty list where nothing was chosen.
    return { ...target, ...(events?.length && { events }), url: guard.checkUrl(webhook.url).href, prefix };
  } catch (thrown) {
    throw new SourceError("bad-query", `webhook: ${toSourceError(thrown).message}`, { cause: thrown });
  }
}
