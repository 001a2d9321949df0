import { z } from "zod";
import { pictureFields } from "./actions.ts";

/** A page's picture. */
const ScreenshotFormat = z.object({ type: z.literal("screenshot"), ...pictureFields });

const JsonSchema = z.record(z.string(), z.unknown(), { error: "must be a JSON schema" });

const words = (most: number) =>
  z
    .string({ error: "must be a text" })
    .trim()
    .min(1, { error: "must not be empty" })
    .max(most, { error: `must be at most ${most} characters` });

const CHANGE_MODES = ["git-diff", "json"] as const;

/** The forms of a page that need more than a name. */
const DETAILED = [
  ScreenshotFormat,
  z.object({
    type: z.literal("json"),
    schema: JsonSchema.optional(),
    prompt: words(10_000).optional(),
    systemPrompt: words(10_000).optional(),
  }),
  z.object({
    type: z.literal("attributes"),
    selectors: z
      .array(z.object({ selector: words(500), attribute: words(100) }))
      .min(1)
      .max(50, { error: "must be a list of at most 50" }),
  }),
  z.object({
    type: z.literal("changeTracking"),
    modes: z.array(z.enum(CHANGE_MODES, { error: `must be among ${CHANGE_MODES.join(", ")}` })).default([]),
    tag: words(100).optional(),
    schema: JsonSchema.optional(),
    prompt: words(10_000).optional(),
  }),
  z.object({ type: z.literal("question"), question: words(2_000) }),
  z.object({ type: z.literal("highlights"), query: words(2_000) }),
  z.object({
    type: z.literal("query"),
    prompt: words(2_000),
    mode: z.enum(["freeform", "directQuote"]).default("freeform"),
  }),
] as const;

/** Forms that a name alone asks for. */
const NAMED = ["markdown", "html", "rawHtml", "links", "images", "summary"] as const;
/** Forms that nothing here makes. */
export const NEVER = ["branding", "product", "menu", "audio", "video", "deterministicJson", "rawBase64"] as const;

const Plain = z.object({ type: z.enum([...NAMED, ...NEVER]) });

const TYPES: readonly string[] = [...NAMED, ...NEVER, ...DETAILED.map(({ shape }) => shape.type.value)];

const AnyFormat = z.discriminatedUnion("type", [Plain, ...DETAILED], {
  error: ({ input }) => `${said(input)} is no format; there are ${TYPES.join(", ")}`,
});

const said = (input: unknown): string => {
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : input;
  return typeof type === "string" ? `“${type.slice(0, 40)}”` : "this";
};

/** A format as it is asked for: by its name, or with what it needs. */
export const Format = z.preprocess((given) => (typeof given === "string" ? ofName(given) : given), AnyFormat);

const ofName = (name: string): object =>
  name === "screenshot@fullPage" ? { type: "screenshot", fullPage: true } : { type: name };

export type Format = z.output<typeof Format>;
export type FormatOf<Type extends Format["type"]> = Extract<Format, { type: Type }>;

/** What of a page a language model has to write. */
export const isByModel = (format: Format): boolean =>
  format.type === "json" ||
  format.type === "summary" ||
  format.type === "question" ||
  (format.type === "query" && format.mode === "freeform");

/** The first format of a type. */
export function formatOf<Type extends Format["type"]>(
  formats: readonly Format[],
  type: Type,
): FormatOf<Type> | undefined {
  return formats.find((format): format is FormatOf<Type> => format.type === type);
}

/** Whether a form without details is asked for. */
export const asks = (formats: readonly Format[], type: Format["type"]): boolean =>
  formats.some((format) => format.type === type);
