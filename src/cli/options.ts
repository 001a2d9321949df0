import type { z } from "zod";
import { SourceError } from "../errors.ts";

/** The command line's options as a schema has them; throws `bad-query` that names the one at fault. */
export function parsedOptions<Schema extends z.ZodType>(schema: Schema, wishes: unknown): z.output<Schema> {
  const read = schema.safeParse(wishes);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new SourceError("bad-query", `--${issue?.path.join(".").replaceAll("_", "-")} ${issue?.message}.`);
}
