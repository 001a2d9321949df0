import { compile } from "css-select";
import { z } from "zod";
import { Actions } from "./actions.ts";
import { Format } from "./formats.ts";

const MIN_MS = 1_000;
const MAX_MS = 300_000;
/** Milliseconds of a scrape whose request gives it no other time. */
const SCRAPE_MS = 60_000;
const MAX_WAIT_MS = 60_000;

/** Headers that the connection has for itself, and the one that a gateway reads. */
const OWN_HEADERS =
  /^(?:host|content-length|connection|keep-alive|proxy-.+|te|trailer|transfer-encoding|upgrade|x-upstream-url)$/i;

const selector = z
  .string()
  .trim()
  .min(1, { error: "must not be empty" })
  .max(500, { error: "must be at most 500 characters" })
  .refine(isSelector, { error: ({ input }) => `“${String(input).slice(0, 80)}” is not a CSS selector` });

const selectors = z.array(selector, { error: "must be a list of CSS selectors" }).max(100);

function isSelector(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    // What it cannot read is none; the caller says so.
    return false;
  }
}

const headers = z
  .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, { error: "is no name of a header" }), z.string().max(8_000))
  .refine((given) => !Object.keys(given).some((name) => OWN_HEADERS.test(name)), {
    error: ({ input }) =>
      `${Object.keys(Object(input)).find((name) => OWN_HEADERS.test(name))} cannot be set: the connection has it for itself`,
  })
  .refine((given) => Object.values(given).every((value) => /^[\t\x20-\x7e\x80-\uffff]*$/.test(value)), {
    error: "hold a value that cannot be sent",
  });

const Parser = z.preprocess(
  (given) => (typeof given === "string" ? { type: given } : given),
  z.object({
    type: z.enum(["pdf", "image"], { error: "must be pdf or image" }),
    mode: z.enum(["fast", "auto", "ocr"]).optional(),
    maxPages: z.int().min(1).max(10_000).optional(),
    pages: z.boolean().optional(),
    pageMarkers: z.boolean().optional(),
    blocks: z.boolean().optional(),
  }),
);

const Location = z.object({
  country: z.string().max(20).optional(),
  languages: z
    .array(z.string().regex(/^[\w-]{1,35}$/, { error: "is no language" }))
    .max(20)
    .optional(),
});

const milliseconds = z.number({ error: "must be a number of milliseconds" }).nonnegative();
const yesNo = z.boolean({ error: "must be true or false" });

/** Null is absent, at any depth that clients send it. */
export function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

const FIELDS = {
  formats: z
    .array(Format, { error: "must be a list of formats" })
    .max(30)
    .default([{ type: "markdown" }]),
  onlyMainContent: yesNo.default(true),
  includeTags: selectors.default([]),
  excludeTags: selectors.default([]),
  headers: headers.default({}),
  timeout: milliseconds.default(SCRAPE_MS).transform((ms) => Math.min(MAX_MS, Math.max(MIN_MS, ms))),
  waitFor: milliseconds.max(MAX_WAIT_MS, { error: `must be at most ${MAX_WAIT_MS}` }).default(0),
  mobile: yesNo.default(false),
  actions: Actions.default([]),
  parsers: z.array(Parser, { error: "must be a list of parsers" }).default([{ type: "pdf" }, { type: "image" }]),
  location: z.preprocess(withoutNulls, Location.default({})),
  proxy: z.string().max(40).default("auto"),
  maxAge: milliseconds.default(0),
  minAge: milliseconds.optional(),
  lockdown: yesNo.default(false),
  storeInCache: yesNo.default(true),
  removeBase64Images: yesNo.default(true),
  skipTlsVerification: yesNo.optional(),
  zeroDataRetention: yesNo.default(false),
  redactPII: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  profile: z.unknown().optional(),
  safeMode: z.unknown().optional(),
} as const;

/** How a page is to be scraped, as clients of the scrape API say it; fields that are not named pass unread. */
export const ScrapeOptions = z.preprocess(withoutNulls, z.object(FIELDS)).superRefine((options, context) => {
  if (options.waitFor > options.timeout / 2)
    context.addIssue({ code: "custom", path: ["waitFor"], message: "must not be more than half of timeout" });
  const tracks = options.formats.some(({ type }) => type === "changeTracking");
  if (tracks && !options.formats.some(({ type }) => type === "markdown"))
    context.addIssue({ code: "custom", path: ["formats"], message: "changeTracking needs markdown beside it" });
  options.formats.forEach((format, at) => {
    if (format.type !== "attributes") return;
    for (const { selector: given } of format.selectors)
      if (!isSelector(given))
        context.addIssue({
          code: "custom",
          path: ["formats", at],
          message: `“${given.slice(0, 80)}” is not a CSS selector`,
        });
  });
});

export type ScrapeOptions = z.output<typeof ScrapeOptions>;

/** An address as it is asked for: `http://` is put before one without a scheme. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url.trim()) ? url.trim() : `http://${url.trim()}`;
