import { z } from "zod";
import type { Analysis } from "./define.ts";
import { listsIn } from "./parameters.ts";

const Outcome = z.object({
  id: z.string(),
  status: z.string().describe("ok, empty, stale, or the code of the failure"),
  items: z.int(),
  time_ms: z.int().describe("milliseconds"),
  error: z.string().optional(),
});

/** An analysis' whole answer: its own sections, each of which may be absent, and what stands beside them. */
export const bodyOf = ({ answer, understood }: Pick<Analysis, "answer" | "understood">): z.ZodObject =>
  z.object({
    success: z.literal(true),
    q: z.string(),
    understood: understood.describe("what q was taken for"),
    ...answer.partial().shape,
    limits: z.array(z.string()).describe("what cannot be known, in sentences"),
    warnings: z.array(z.string()).optional(),
    partial: z.boolean().describe("a section is absent or weaker because a source failed"),
    missing: z
      .array(z.object({ section: z.string(), reason: z.string() }))
      .optional()
      .describe("the sections that are absent, each with the reason"),
    sources: z.array(Outcome).describe("what asking each source came to"),
    generated_at: z.string().describe("ISO 8601"),
    time_ms: z.int().describe("milliseconds"),
  });

/** The schema of a list's entries, by the list's path; of a list of scalars, one field `value`. */
export function rowSchema({ answer }: Pick<Analysis, "answer">, list: string): z.ZodObject {
  const entry = listsIn(answer).get(list);
  return entry instanceof z.ZodObject ? entry : z.object({ value: z.unknown() });
}

/** What makes the rows of an answer as a table: the list by its path, none for the whole answer, and the schemas of the rows. */
interface Rows {
  readonly list?: string;
  readonly entry: readonly z.ZodObject[];
}

/** The rows of an answer: its main list's entries, those of the list asked for, or the whole answer as one. */
export function layoutOf(analysis: Pick<Analysis, "answer" | "understood" | "csv">, rows: string | undefined): Rows {
  const list = rows ?? analysis.csv ?? "all";
  return list === "all" ? { entry: [bodyOf(analysis)] } : { list, entry: [rowSchema(analysis, list)] };
}
