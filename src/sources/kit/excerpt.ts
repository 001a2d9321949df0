import { clip } from "./query.ts";

/** The beginning of a longer text as a snippet: on one line, some 300 characters at most. */
export const excerpt = (text: string | null | undefined, length = 300): string | undefined =>
  text
    ? clip(
        text
          .slice(0, length * 4)
          .replace(/\s+/g, " ")
          .trim(),
        length,
      )
    : undefined;
