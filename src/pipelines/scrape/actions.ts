import { z } from "zod";
import type { PageAction } from "../../upstream/types.ts";

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;
/** A wait for an element counts as so long. */
const ELEMENT_MS = 5_000;

const text = (most: number) =>
  z
    .string({ error: "must be a text" })
    .min(1, { error: "must not be empty" })
    .max(most, { error: `must be at most ${most} characters` });

const selector = text(500);
const yesNo = z.boolean({ error: "must be true or false" });
const between = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

/** How a picture is to be taken. */
export const pictureFields = {
  fullPage: yesNo.default(false),
  quality: between(1, 100).optional(),
  viewport: z.object({ width: between(1, 3840), height: between(1, 4320) }).optional(),
};

const ACTIONS = [
  z
    .object({
      type: z.literal("wait"),
      milliseconds: z
        .number({ error: "must be a number of milliseconds" })
        .min(0)
        .max(MAX_WAIT_MS, { error: `must be at most ${MAX_WAIT_MS}` })
        .optional(),
      selector: selector.optional(),
    })
    .refine(({ milliseconds, selector: element }) => (milliseconds === undefined) !== (element === undefined), {
      error: "needs milliseconds or a selector, not both",
    }),
  z.object({ type: z.literal("click"), selector, all: yesNo.optional() }),
  z.object({ type: z.literal("write"), text: text(10_000) }),
  z.object({ type: z.literal("press"), key: text(50) }),
  z.object({
    type: z.literal("scroll"),
    direction: z.enum(["up", "down"], { error: "must be up or down" }).optional(),
    selector: selector.optional(),
  }),
  z.object({ type: z.literal("screenshot"), ...pictureFields }),
  z.object({ type: z.literal("scrape") }),
  z.object({ type: z.literal("executeJavascript"), script: text(100_000) }),
  z.object({
    type: z.literal("pdf"),
    format: z
      .enum(["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"], {
        error: "must be a paper size, as A4 or Letter",
      })
      .optional(),
    landscape: yesNo.optional(),
    scale: z.number({ error: "must be a number from 0.1 to 2" }).min(0.1).max(2).optional(),
  }),
] as const;

const NAMES = ACTIONS.map(({ shape }) => shape.type.value);

const Action = z.discriminatedUnion("type", [...ACTIONS], {
  error: ({ input }) => {
    const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
    const said = typeof type === "string" ? `“${type.slice(0, 40)}”` : "this";
    return `${said} is no action; there are ${NAMES.join(", ")}`;
  },
});

/** Some clients call it otherwise. */
const named = (given: unknown): unknown =>
  typeof given === "object" && given !== null && "type" in given && given.type === "generatePDF"
    ? { ...given, type: "pdf" }
    : given;

const waitMs = (action: PageAction): number => (action.type === "wait" ? (action.milliseconds ?? ELEMENT_MS) : 0);

/** What is to be done on a page before it is read, in order. */
export const Actions = z
  .array(z.preprocess(named, Action), { error: "must be a list of actions" })
  .max(MAX_ACTIONS, { error: `must be at most ${MAX_ACTIONS} actions` })
  .refine((actions) => actions.reduce((sum, action) => sum + waitMs(action), 0) <= MAX_WAIT_MS, {
    error: `must not wait for more than ${MAX_WAIT_MS} milliseconds together`,
  });
