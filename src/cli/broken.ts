import type { Runtime } from "../runtime.ts";

/** A line for each source of `SOURCES_DIR` that cannot be used. */
export const brokenLines = ({ broken }: Pick<Runtime, "broken">): readonly string[] =>
  broken.map(({ id, error }) => `Warning: the source ${id} is not served: ${error.message.split("\n", 1)[0]}`);
